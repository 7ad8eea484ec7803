package dev.hark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The broker keeps every promise under every seed of a fixed set. */
class SimulateTest {
    private static final int SEEDS = 2_000;

    /**
     * Of other sets. When its subscription ended, or its dead letters were redriven, an overflowed message was still
     * being stored; a router without members waited for a moment in the past.
     */
    private static final long[] SEEDS_THAT_FOUND_SOMETHING = {102_188, 314_996, 304_948};

    @Test
    void broker_underTwoThousandSeeds_keepsEveryPromise() {
        long published = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            published += Simulate.run(seed).published();
        }
        assertThat(published).isGreaterThan(SEEDS);
    }

    @Test
    void broker_underSeedsThatFoundSomething_keepsEveryPromise() {
        for (long seed : SEEDS_THAT_FOUND_SOMETHING) {
            assertThat(Simulate.run(seed).published()).isPositive();
        }
    }
}
