package dev.hark.topic;

import dev.hark.CloseReport;
import dev.hark.EndReason;
import dev.hark.Retry;
import dev.hark.SubscriptionStats;
import dev.hark.Tally;
import dev.hark.delivery.BrokerContext;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Worker;
import dev.hark.group.Router;
import dev.hark.runtime.Environment;
import dev.hark.runtime.Interleaving;
import dev.hark.spi.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The end of a broker, in steps that each begin when the one before is over:
 *
 * <ol>
 *   <li><b>Draining</b>: publishers outside are refused, by a seal also those that had asked just before; workers go on
 *       until all are quiet, or the deadline is there.
 *   <li><b>Stopping</b>: every topic ends, what is still pending is purged, and running handlers are interrupted.
 *   <li><b>Leaving</b>: running handlers end, or the grace time is over and they are stuck.
 *   <li><b>Closed</b>: timers and threads are given up, and the report is there.
 * </ol>
 *
 * <p>{@code step} moves on by CAS, and whoever moves it does the work of the next step. {@code busy} holds the workers
 * that the current step waits for; a worker that comes to rest takes itself out and, if it was the last one, has all
 * workers looked at again, since its handlers may have given others work. A handler that itself waits for the end is
 * waited for by nobody.
 */
final class Closing {
    private static final int DRAINING = 0;
    private static final int STOPPING = 1;
    private static final int LEAVING = 2;
    private static final int CLOSED = 3;

    /** How long interrupted handlers have to end. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LocalBroker broker;
    private final BrokerContext context;
    private final Environment environment;
    private final long deadlineNanos;
    private final CompletableFuture<CloseReport> report = new CompletableFuture<>();
    private final AtomicInteger step = new AtomicInteger(DRAINING);
    private final Set<Worker<?>> busy = ConcurrentHashMap.newKeySet();
    private final Set<Worker<?>> callers = ConcurrentHashMap.newKeySet();
    private final List<Course> draining = new ArrayList<>();
    private final List<Course> ending = new ArrayList<>();
    private final List<Worker<?>> leaving = new ArrayList<>();
    private volatile Timers.@Nullable Timer timer;
    private long settled;

    Closing(LocalBroker broker, Duration deadline) {
        this.broker = broker;
        this.context = broker.context();
        this.environment = context.environment();
        this.deadlineNanos = deadline.compareTo(Retry.MAX_DELAY) > 0 ? Retry.MAX_DELAY.toNanos() : deadline.toNanos();
    }

    CompletableFuture<CloseReport> report() {
        return report;
    }

    /** Waits for the report; an interrupt makes the deadline be now. */
    CloseReport await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return report.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    hurry();
                } catch (ExecutionException e) {
                    throw new IllegalStateException("closing failed", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for no handler that itself waits for the end. */
    void excuse(@Nullable Delivery<?> caller) {
        if (caller != null) {
            callers.add(caller);
            remove(caller);
        }
    }

    /**
     * What becomes of a subscription or group during a step.
     *
     * @param now takes its figures as they are when asked
     * @param before its figures before the step
     */
    private record Course(Supplier<SubscriptionStats> now, SubscriptionStats before) {
        static Course of(Supplier<SubscriptionStats> now) {
            return new Course(now, now.get());
        }

        private static long settled(Tally tally) {
            return tally.published() - tally.pending();
        }

        /** What was settled meanwhile. */
        long settled() {
            return settled(now.get().tally()) - settled(before.tally());
        }

        /** What was pending and is gone: purged by the end, or in the hands of a handler that is stuck. */
        long lost() {
            Tally after = now.get().tally();
            return after.purged() - before.tally().purged() + after.pending();
        }
    }

    // Draining.

    void begin() {
        broker.localTopics().forEach(LocalTopic::seal);
        draining.addAll(courses());
        context.watchIdle(this::rested);
        timer = environment.timers().schedule(deadlineNanos, this::hurry);
        findBusy();
    }

    private List<Course> courses() {
        List<Course> courses = new ArrayList<>();
        for (LocalTopic<?> topic : broker.localTopics()) {
            topic.places().stream()
                    .filter(place -> place.group().isEmpty())
                    .forEach(place -> courses.add(Course.of(place::stats)));
            topic.groups().forEach(group -> courses.add(Course.of(group::stats)));
        }
        return courses;
    }

    /** Has the deadline be now. */
    void hurry() {
        if (step.compareAndSet(DRAINING, STOPPING)) {
            stop();
        }
    }

    /** Looks at all workers until some are busy, or all are quiet in one look that nobody disturbed. */
    private void findBusy() {
        do {
            List<Worker<?>> all = workers();
            for (Worker<?> worker : all) {
                if (isAwaited(worker)) {
                    busy.add(worker);
                }
            }
            for (Worker<?> worker : all) { // in this order, not in that of the set: a run under a seed can be repeated
                if (!isAwaited(worker)) {
                    busy.remove(worker);
                }
            }
            if (!busy.isEmpty()) {
                return;
            }
        } while (workers().stream().anyMatch(this::isAwaited));
        hurry();
    }

    private boolean isAwaited(Worker<?> worker) {
        return !worker.isQuiet() && !callers.contains(worker);
    }

    private List<Worker<?>> workers() {
        List<Worker<?>> all = new ArrayList<>();
        for (LocalTopic<?> topic : broker.localTopics()) {
            topic.places().forEach(place -> all.add(place.delivery()));
            topic.groups().forEach(group -> all.add(group.router()));
            Router<?> router = topic.router();
            if (router != null) {
                all.add(router);
            }
        }
        all.addAll(context.ending());
        return all;
    }

    private void rested(Worker<?> worker) {
        if (worker.isQuiet()) {
            remove(worker);
        }
    }

    private void remove(Worker<?> worker) {
        if (busy.remove(worker) && busy.isEmpty()) {
            switch (step.get()) {
                case DRAINING -> findBusy();
                case LEAVING -> finish();
                default -> {}
            }
        }
    }

    // Stopping.

    private void stop() {
        Interleaving.point();
        cancelTimer();
        settled = draining.stream().mapToLong(Course::settled).sum();
        ending.addAll(courses());
        broker.localTopics().forEach(topic -> topic.end(EndReason.BROKER_CLOSED));
        busy.clear();
        context.ending().stream().filter(worker -> !callers.contains(worker)).forEach(leaving::add);
        busy.addAll(leaving);
        step.set(LEAVING);
        timer = environment.timers().schedule(GRACE_NANOS, this::finish);
        leaving.forEach(Worker::interrupt);
        busy.removeIf(Worker::isQuiet);
        if (busy.isEmpty()) {
            finish();
        }
    }

    private void cancelTimer() {
        Timers.Timer pending = timer;
        if (pending != null) {
            pending.cancel();
        }
    }

    // Closed.

    private void finish() {
        if (!step.compareAndSet(LEAVING, CLOSED)) {
            return;
        }
        cancelTimer();
        List<String> stuck =
                leaving.stream().filter(this::isAwaited).map(Worker::id).toList();
        Map<String, Long> left = new HashMap<>();
        for (Course course : ending) {
            long lost = course.lost();
            if (lost > 0) {
                left.put(course.before().id(), lost);
            }
        }
        environment.close();
        report.complete(new CloseReport(settled, left, stuck));
    }
}
