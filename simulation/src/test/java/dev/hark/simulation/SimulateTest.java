package dev.hark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The broker keeps every promise under every seed of a fixed set. */
class SimulateTest {
    private static final int SEEDS = 2_000;

    @Test
    void broker_underTwoThousandSeeds_keepsEveryPromise() {
        long published = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            published += Simulate.run(seed).published();
        }
        assertThat(published).isGreaterThan(SEEDS);
    }
}
