package dev.hark.simulation.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.spi.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time that passes from one timer to the next. */
class VirtualTimeTest {
    private final World world = new World(7);
    private final VirtualTime time = world.time();

    @Test
    void timer_runsAtItsTime() {
        List<Long> moments = new ArrayList<>();
        long begin = time.nanoTime();
        time.schedule(2_000, () -> moments.add(time.nanoTime() - begin));
        time.schedule(1_000, () -> moments.add(time.nanoTime() - begin));

        world.settle(() -> {});

        assertThat(moments).containsExactly(1_000L, 2_000L);
    }

    @Test
    void timer_cancelled_doesNotRunAndIsNotLeft() {
        List<String> ran = new ArrayList<>();
        Timers.Timer timer = time.schedule(1_000, () -> ran.add("cancelled"));
        timer.cancel();
        timer.cancel();

        world.settle(() -> {});

        assertThat(ran).isEmpty();
        assertThat(time.brokerTimers()).isZero();
    }

    @Test
    void sleeper_interrupted_wakesAtOnce() {
        List<String> seen = new ArrayList<>();
        List<Thread> sleepers = new ArrayList<>();
        world.threads().start("sleeper", () -> {
            sleepers.add(Thread.currentThread());
            try {
                time.pass(Duration.ofDays(1));
            } catch (InterruptedException e) {
                seen.add("interrupted after " + time.elapsedNanos());
            }
        });
        time.schedule(5, () -> sleepers.get(0).interrupt());

        world.settle(() -> {});

        assertThat(seen).containsExactly("interrupted after 5");
    }

    @Test
    void close_byTheBroker_isAFault() {
        assertThatThrownBy(time::close).isInstanceOf(IllegalStateException.class);
    }
}
