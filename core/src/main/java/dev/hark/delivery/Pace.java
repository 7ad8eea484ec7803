package dev.hark.delivery;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many messages a worker takes at once, and when its turn is over. Owned by the worker's turns.
 *
 * <p>The limit of a run is 1 at first. It is doubled after a whole run that was quick, up to {@link #MOST_IN_A_RUN}, and
 * goes back to 1 after a slow one: so a slow handler takes one message at a time, and all others can still be dropped or
 * purged. The clock is asked when a run ends, but not for the first one of a turn that can take only one message: who is
 * woken for every single message never asks it.
 *
 * <p>A turn is over after {@link #MOST_IN_A_TURN} deliveries, or with the run in which its time is over.
 */
final class Pace {
    static final int MOST_IN_A_RUN = 64;
    static final int MOST_IN_A_TURN = 1_024;
    static final long TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    static final long QUICK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private int limit = 1;
    private int left;
    private boolean clocked;
    private long turnBegan;
    private long runBegan;

    Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void beginTurn() {
        left = MOST_IN_A_TURN;
        clocked = false;
    }

    /** Begins a run, and returns how many messages it may take. */
    int beginRun() {
        if (!clocked && (limit > 1 || left < MOST_IN_A_TURN)) {
            clocked = true;
            turnBegan = nanoTime.getAsLong();
            runBegan = turnBegan;
        }
        return Math.min(limit, left);
    }

    /** Ends a run in which so many deliveries were made; returns whether the turn goes on. */
    boolean endRun(int deliveries) {
        boolean whole = deliveries >= limit;
        left -= deliveries;
        if (!clocked) {
            return left > 0;
        }
        long now = nanoTime.getAsLong();
        long took = now - runBegan;
        runBegan = now;
        if (took > SLOW_NANOS) {
            limit = 1;
        } else if (whole && took < QUICK_NANOS) {
            limit = Math.min(2 * limit, MOST_IN_A_RUN);
        }
        return left > 0 && now - turnBegan < TURN_NANOS;
    }
}
