package dev.hark.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The places inside lock-free code where another thread could come between.
 *
 * <p>A simulation runs the whole broker on one carrier thread; without more, a piece of lock-free code would always run
 * from its beginning to its end. At each {@link #point} the simulation may let other threads run first, as its seed
 * decides, and so try the interleavings that real threads would make. A lock may be held at such a place: the threads of
 * the simulation are virtual and wait for it as any others do.
 *
 * <p>Present only if the JVM was started with {@code -D}{@value #PROPERTY}{@code =true}: {@link #ENABLED} is a constant
 * to the compiler of the JVM, which leaves out the calls.
 *
 * <p>{@code hook} is written by {@link #install} and read by every thread that comes to a point; volatile, so that the
 * points see the hook that was installed before their threads began.
 */
public final class Interleaving {
    /** The name of the system property that makes the points present. */
    public static final String PROPERTY = "dev.hark.interleaving";

    /** Whether the points are present in this JVM. */
    public static final boolean ENABLED = Boolean.getBoolean(PROPERTY);

    private static volatile @Nullable Runnable hook;

    private Interleaving() {}

    /** Marks a place between two steps of which each is atomic. */
    public static void point() {
        if (ENABLED) {
            Runnable installed = hook;
            if (installed != null) {
                installed.run();
            }
        }
    }

    /**
     * Has all threads run something at every point from now on.
     *
     * @param installed what to run, or null for nothing
     * @throws IllegalStateException if the points are not present in this JVM
     */
    public static void install(@Nullable Runnable installed) {
        if (!ENABLED) {
            throw new IllegalStateException(
                    "the points of interleaving are absent: start the JVM with -D" + PROPERTY + "=true");
        }
        hook = installed;
    }
}
