package dev.hark.delivery;

/** Puts what users' code threw into words. */
public final class Causes {
    private Causes() {}

    /** Returns the exception as text, even if printing it fails in turn. */
    public static String describe(Throwable cause) {
        try {
            return cause.toString();
        } catch (Throwable e) { // toString is the user's code, too
            return cause.getClass().getName() + ", which cannot be printed";
        }
    }
}
