package dev.hark.simulation.schedule;

import java.util.SplittableRandom;

/**
 * Everything one run takes from its seed: threads, time and dice, and the trace of what they did. The dice of the
 * workload and those of the scheduler are apart.
 */
public final class World {
    private static final int SCHEDULE = 0x5EED;

    private final Pace pace;
    private final Dice dice;
    private final SplittableRandom scheduleRandom;
    private final Trace trace = new Trace();
    private final SeededThreads threads;
    private final VirtualTime time;

    /** Makes a world whose threads are carried by the calling thread. */
    public World(long seed) {
        dice = new Dice(new SplittableRandom(seed));
        scheduleRandom = new SplittableRandom(seed ^ SCHEDULE);
        pace = Pace.draw(scheduleRandom);
        threads = new SeededThreads(scheduleRandom, pace, trace);
        time = new VirtualTime(
                threads, dice.chance(250) ? Long.MAX_VALUE - dice.upTo(1_000_000_000) : dice.upTo(1_000));
    }

    /** The threads. */
    public SeededThreads threads() {
        return threads;
    }

    /** The time. */
    public VirtualTime time() {
        return time;
    }

    /** The workload's dice. */
    public Dice dice() {
        return dice;
    }

    /** What happened. */
    public Trace trace() {
        return trace;
    }

    /** How the threads are interleaved. */
    public Pace pace() {
        return pace;
    }

    /** Adds a line to the trace, with the time and the thread. */
    public void log(String line) {
        trace.add(time.elapsedNanos() / 1_000 + " us " + Thread.currentThread().getName() + ": " + line);
    }

    /**
     * Runs until no thread can run and no time is waited for.
     *
     * @param still what to do whenever no thread can run until time passes
     */
    public void settle(Runnable still) {
        while (threads.hasReady() || time.hasNext()) {
            if (!threads.hasReady()) {
                still.run();
            }
            boolean timePasses =
                    !threads.hasReady() || (time.hasNext() && scheduleRandom.nextInt(1_000) < pace.latenessPerMille());
            if (timePasses) {
                time.advance();
            } else {
                threads.step();
            }
        }
    }
}
