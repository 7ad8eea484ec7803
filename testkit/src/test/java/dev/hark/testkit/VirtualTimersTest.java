package dev.hark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.spi.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link VirtualTimers} on their own. */
class VirtualTimersTest {
    private final VirtualTimers timers = new VirtualTimers();
    private final List<String> fired = new ArrayList<>();

    private Timers.Timer schedule(long millis, String name) {
        return timers.schedule(Duration.ofMillis(millis).toNanos(), () -> fired.add(name + "@" + elapsedMillis()));
    }

    private long elapsedMillis() {
        return Duration.between(VirtualTimers.DEFAULT_START, timers.instant()).toMillis();
    }

    @Test
    void time_withoutAdvance_standsStill() {
        assertThat(timers.instant()).isEqualTo(VirtualTimers.DEFAULT_START);
        assertThat(timers.nanoTime()).isEqualTo(timers.nanoTime());
    }

    @Test
    void time_withAStart_beginsThere() {
        Instant start = Instant.parse("1999-12-31T23:59:59Z");
        VirtualTimers late = new VirtualTimers(start);
        late.advance(Duration.ofSeconds(1));
        assertThat(late.instant()).isEqualTo(start.plusSeconds(1));
    }

    @Test
    void advance_pastSeveralTimers_firesEachAtItsTimeInOrder() {
        schedule(30, "c");
        schedule(10, "a");
        schedule(20, "b");
        timers.advance(Duration.ofMillis(25));
        assertThat(fired).containsExactly("a@10", "b@20");
        assertThat(elapsedMillis()).isEqualTo(25);
        assertThat(timers.pending()).isOne();
    }

    @Test
    void advance_ofTimersDueAtOnce_firesThemAsScheduled() {
        schedule(10, "a");
        schedule(10, "b");
        timers.advance(Duration.ofMillis(10));
        assertThat(fired).containsExactly("a@10", "b@10");
    }

    @Test
    void advance_withTimersScheduledByTimers_firesThoseToo() {
        timers.schedule(0, () -> schedule(5, "inner"));
        timers.advance(Duration.ofMillis(5));
        assertThat(fired).containsExactly("inner@5");
    }

    @Test
    void schedule_withoutDelay_neverFiresWithinTheCall() {
        schedule(0, "now");
        schedule(-1, "past");
        assertThat(fired).isEmpty();
        timers.advance(Duration.ZERO);
        assertThat(fired).containsExactly("now@0", "past@0");
    }

    @Test
    void schedule_beyondAllTime_isPendingForEver() {
        timers.advance(Duration.ofDays(1));
        timers.schedule(Long.MAX_VALUE, () -> fired.add("never"));
        timers.advance(Duration.ofDays(365));
        assertThat(fired).isEmpty();
        assertThat(timers.pending()).isOne();
    }

    @Test
    void cancel_beforeItIsDue_keepsItFromFiring() {
        Timers.Timer timer = schedule(10, "a");
        schedule(10, "b");
        timer.cancel();
        timer.cancel();
        timers.advance(Duration.ofMillis(10));
        assertThat(fired).containsExactly("b@10");
    }

    @Test
    void close_withPendingTimers_dropsThem() {
        schedule(10, "a");
        timers.close();
        timers.advance(Duration.ofMillis(10));
        assertThat(fired).isEmpty();
    }

    @Test
    void fireNext_withinADuration_firesOneAtMost() {
        schedule(10, "a");
        schedule(20, "b");
        assertThat(timers.fireNext(Duration.ofMillis(9))).isFalse();
        assertThat(timers.fireNext(Duration.ofMillis(10))).isTrue();
        assertThat(fired).containsExactly("a@10");
    }

    @Test
    void advance_backwards_isRefused() {
        assertThatThrownBy(() -> timers.advance(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void advance_fromATimer_isRefused() {
        timers.schedule(0, () -> timers.advance(Duration.ofMillis(1)));
        assertThatThrownBy(() -> timers.advance(Duration.ofMillis(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("by a task that it runs");
    }

    @Test
    void advance_afterATimerThrew_goesOn() {
        timers.schedule(0, () -> {
            throw new IllegalStateException("as told");
        });
        schedule(5, "next");
        assertThatThrownBy(() -> timers.advance(Duration.ofMillis(5))).hasMessage("as told");
        timers.advance(Duration.ofMillis(5));
        assertThat(fired).containsExactly("next@5");
    }
}
