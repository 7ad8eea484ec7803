package dev.hark.cli;

import java.io.PrintStream;

/** Shows nothing but what is not as it should be: for those who want the final figures only. */
record SilentView(PrintStream err) implements DemoView {
    @Override
    public void alert(Quake quake) {
        // counted, not shown
    }

    @Override
    public void warn(String sentence) {
        err.println(sentence);
    }

    @Override
    public void update(DemoSnapshot snapshot) {
        // nothing to show
    }

    @Override
    public void close() {
        err.flush();
    }
}
