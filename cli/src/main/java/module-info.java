/** The command {@code hark}. */
@org.jspecify.annotations.NullMarked
module dev.hark.cli {
    requires dev.hark.core;
    requires info.picocli;
    requires org.jline.terminal;
    requires static org.jspecify;
    requires tools.jackson.jr.ob;

    opens dev.hark.cli to
            info.picocli;
}
