package dev.hark.runtime;
/** x */
public final class Interleaving {
    private Interleaving() {}
    /** x */
    public static void point() {}
}
