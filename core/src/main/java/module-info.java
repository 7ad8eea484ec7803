/**
 * Hark's broker: topics, subscriptions, groups, retry, dead letters and bounded buffers inside one JVM.
 *
 * <p>Users need {@link dev.hark}; those who bring their own timers, clock or strategies also need {@link dev.hark.spi}.
 */
@org.jspecify.annotations.NullMarked
module dev.hark.core {
    requires static transitive org.jspecify;

    exports dev.hark;
    exports dev.hark.spi;
}
