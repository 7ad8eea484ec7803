package dev.hark.spi;

/**
 * The broker's sense of elapsed time: a clock without a date, and the means to have something run later.
 *
 * <p>All methods may be called by any thread. The tasks given by the broker are short and never block; they may run on
 * one thread, one after the other.
 */
public interface Timers {
    /** A task that was scheduled. */
    interface Timer {
        /** Keeps the task from running if it has not begun. Idempotent. */
        void cancel();
    }

    /** Nanoseconds since some fixed moment; differences alone have meaning. Never goes back. */
    long nanoTime();

    /**
     * Runs a task once, when at least the delay has passed by {@link #nanoTime}.
     *
     * @param delayNanos nanoseconds from now; 0 or less means at once, but never within this call
     */
    Timer schedule(long delayNanos, Runnable task);

    /** Drops what is scheduled and gives up the thread, if there is one. Called by a broker for timers it made. */
    void close();
}
