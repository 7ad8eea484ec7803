/**
 * For tests of code that uses Hark: a broker under virtual time, recording subscribers, handlers that fail as told, and
 * the contract that every engine passes.
 */
@org.jspecify.annotations.NullMarked
module dev.hark.testkit {
    requires transitive dev.hark.core;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires static transitive org.jspecify;

    exports dev.hark.testkit;
    exports dev.hark.testkit.contract;

    opens dev.hark.testkit.contract to
            org.junit.platform.commons;
}
