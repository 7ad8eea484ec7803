package dev.hark.simulation.schedule;

import java.util.random.RandomGenerator;

/**
 * How a run's threads are interleaved.
 *
 * @param byPriority whether each thread has a random priority, which it loses when it is switched away from, instead of
 *     every choice being even; this finds what needs one thread to stand still while others get far
 * @param switchPerMille how many of a thousand points inside the broker's code are a switch to another thread
 * @param latenessPerMille how many of a thousand choices let time pass although a thread could run
 */
public record Pace(boolean byPriority, int switchPerMille, int latenessPerMille) {
    private static final int[] SWITCHES_EVEN = {0, 10, 60, 250, 600};
    private static final int[] SWITCHES_BY_PRIORITY = {3, 10, 30, 100, 300};
    private static final int[] LATENESS = {0, 0, 1, 20};

    /** Draws a pace. */
    public static Pace draw(RandomGenerator random) {
        boolean byPriority = random.nextBoolean();
        int[] switches = byPriority ? SWITCHES_BY_PRIORITY : SWITCHES_EVEN;
        return new Pace(
                byPriority, switches[random.nextInt(switches.length)], LATENESS[random.nextInt(LATENESS.length)]);
    }
}
