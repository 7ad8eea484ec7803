package dev.hark.simulation.schedule;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws what a workload does next. */
public final class Dice {
    private final RandomGenerator random;

    Dice(RandomGenerator random) {
        this.random = random;
    }

    /** True in so many of a thousand cases. */
    public boolean chance(int perMille) {
        return random.nextInt(1_000) < perMille;
    }

    /** A number from 0 to bound - 1. */
    public int upTo(int bound) {
        return random.nextInt(bound);
    }

    /** A number from least to most, both included. */
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** One of the choices. */
    public <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** A duration up to the given one, with short ones as likely as long ones. */
    public Duration duration(Duration most) {
        long nanos = most.toNanos();
        return Duration.ofNanos(random.nextLong(1 + (nanos >> random.nextInt(20))));
    }
}
