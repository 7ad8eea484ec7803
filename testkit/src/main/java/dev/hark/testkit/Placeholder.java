package dev.hark.testkit;

/** Holds the package until the testkit is here. */
public final class Placeholder {
    private Placeholder() {}
}
