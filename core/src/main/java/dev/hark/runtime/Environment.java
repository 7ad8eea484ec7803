package dev.hark.runtime;

import dev.hark.BrokerEvent;
import dev.hark.BrokerListener;
import dev.hark.spi.Timers;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a broker that makes a run unrepeatable: threads, timers, the clock, the name of the run, and the
 * listener, each brought from outside or made here. What was made here is closed here.
 *
 * <p>All methods may be called by any thread, but by none that holds a lock: an executor from outside may run a task in
 * place.
 *
 * <p>{@code refused} holds the tasks that the executor refused, until it takes them. Whoever removes a task from it runs
 * it or hands it in: the task's timer, or, once {@code closed} is set, the closing thread or the one that came too late.
 */
public final class Environment {
    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MAX_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int RUN_ID_LENGTH = 8;
    private static final int RUN_ID_RADIX = 36;

    private final Executor executor;
    private final Timers timers;
    private final InstantSource clock;
    private final String runId;
    private final LimitedLog log;
    private final EventQueue events;
    private final Set<Refused> refused = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    Environment(
            Executor executor,
            Timers timers,
            InstantSource clock,
            RandomGenerator random,
            @Nullable BrokerListener listener,
            System.Logger logger) {
        this.executor = executor;
        this.timers = timers;
        this.clock = clock;
        this.runId = runId(random);
        this.log = new LimitedLog(logger, timers, this::execute);
        this.events = new EventQueue(listener == null ? new EventLog(log) : listener, this::execute, log);
    }

    /**
     * Makes an environment of what was brought from outside, and of defaults for what is null.
     *
     * @param keepAlive whether the timers' thread keeps the JVM alive
     * @throws IllegalStateException if that is asked for with timers from outside
     */
    public static Environment create(
            @Nullable Executor executor,
            @Nullable Timers timers,
            @Nullable InstantSource clock,
            @Nullable RandomGenerator random,
            @Nullable BrokerListener listener,
            boolean keepAlive) {
        if (keepAlive && timers != null) {
            throw new IllegalStateException(
                    "keepAlive needs the broker's own timers, as it is their thread that keeps the JVM alive");
        }
        System.Logger logger = System.getLogger("dev.hark");
        Runtime runtime = Runtime.getRuntime();
        return new Environment(
                executor == null
                        ? new OwnThreads(Runtime.version().feature(), runtime.availableProcessors())
                        : executor,
                timers == null ? new SystemTimers(keepAlive, logger) : timers,
                clock == null ? InstantSource.system() : clock,
                random == null ? new SecureRandom() : random,
                listener,
                logger);
    }

    private static String runId(RandomGenerator random) {
        long bound = Math.round(Math.pow(RUN_ID_RADIX, RUN_ID_LENGTH));
        String digits = Long.toString(random.nextLong(bound), RUN_ID_RADIX);
        return "0".repeat(RUN_ID_LENGTH - digits.length()) + digits;
    }

    // Threads.

    /**
     * Has the executor run a task, which must not throw. If the executor refuses it, this is tried again, after a
     * backoff, until it is accepted. Never throws. Once this is closed, a task that the executor refuses is run by the
     * calling thread: what is left to do then is only to tell those who wait.
     */
    public void execute(Runnable task) {
        if (!isAccepted(task)) {
            retry(new Refused(task, FIRST_BACKOFF_NANOS));
        }
    }

    private boolean isAccepted(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (Throwable e) {
            if (!closed.get()) {
                log.fault("the executor refused a task, which will be tried again", e);
            }
            return false;
        }
    }

    private void retry(Refused task) {
        refused.add(task);
        if (closed.get()) {
            runHere(task);
        } else {
            task.timer = timers.schedule(task.backoffNanos, task);
        }
    }

    private void runHere(Refused task) {
        if (refused.remove(task)) {
            try {
                task.task.run();
            } catch (Throwable e) {
                log.fault("a task failed", e);
            }
        }
    }

    /** A task that the executor refused; run by its timer, it is handed in again. */
    private final class Refused implements Runnable {
        private final Runnable task;
        private final long backoffNanos;
        volatile Timers.@Nullable Timer timer;

        Refused(Runnable task, long backoffNanos) {
            this.task = task;
            this.backoffNanos = backoffNanos;
        }

        @Override
        public void run() {
            if (refused.remove(this) && !isAccepted(task)) {
                retry(new Refused(task, Math.min(2 * backoffNanos, MAX_BACKOFF_NANOS)));
            }
        }
    }

    // Time.

    /** The timers for backoff and timeouts. */
    public Timers timers() {
        return timers;
    }

    /** Elapsed time by the timers. */
    public long nanoTime() {
        return timers.nanoTime();
    }

    /** The moment by the clock. */
    public Instant now() {
        return clock.instant();
    }

    /** The moment by the clock, in milliseconds since 1970. */
    public long currentTimeMillis() {
        return clock.millis();
    }

    /** The name of this run: eight digits and lower-case letters, drawn once. */
    public String runId() {
        return runId;
    }

    // Telling.

    /**
     * Has the listener learn of an event, after those that were told before. Never waits for the listener and never
     * throws; if the listener is far behind, the event is dropped and counted.
     */
    public void emit(BrokerEvent event) {
        events.offer(event);
    }

    /** How many events were dropped because the listener was too slow. */
    public long eventsDropped() {
        return events.dropped();
    }

    /** Logs a fault of the broker or of what it was given, unless the same was logged within the last second. */
    public void report(String what, Throwable cause) {
        log.fault(what, cause);
    }

    // The end.

    /**
     * Gives up the timers and threads made here. Waits, briefly, for the timers' thread alone, and not if it is the one
     * that calls. Events that were told before are still delivered. Idempotent.
     */
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        for (Refused task : refused) {
            Timers.Timer timer = task.timer;
            if (timer != null) {
                timer.cancel();
            }
            runHere(task);
        }
        execute(log::flush);
        if (timers instanceof SystemTimers own) {
            own.close();
        }
        if (executor instanceof OwnThreads own) {
            own.close();
        }
    }
}
