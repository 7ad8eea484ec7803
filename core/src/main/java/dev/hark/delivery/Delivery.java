package dev.hark.delivery;

import dev.hark.DeadLetterReason;
import dev.hark.FailedAttempt;
import dev.hark.RejectException;
import dev.hark.Retry;
import dev.hark.RetryLaterException;
import dev.hark.Subscriber;
import dev.hark.SubscriptionState;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import dev.hark.runtime.Environment;
import dev.hark.runtime.Handles;
import dev.hark.runtime.Interleaving;
import dev.hark.spi.Timers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the messages of a source to one handler, one at a time and in order, until each is acked or buried. The
 * machine's table is docs/delivery.md.
 *
 * <pre>
 *             publish, resume, redrive          run
 *   PARKED ------------------------> SCHEDULED -----> RUNNING --> PARKED | BACKING_OFF | SCHEDULED
 *   BACKING_OFF ------- timer -----> SCHEDULED
 *   PARKED | SCHEDULED | BACKING_OFF -- stop --> CLOSED;   RUNNING, stopped --> CLOSED
 * </pre>
 *
 * <p>{@code state} is changed by CAS, but by the running turn, which is alone in leaving RUNNING. Whoever moves it out
 * of PARKED, SCHEDULED or BACKING_OFF owns what the turns own: {@code inFlight}, {@code retryAt} and the right to run
 * one turn or to finish. A turn that comes to rest publishes its state first and then looks again at everything that
 * could have given it work; everyone who gives work writes it first and then tries to claim the state.
 *
 * <p>{@code handler} is written by whoever attaches one, before the AWAY flag is cleared, and read by turns.
 * {@code runner} is written by turns; see {@link #interrupt}.
 *
 * @param <T> the type of the payloads
 */
public final class Delivery<T> implements Worker {
    /** How many messages a turn handles before it lets others run. */
    static final int TURN = 256;

    private static final long FAULT_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int PARKED = 0;
    private static final int SCHEDULED = 1;
    private static final int RUNNING = 2;
    private static final int BACKING_OFF = 3;
    private static final int CLOSED = 4;

    private static final VarHandle STATE = Handles.field(MethodHandles.lookup(), "state", int.class);
    private static final ThreadLocal<@Nullable Delivery<?>> CURRENT = new ThreadLocal<>();

    private final Source<T> source;
    private final Ledger<T> ledger;
    private final Retry retry;
    private final Environment environment;
    private final InFlight<T> inFlight = new InFlight<>();

    private volatile int state = PARKED;
    private volatile Subscriber<T> handler;
    private volatile @Nullable Backoff backoff;
    private volatile @Nullable Thread runner;
    private long retryAt;

    /** Makes a parked delivery from the source, whose dead letters go to the ledger. */
    public Delivery(Source<T> source, Ledger<T> ledger, Retry retry, Subscriber<T> handler) {
        this.source = source;
        this.ledger = ledger;
        this.retry = retry;
        this.environment = ledger.context().environment();
        this.handler = handler;
    }

    /** Returns the delivery whose handler the current thread runs, if it does. */
    public static @Nullable Delivery<?> current() {
        return CURRENT.get();
    }

    /** Whether this delivers for a broker of that context. */
    public boolean belongsTo(BrokerContext context) {
        return ledger.context() == context;
    }

    /** Returns what it holds and has counted. */
    public InFlight<T> inFlight() {
        return inFlight;
    }

    /** Replaces the handler; from the next delivery on the new one is called. */
    public void setHandler(Subscriber<T> handler) {
        this.handler = handler;
    }

    // Waking.

    @Override
    public void wake() {
        if (claimParked()) {
            environment.execute(this);
        }
    }

    @Override
    public boolean claimParked() {
        Interleaving.point();
        return state == PARKED && STATE.compareAndSet(this, PARKED, SCHEDULED);
    }

    @Override
    public Collection<?> handlers() {
        return List.of(this);
    }

    @Override
    public boolean isQuiet() {
        int seen = state;
        return seen == CLOSED || (source.flags() != 0 && seen != RUNNING) || (seen == PARKED && source.isDrained());
    }

    /** Whether a turn runs now. */
    public boolean isRunning() {
        return state == RUNNING;
    }

    /** Returns what it is doing. */
    public SubscriptionState state() {
        int seen = state;
        int flags = source.flags();
        if (seen == CLOSED || (flags & Cursor.STOPPED) != 0) {
            return SubscriptionState.CLOSED;
        }
        if (seen != RUNNING && flags != 0) {
            return (flags & Cursor.AWAY) != 0 ? SubscriptionState.AWAY : SubscriptionState.PAUSED;
        }
        return switch (seen) {
            case PARKED -> SubscriptionState.PARKED;
            case SCHEDULED -> SubscriptionState.SCHEDULED;
            case RUNNING -> SubscriptionState.RUNNING;
            default -> SubscriptionState.BACKING_OFF;
        };
    }

    // Running.

    /** How a turn ends. */
    private enum End {
        /** There is nothing to start. */
        PARK,
        /** The message in flight is to be attempted later. */
        BACK_OFF,
        /** There may be more, but others shall run. */
        YIELD
    }

    /** Runs a turn. Called once by whoever claimed it. */
    @Override
    public void run() {
        if (!STATE.compareAndSet(this, SCHEDULED, RUNNING)) {
            return;
        }
        boolean rests;
        do {
            Delivery<?> outer = CURRENT.get();
            CURRENT.set(this);
            runner = Thread.currentThread();
            End end;
            try {
                end = turn();
            } catch (Throwable e) { // a fault of Hark or of the JVM: the subscription must survive it
                environment.report("a turn of subscription '" + ledger.id() + "' failed and will be repeated", e);
                retryAt = environment.nanoTime() + FAULT_DELAY_NANOS;
                end = End.BACK_OFF;
            } finally {
                leave(outer);
            }
            rests = rest(end);
        } while (!rests);
    }

    private End turn() {
        for (int done = 0; done < TURN; done++) {
            if (!startNext()) {
                boolean early = inFlight.isHeld() && retryAt - environment.nanoTime() > 0;
                return early && source.flags() == 0 ? End.BACK_OFF : End.PARK;
            }
            deliver();
        }
        return End.YIELD;
    }

    /**
     * The thread moves on; called before the state says so. Whoever closes the broker marks it as closing first and then
     * looks for a runner, under the lock: either it finds none, or this waits until the interrupt was made, and clears
     * it.
     */
    private void leave(@Nullable Delivery<?> outer) {
        runner = null;
        if (ledger.context().isClosing()) {
            ledger.lock().lock();
            try {
                Thread.interrupted();
            } finally {
                ledger.lock().unlock();
            }
        }
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    private boolean startNext() {
        if (!inFlight.isHeld()) {
            return source.next(inFlight);
        }
        if (retryAt - environment.nanoTime() > 0 || !source.confirm()) {
            return false;
        }
        inFlight.again();
        return true;
    }

    private void deliver() {
        boolean acked = false;
        Throwable cause = null;
        Interleaving.point();
        try {
            acked = handler.onMessage(inFlight.message());
        } catch (Throwable e) { // whatever a handler throws is a failed attempt, and must not end the worker
            cause = e;
        }
        Thread.interrupted(); // a handler may leave the flag set; it must not reach the next one
        Interleaving.point();
        if (acked) {
            inFlight.ack();
        } else {
            fail(cause);
        }
    }

    private void fail(@Nullable Throwable cause) {
        int attempt = inFlight.attempts();
        inFlight.fail(new FailedAttempt(attempt, environment.now(), cause));
        if (cause instanceof RejectException) {
            ledger.bury(inFlight, DeadLetterReason.REJECTED, "rejected by the handler: " + Causes.describe(cause));
        } else if (attempt >= retry.maxAttempts()) {
            ledger.bury(
                    inFlight,
                    DeadLetterReason.ATTEMPTS_EXHAUSTED,
                    "all " + attempt + " attempts failed; the last one: "
                            + (cause == null ? "the handler returned false" : Causes.describe(cause)));
        } else {
            Duration delay = cause instanceof RetryLaterException later ? later.delay() : retry.delayAfter(attempt);
            retryAt = environment.nanoTime() + delay.toNanos();
        }
    }

    // Resting.

    /** Publishes that the turn is over; returns false if there is work after all, and this thread runs another turn. */
    private boolean rest(End end) {
        return switch (end) {
            case PARK -> park(inFlight.isHeld());
            case BACK_OFF -> backOff(retryAt - environment.nanoTime());
            case YIELD -> yieldTurn();
        };
    }

    private boolean park(boolean held) {
        Interleaving.point();
        state = PARKED;
        Interleaving.point();
        source.park();
        if ((source.flags() & Cursor.STOPPED) != 0) {
            stopItself(PARKED);
            return true;
        }
        if (source.flags() == 0 && (held || source.ready()) && STATE.compareAndSet(this, PARKED, RUNNING)) {
            return false;
        }
        ledger.context().idle(this);
        return true;
    }

    private boolean backOff(long delayNanos) {
        Backoff started = new Backoff();
        backoff = started;
        state = BACKING_OFF;
        Interleaving.point();
        started.start(delayNanos);
        if ((source.flags() & Cursor.STOPPED) != 0) {
            stopItself(BACKING_OFF);
        }
        return true;
    }

    private boolean yieldTurn() {
        state = SCHEDULED;
        if ((source.flags() & Cursor.STOPPED) == 0 || !stopItself(SCHEDULED)) {
            environment.execute(this);
        }
        return true;
    }

    /** One wait between two attempts. */
    private final class Backoff implements Runnable {
        private volatile Timers.@Nullable Timer timer;
        private volatile boolean cancelled;

        void start(long delayNanos) {
            Timers.Timer started = environment.timers().schedule(delayNanos, this);
            timer = started;
            if (cancelled) {
                started.cancel();
            }
        }

        void cancel() {
            cancelled = true;
            Timers.Timer started = timer;
            if (started != null) {
                started.cancel();
            }
        }

        @Override
        public void run() {
            if (backoff == this && STATE.compareAndSet(Delivery.this, BACKING_OFF, SCHEDULED)) {
                environment.execute(Delivery.this);
            }
        }
    }

    // Stopping.

    /** What {@link #stop} found. */
    public enum Stopped {
        /** It rested, and had nothing in flight. */
        IDLE,
        /** It rested, and gave up the message that it was to attempt again. */
        HOLDING,
        /** A turn is running, and will end it. */
        RUNNING
    }

    /**
     * Ends it, after its source was stopped: at once if it rests, else after the running delivery. The caller may hold
     * locks, and has the effects run without them.
     */
    public Stopped stop(Effects effects) {
        while (true) {
            int seen = state;
            if (seen == CLOSED) {
                return Stopped.IDLE;
            }
            if (seen == RUNNING) {
                return Stopped.RUNNING;
            }
            int held = inFlight.read().held();
            if (stopFrom(seen, effects)) {
                return held == 0 ? Stopped.IDLE : Stopped.HOLDING;
            }
        }
    }

    private boolean stopFrom(int from, Effects effects) {
        if (!STATE.compareAndSet(this, from, CLOSED)) {
            return false;
        }
        Backoff pending = backoff;
        if (pending != null) {
            effects.add(pending::cancel);
        }
        source.finish(inFlight, effects);
        effects.add(() -> ledger.context().idle(this));
        return true;
    }

    /** Ends it as part of its own turn. */
    private boolean stopItself(int from) {
        Effects effects = new Effects();
        boolean stopped = stopFrom(from, effects);
        effects.run();
        return stopped;
    }

    /** Interrupts the running handler, if there is one, and never a thread that has moved on to something else. */
    public void interrupt() {
        ReentrantLock lock = ledger.lock();
        lock.lock();
        try {
            Thread running = runner;
            if (running != null) {
                running.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
