package dev.hark.simulation.workload;

import dev.hark.simulation.schedule.Dice;
import java.time.Duration;

/**
 * How a handler behaves: in how many of a thousand calls it does what.
 *
 * @param fails fails in one of the ways there are
 * @param rejects rejects the message
 * @param lingers takes a while of virtual time
 * @param longest the longest such while
 * @param stubborn whether it goes on lingering when interrupted
 * @param publishes publishes a message
 * @param leaves unsubscribes or closes itself
 * @param pauses pauses itself
 */
record Manners(
        int fails,
        int rejects,
        int lingers,
        Duration longest,
        boolean stubborn,
        int publishes,
        int leaves,
        int pauses) {
    /** The manners of a handler that acks all, at once. */
    static Manners plain() {
        return new Manners(0, 0, 0, Duration.ZERO, false, 0, 0, 0);
    }

    /** Draws the manners of a handler; most are plain. */
    static Manners draw(Dice dice) {
        int fails = dice.chance(500) ? 0 : dice.between(20, 900);
        int rejects = dice.chance(700) ? 0 : dice.between(10, 300);
        int lingers = dice.chance(500) ? 0 : dice.between(20, 1_000);
        Duration longest = Duration.ofMillis(dice.chance(100) ? 5_000 : dice.between(1, 40));
        int publishes = dice.chance(800) ? 0 : dice.between(20, 400);
        int leaves = dice.chance(900) ? 0 : 60;
        int pauses = dice.chance(900) ? 0 : 60;
        return new Manners(fails, rejects, lingers, longest, dice.chance(50), publishes, leaves, pauses);
    }
}
