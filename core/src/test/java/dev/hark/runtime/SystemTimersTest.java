package dev.hark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.spi.Timers.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timers on the system's clock. */
@Timeout(value = 1, unit = TimeUnit.MINUTES) // a hang guard, not a verdict
class SystemTimersTest {
    private final CapturingLogger logger = new CapturingLogger();
    private final SystemTimers timers = new SystemTimers(false, logger);

    @AfterEach
    void close() {
        timers.close();
    }

    @Test
    void task_runsWhenItsDelayHasPassed() throws Exception {
        long delayNanos = TimeUnit.MILLISECONDS.toNanos(20);
        CompletableFuture<Long> ran = new CompletableFuture<>();
        long begun = timers.nanoTime();

        Timer unused = timers.schedule(delayNanos, () -> ran.complete(timers.nanoTime()));

        assertThat(ran.get() - begun).isGreaterThanOrEqualTo(delayNanos);
    }

    @Test
    void cancelledTasks_areTakenOutOfTheQueue_beforeThereAreMany() {
        for (int i = 0; i < 10_000; i++) {
            timers.schedule(TimeUnit.DAYS.toNanos(1), () -> {}).cancel();

            assertThat(timers.queued()).isLessThanOrEqualTo(2 * SystemTimers.KEPT);
        }
    }

    @Test
    void tasks_withDifferentDelays_runInTheOrderOfTheirDelays() throws Exception {
        List<String> order = new ArrayList<>();
        CountDownLatch begin = new CountDownLatch(1);
        CountDownLatch both = new CountDownLatch(2);
        Timer blocker = timers.schedule(0, () -> await(begin));
        Timer later = timers.schedule(TimeUnit.MILLISECONDS.toNanos(2), () -> {
            order.add("later");
            both.countDown();
        });
        Timer sooner = timers.schedule(0, () -> {
            order.add("sooner");
            both.countDown();
        });

        begin.countDown();
        both.await();

        assertThat(order).containsExactly("sooner", "later");
        List.of(blocker, later, sooner).forEach(Timer::cancel);
    }

    @Test
    void cancelledTask_doesNotRun() throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        AtomicBoolean ran = new AtomicBoolean();
        CompletableFuture<String> next = new CompletableFuture<>();
        Timer blocker = timers.schedule(0, () -> await(begin));
        Timer cancelled = timers.schedule(0, () -> ran.set(true));
        Timer last = timers.schedule(1, () -> next.complete("ran"));

        cancelled.cancel();
        cancelled.cancel();
        begin.countDown();

        assertThat(next.get()).isEqualTo("ran");
        assertThat(ran).isFalse();
        List.of(blocker, last).forEach(Timer::cancel);
    }

    @Test
    void taskThatThrows_isLogged_andTheNextOneRuns() throws Exception {
        CompletableFuture<String> next = new CompletableFuture<>();
        Timer first = timers.schedule(0, () -> {
            throw new AssertionError("as told");
        });
        Timer second = timers.schedule(0, () -> next.complete("ran"));

        assertThat(next.get()).isEqualTo("ran");
        assertThat(logger.lines()).containsExactly("ERROR a timer's task failed");
        List.of(first, second).forEach(Timer::cancel);
    }

    @Test
    void close_fromATask_doesNotInterruptIt_andEndsTheThread() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        AtomicBoolean interrupted = new AtomicBoolean(true);
        Timer unused = timers.schedule(0, () -> {
            timers.close();
            interrupted.set(Thread.currentThread().isInterrupted());
            thread.complete(Thread.currentThread());
        });

        thread.get().join();

        assertThat(interrupted).isFalse();
    }

    @Test
    void closed_dropsWhatIsScheduled_andTakesNothingMore() throws Exception {
        AtomicBoolean ran = new AtomicBoolean();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Timer first = timers.schedule(0, () -> thread.complete(Thread.currentThread()));
        Timer pending = timers.schedule(TimeUnit.DAYS.toNanos(1), () -> ran.set(true));
        thread.get();

        timers.close();
        timers.schedule(0, () -> ran.set(true)).cancel();
        thread.get().join();

        assertThat(ran).isFalse();
        List.of(first, pending).forEach(Timer::cancel);
    }

    @Test
    void close_byAnInterruptedThread_keepsItsFlag() {
        Thread.currentThread().interrupt();

        timers.close();

        assertThat(Thread.interrupted()).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
