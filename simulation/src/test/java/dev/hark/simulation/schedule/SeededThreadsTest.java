package dev.hark.simulation.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The scheduler that every simulated run stands on. */
class SeededThreadsTest {
    private static final int SEEDS = 100;
    private static final int THREADS = 3;
    private static final int ROUNDS = 10;

    private int counter;

    @Test
    void run_underTheSameSeed_hasTheSameDigest() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(busyRun(seed).trace().digest())
                    .as("seed %d", seed)
                    .isEqualTo(busyRun(seed).trace().digest());
        }
    }

    @Test
    void run_underManySeeds_hasManyDigests() {
        Set<Long> digests = new HashSet<>();
        LongStream.range(0, SEEDS)
                .forEach(seed -> digests.add(busyRun(seed).trace().digest()));

        assertThat(digests).hasSizeGreaterThan(SEEDS * 9 / 10);
    }

    @Test
    void race_withoutALock_losesAnUpdateUnderSomeSeed() {
        List<Integer> results = new ArrayList<>();
        LongStream.range(0, SEEDS).forEach(seed -> results.add(count(seed, null)));

        assertThat(results).anyMatch(result -> result < THREADS * ROUNDS);
    }

    @Test
    void race_underALock_losesNoUpdateUnderAnySeed() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(count(seed, new ReentrantLock())).as("seed %d", seed).isEqualTo(THREADS * ROUNDS);
        }
    }

    @Test
    void deadlock_leavesThreadsThatWait() {
        World world = new World(1);
        ReentrantLock lock = new ReentrantLock();
        world.threads().start("holder", lock::lock);
        world.threads().start("waiter", lock::lock);

        world.settle(() -> {});

        assertThat(world.threads().live()).isEqualTo(1);
    }

    @Test
    void failure_ofAThread_endsTheRun() {
        World world = new World(1);
        world.threads().start("failing", () -> {
            throw new IllegalArgumentException("on purpose");
        });

        assertThatThrownBy(() -> world.settle(() -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("on purpose");
    }

    @Test
    void spinning_isFoundOut() {
        World world = new World(1);
        world.threads().start("spinning", () -> {
            while (true) {
                world.threads().giveWay();
            }
        });

        assertThatThrownBy(() -> world.settle(() -> {}))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("livelock");
    }

    private World busyRun(long seed) {
        World world = new World(seed);
        ReentrantLock lock = new ReentrantLock();
        for (int i = 0; i < THREADS; i++) {
            String name = "thread-" + i;
            world.threads().start(name, () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    world.time().pass(world.dice().duration(Duration.ofMillis(1)));
                    locked(lock, () -> {
                        world.threads().point();
                        world.log("is in");
                    });
                }
            });
        }
        world.settle(() -> {});
        return world;
    }

    private int count(long seed, @Nullable ReentrantLock lock) {
        World world = new World(seed);
        counter = 0;
        for (int i = 0; i < THREADS; i++) {
            world.threads().start("counting", () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    locked(lock, () -> {
                        int seen = counter;
                        world.threads().point();
                        counter = seen + 1;
                    });
                }
            });
        }
        world.settle(() -> {});
        return counter;
    }

    private static void locked(@Nullable ReentrantLock lock, Runnable action) {
        if (lock == null) {
            action.run();
            return;
        }
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
