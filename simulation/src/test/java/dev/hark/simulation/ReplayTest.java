package dev.hark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A seed is all that is needed to see a run again. */
class ReplayTest {
    private static final int SEEDS = 100;

    @Test
    void run_repeated_isTheSameInEveryStep() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(Simulate.run(seed)).as("seed %d", seed).isEqualTo(Simulate.run(seed));
        }
    }
}
