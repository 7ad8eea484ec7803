package dev.hark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.BrokerEvent;
import dev.hark.BrokerListener;
import dev.hark.spi.Timers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads, timers and events, with an executor and timers driven by the test, and with the broker's own. */
@Timeout(value = 1, unit = TimeUnit.MINUTES) // a hang guard, not a verdict
class EnvironmentTest {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final HandTimers timers = new HandTimers();
    private final List<BrokerEvent> seen = new ArrayList<>();

    private Environment environment(Executor executor, BrokerListener listener) {
        return Environment.create(
                executor, timers, InstantSource.fixed(Instant.EPOCH), new SplittableRandom(7), listener, false);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private static BrokerEvent event(int number) {
        return new BrokerEvent.Recovered("topic", "s" + number);
    }

    @Test
    void runId_isEightDigitsOrLetters_andComesFromTheRandomGenerator() {
        String runId = environment(tasks::add, seen::add).runId();

        assertThat(runId)
                .matches("[0-9a-z]{8}")
                .isEqualTo(environment(tasks::add, seen::add).runId());
    }

    @Test
    void keepAlive_withTimersFromOutside_isRefused() {
        assertThatThrownBy(() -> Environment.create(null, timers, null, null, null, true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("keepAlive");
    }

    @Test
    void refusedTask_isTriedAgainWithBackoff_untilItIsTaken() {
        List<String> ran = new ArrayList<>();
        int[] refusals = {3};
        Environment environment = environment(
                task -> {
                    if (refusals[0]-- > 0) {
                        throw new RejectedExecutionException("full");
                    }
                    task.run();
                },
                seen::add);

        environment.execute(() -> ran.add("task"));
        assertThat(ran).isEmpty();
        timers.passMillis(10);
        timers.passMillis(20);
        assertThat(ran).isEmpty();
        timers.passMillis(40);

        assertThat(ran).containsExactly("task");
    }

    @Test
    void refusedTask_atClose_isRunByTheClosingThread() {
        List<String> ran = new ArrayList<>();
        Environment environment = environment(
                task -> {
                    throw new RejectedExecutionException("shut down");
                },
                seen::add);
        environment.execute(() -> ran.add("before"));

        environment.close();
        environment.execute(() -> ran.add("after"));

        assertThat(ran).containsExactly("before", "after");
    }

    @Test
    void events_reachTheListenerInOrder_inTurnsOnTheExecutor() {
        Environment environment = environment(tasks::add, seen::add);
        for (int i = 0; i < 200; i++) {
            environment.emit(event(i));
        }
        assertThat(seen).isEmpty();
        assertThat(tasks).hasSize(1);

        Objects.requireNonNull(tasks.poll()).run();
        assertThat(seen).hasSize(EventQueue.MAX_PER_TURN);
        runTasks();

        assertThat(seen)
                .extracting(BrokerEvent::subscription)
                .startsWith("s0", "s1")
                .endsWith("s199");
        assertThat(environment.eventsDropped()).isZero();
    }

    @Test
    void events_beyondTheBound_areDroppedAndCounted() {
        Environment environment = environment(tasks::add, seen::add);
        for (int i = 0; i < EventQueue.MAX_QUEUED + 5; i++) {
            environment.emit(event(i));
        }

        runTasks();

        assertThat(seen).hasSize(EventQueue.MAX_QUEUED);
        assertThat(environment.eventsDropped()).isEqualTo(5);
    }

    @Test
    void listener_thatThrows_getsTheNextEvent() {
        Environment environment = environment(tasks::add, event -> {
            seen.add(event);
            throw new AssertionError("as told");
        });
        environment.emit(event(1));
        environment.emit(event(2));

        runTasks();

        assertThat(seen).containsExactly(event(1), event(2));
    }

    @Test
    void ownThreads_runTasksElsewhere_andCloseLeavesNoTimerThread() throws Exception {
        Environment own = Environment.create(null, null, null, null, seen::add, false);
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        CompletableFuture<Thread> timer = new CompletableFuture<>();
        own.execute(() -> worker.complete(Thread.currentThread()));
        Timers.Timer unused = own.timers().schedule(0, () -> timer.complete(Thread.currentThread()));

        assertThat(worker.get()).isNotEqualTo(Thread.currentThread());
        assertThat(timer.get().isDaemon()).isTrue();
        own.close();

        timer.get().join();
        assertThat(timer.get().isAlive()).isFalse();
    }

    @Test
    void timerTask_thatThrows_doesNotEndTheTimers() throws Exception {
        Environment own = Environment.create(null, null, null, null, seen::add, false);
        CompletableFuture<String> second = new CompletableFuture<>();
        Timers.Timer first = own.timers().schedule(0, () -> {
            throw new IllegalStateException("as told");
        });
        Timers.Timer unused = own.timers().schedule(0, () -> second.complete("ran"));

        assertThat(second.get()).isEqualTo("ran");
        first.cancel();
        own.close();
    }

    @Test
    void keepAlive_startsATimerThreadThatIsNoDaemon() throws Exception {
        Environment own = Environment.create(null, null, null, null, seen::add, true);
        CompletableFuture<Thread> timer = new CompletableFuture<>();
        Timers.Timer unused = own.timers().schedule(0, () -> timer.complete(Thread.currentThread()));

        assertThat(timer.get().isDaemon()).isFalse();
        own.close();
        timer.get().join();
    }

    @Test
    void refusedTask_afterManyRefusals_isTriedOnceASecond() {
        int[] tries = {0};
        Runnable refused = () -> {};
        Environment environment = environment(
                task -> {
                    if (task.equals(refused)) { // not the sweep of the log, which is refused as well
                        tries[0]++;
                    }
                    throw new RejectedExecutionException("full");
                },
                seen::add);
        environment.execute(refused);
        timers.passMillis(10);
        for (int millis = 20; millis < 1_000; millis *= 2) {
            timers.passMillis(millis);
        }
        int before = tries[0];

        timers.passMillis(1_000);
        timers.passMillis(1_000);
        timers.passMillis(1_000);

        assertThat(before).isEqualTo(8);
        assertThat(tries[0] - before).isEqualTo(3);
    }

    @Test
    void executorThatRefuses_isToldInTheLogOnceASecond() {
        CapturingLogger logger = new CapturingLogger();
        Environment environment = new Environment(
                task -> {
                    throw new RejectedExecutionException("full");
                },
                timers,
                InstantSource.system(),
                new SplittableRandom(7),
                seen::add,
                logger);

        environment.execute(() -> {});
        environment.execute(() -> {});

        assertThat(logger.lines()).containsExactly("ERROR the executor refused a task, which will be tried again");
    }

    @Test
    void whatTheLogHeldBack_isToldAtClose() {
        CapturingLogger logger = new CapturingLogger();
        Environment environment =
                new Environment(tasks::add, timers, InstantSource.system(), new SplittableRandom(7), null, logger);
        for (int i = 0; i < 10; i++) {
            environment.emit(new BrokerEvent.Dropped("topic", "s", 1, "dropOldest"));
        }

        environment.close();
        runTasks();

        assertThat(logger.lines()).hasSize(2).last().asString().contains("9 more since");
    }

    @Test
    void close_again_doesNothing() {
        Environment environment = environment(tasks::add, seen::add);
        environment.close();
        int after = tasks.size();

        environment.close();

        assertThat(tasks).hasSize(after);
    }

    @Test
    void events_toldBeforeClose_reachTheListener() {
        Environment environment = environment(tasks::add, seen::add);
        environment.emit(event(1));

        environment.close();
        runTasks();

        assertThat(seen).containsExactly(event(1));
    }

    /** Timers driven by the test. */
    private static final class HandTimers implements Timers {
        private record Entry(long due, Runnable task) {}

        private final List<Entry> entries = new ArrayList<>();
        private long now;

        void passMillis(long millis) {
            now += TimeUnit.MILLISECONDS.toNanos(millis);
            List<Entry> due =
                    entries.stream().filter(entry -> entry.due() <= now).toList();
            entries.removeAll(due);
            due.forEach(entry -> entry.task().run());
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Timer schedule(long delayNanos, @Nullable Runnable task) {
            Entry entry = new Entry(now + delayNanos, Objects.requireNonNull(task));
            entries.add(entry);
            return () -> entries.remove(entry);
        }

        @Override
        public void close() {
            entries.clear();
        }
    }
}
