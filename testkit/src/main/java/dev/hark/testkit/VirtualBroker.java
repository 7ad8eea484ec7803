package dev.hark.testkit;

import dev.hark.Broker;
import dev.hark.BrokerBuilder;
import dev.hark.CloseReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A broker under virtual time: nothing happens until the test says so, a year passes in no time, and a run can be
 * repeated exactly.
 *
 * <pre>{@code
 * try (VirtualBroker virtual = VirtualBroker.create()) {
 *     Topic<Object> topic = virtual.broker().createTopic("jobs");
 *     topic.subscribe(message -> false);
 *     topic.publish("job");
 *     virtual.runUntilIdle();                    // the first attempt fails
 *     virtual.advance(Duration.ofMillis(50));    // so does the second one
 * }
 * }</pre>
 *
 * <p>Handlers, strategies, listeners and timers run on the test's own thread, inside the calls of this class. Without a
 * seed, tasks run in the order in which they became ready; with one, in an order drawn from it, which is the same in
 * every run.
 *
 * <p><b>What cannot work with one thread:</b> a call that waits for other tasks. On the test's thread use
 * {@link dev.hark.Topic#publishAsync publishAsync} where {@code publish} would wait for room, {@link
 * Broker#closeAsync closeAsync} instead of {@link Broker#close(Duration)}, and {@link #await} to wait for the result;
 * or {@link #close()}. A handler that waits for something that another task has to do waits forever.
 *
 * <p>One thread at a time may run it; a handler may not.
 */
public final class VirtualBroker implements AutoCloseable {
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);
    private static final Duration ANY_TIME = Duration.ofNanos(Long.MAX_VALUE);

    private final Turnstile turnstile = new Turnstile("the virtual broker");
    private final VirtualTimers timers = new VirtualTimers();
    private final VirtualExecutor executor;
    private final @Nullable Random order;
    private final Broker broker;

    private VirtualBroker(@Nullable Random order, Random names, UnaryOperator<BrokerBuilder> settings) {
        this.order = order;
        this.executor = order == null ? new VirtualExecutor() : new VirtualExecutor(order);
        BrokerBuilder builder =
                Broker.builder().executor(executor).timers(timers).clock(timers).random(names);
        this.broker = settings.apply(builder).build();
    }

    /** Makes a broker with all defaults, whose tasks run in the order in which they became ready. */
    public static VirtualBroker create() {
        return create(UnaryOperator.identity());
    }

    /** Makes a broker with other settings, whose tasks run in the order in which they became ready. */
    public static VirtualBroker create(UnaryOperator<BrokerBuilder> settings) {
        return new VirtualBroker(null, new Random(0), settings);
    }

    /** Makes a broker with all defaults, whose tasks run in an order drawn from the seed. */
    public static VirtualBroker create(long seed) {
        return create(seed, UnaryOperator.identity());
    }

    /**
     * Makes a broker with other settings, whose tasks run in an order drawn from the seed.
     *
     * @param settings receives a builder that has executor, timers, clock and random set, and may set anything else
     */
    public static VirtualBroker create(long seed, UnaryOperator<BrokerBuilder> settings) {
        Random random = new Random(seed);
        return new VirtualBroker(random, random, settings);
    }

    /** Returns the broker itself. */
    public Broker broker() {
        return broker;
    }

    /** Returns the virtual time. */
    public Instant now() {
        return timers.instant();
    }

    /** Returns how many timers have neither fired nor been cancelled. */
    public int pendingTimers() {
        return timers.pending();
    }

    /**
     * Runs everything that is ready, and what that makes ready, without letting time pass.
     *
     * @throws IllegalStateException if called by a handler, or after {@link VirtualExecutor#RUN_LIMIT} tasks
     */
    public void runUntilIdle() {
        turnstile.enter();
        try {
            runReady(new RunLimit());
        } finally {
            turnstile.leave();
        }
    }

    /**
     * Lets time pass: moves the clock from timer to timer, and after each runs everything that became ready, until the
     * duration is over and nothing is ready.
     *
     * @throws IllegalArgumentException if the duration is negative
     * @throws IllegalStateException if called by a handler, or after {@link VirtualExecutor#RUN_LIMIT} tasks
     */
    public void advance(Duration duration) {
        turnstile.enter();
        try {
            RunLimit limit = new RunLimit();
            timers.advance(duration, limit, () -> runReady(limit));
        } finally {
            turnstile.leave();
        }
    }

    /**
     * Runs everything that is ready, and lets time pass from timer to timer, until the future is complete.
     *
     * @return the future's result
     * @throws RuntimeException what the future failed with; wrapped in a {@link CompletionException} if it was checked
     * @throws IllegalStateException if called by a handler, if nothing is left that could complete the future, or after
     *     {@link VirtualExecutor#RUN_LIMIT} tasks
     */
    public <T> T await(CompletableFuture<T> future) {
        turnstile.enter();
        try {
            RunLimit limit = new RunLimit();
            while (!future.isDone()) {
                if (!runStep() && !timers.fireNext(ANY_TIME)) {
                    throw new IllegalStateException(
                            "nothing is ready and no timer is pending, so that " + future + " would never be complete");
                }
                limit.count();
            }
        } finally {
            turnstile.leave();
        }
        return result(future);
    }

    private static <T> T result(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private void runReady(RunLimit limit) {
        while (runStep()) {
            limit.count();
        }
    }

    /** Runs a task or a timer that is due; returns whether there was one. */
    private boolean runStep() {
        boolean timerFirst = order != null && timers.isDue() && order.nextBoolean();
        if (timerFirst) {
            return timers.fireNext(Duration.ZERO);
        }
        return executor.runNext() || timers.fireNext(Duration.ZERO);
    }

    /**
     * Closes the broker with a deadline in virtual time, running and letting time pass until that is done.
     *
     * @throws IllegalStateException if called by a handler
     */
    public CloseReport close(Duration deadline) {
        return await(broker.closeAsync(deadline));
    }

    /** Closes the broker with a deadline of 10 s of virtual time. Idempotent. */
    @Override
    public void close() {
        close(CLOSE_DEADLINE);
    }
}
