package dev.hark.delivery;

import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import dev.hark.runtime.Environment;
import dev.hark.runtime.Handles;
import dev.hark.runtime.Interleaving;
import dev.hark.spi.Timers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is scheduled to drain a source of messages: a delivery, or the router of a group. It runs in turns, never two at
 * once. It claims messages in runs, and at most one message is in flight.
 *
 * <pre>
 *            publish, resume, redrive          run
 *   PARKED ------------------------> SCHEDULED -----> RUNNING --> PARKED | BACKING_OFF | SCHEDULED
 *   BACKING_OFF ------- timer -----> SCHEDULED
 *   PARKED | SCHEDULED | BACKING_OFF -- stop --> ENDING --> CLOSED;   RUNNING, stopped --> ENDING --> CLOSED
 * </pre>
 *
 * <p>{@code state} is changed by CAS, but by the running turn, which is alone in leaving RUNNING, and by whoever made it
 * ENDING. Whoever moves it out of PARKED, SCHEDULED or BACKING_OFF owns what the turns own: {@code inFlight},
 * {@code pace}, {@code retryAt}, {@code inARow} (turns on one thread without a rest), {@code inVain} and the right to
 * run one turn or to finish. A turn that comes to rest publishes its state first and then looks again at everything that
 * could have given it work; everyone who gives work writes it first and then tries to claim the state. In CLOSED nothing
 * is held any more.
 *
 * <p>What a turn finds then may be a message that is on its way: its publisher has reserved its place, and is about to
 * store it. {@code inVain} counts the turns since the last delivery that found nothing to start; {@link Patience} says
 * when the next one follows.
 *
 * <p>{@code runner} is written by turns; see {@link #interrupt}. {@code gaveUp} is written in ENDING, before the message
 * is let go.
 *
 * @param <T> the type of the payloads
 */
public abstract class Worker<T> implements Runnable {
    /** After how many turns on one thread without a rest a worker lets others run. */
    private static final int TURNS_IN_A_ROW = 256;

    private static final long FAULT_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int PARKED = 0;
    private static final int SCHEDULED = 1;
    private static final int RUNNING = 2;
    private static final int BACKING_OFF = 3;
    private static final int ENDING = 4;
    private static final int CLOSED = 5;

    private static final VarHandle STATE = Handles.field(MethodHandles.lookup(), "state", int.class);

    private final Ledger<T> ledger;
    private final InFlight<T> inFlight = new InFlight<>();

    private volatile int state = PARKED;
    private volatile int gaveUp;
    private volatile @Nullable Backoff backoff;
    private volatile @Nullable Thread runner;
    private @Nullable Pace pace;
    private long retryAt;
    private int inARow;
    private int inVain;

    /** Makes a parked worker whose messages are counted in the ledger. */
    protected Worker(Ledger<T> ledger) {
        this.ledger = ledger;
    }

    /** Returns the id of the subscription whose handler it runs, or the name of the group it routes for. */
    public abstract String id();

    /** The deliveries whose handlers move its messages on. Takes no lock. */
    public abstract Collection<?> handlers();

    /**
     * Starts the next message and works on it, and on those that were claimed together with it as long as none fails.
     *
     * @param most how many messages it claims at most
     * @return how many messages it started; 0 if there is none that may be started now
     */
    protected abstract int step(int most);

    /** The flags of {@link Cursor} that are set on what it drains. */
    protected abstract int flags();

    /** Asks to be woken by the next message. It is marked parked already, and looks for work after this. */
    protected abstract void askToBeWoken();

    /** Whether it may find work now, given whether it holds a message. */
    protected abstract boolean hasWork(boolean held);

    /** Whether nothing waits for it, including what a publisher is about to store. */
    protected abstract boolean isDrained();

    /** Lets go of what it holds, at its end. */
    protected abstract void finish(Effects effects);

    /** Returns the account that its messages are counted in. */
    public Ledger<T> ledger() {
        return ledger;
    }

    /** Returns what it holds and has counted. */
    public InFlight<T> inFlight() {
        return inFlight;
    }

    /** Returns what the broker's workers share. */
    protected Environment environment() {
        return ledger.context().environment();
    }

    // Waking.

    /** Has it run, if it is parked. Called without a lock, after what gives it work was written. */
    public void wake() {
        if (claimParked()) {
            environment().execute(this);
        }
    }

    /** Claims the right to run this worker if it is parked; whoever gets true has it run, once. */
    public boolean claimParked() {
        Interleaving.point();
        return state == PARKED && STATE.compareAndSet(this, PARKED, SCHEDULED);
    }

    /** Whether it has nothing to do, or is kept from doing it, until somebody outside acts; once stopped, has ended. */
    public boolean isQuiet() {
        int seen = state;
        int flags = flags();
        if (seen == CLOSED || seen == RUNNING || (flags & Cursor.STOPPED) != 0) {
            return seen == CLOSED;
        }
        return flags != 0 || (seen == PARKED && isDrained());
    }

    /** Whether a turn runs now. */
    public boolean isRunning() {
        return state == RUNNING;
    }

    /** Whether it waits for its turn. */
    protected boolean isScheduled() {
        return state == SCHEDULED;
    }

    /** Whether it waits before another attempt. */
    protected boolean isBackingOff() {
        return state == BACKING_OFF;
    }

    /** Whether it is ending or has ended. */
    protected boolean isEnding() {
        return state >= ENDING;
    }

    // Running.

    /** How a turn ends. */
    private enum End {
        /** There is nothing to start. */
        PARK,
        /** The message held is to be attempted later. */
        BACK_OFF,
        /** There may be more, but others shall run. */
        YIELD
    }

    /** Runs a turn. Called once by whoever claimed it. */
    @Override
    public final void run() {
        if (!STATE.compareAndSet(this, SCHEDULED, RUNNING)) {
            return;
        }
        inARow = 0;
        boolean rests;
        do {
            runner = Thread.currentThread();
            End end;
            try {
                end = turn() ? End.YIELD : mustWait() ? End.BACK_OFF : End.PARK;
            } catch (Throwable e) { // a fault of Hark or of the JVM: the worker must survive it
                environment().report("a turn of '" + id() + "' failed and will be repeated", e);
                delay(FAULT_DELAY_NANOS);
                end = End.BACK_OFF;
            } finally {
                leave();
            }
            rests = rest(end);
        } while (!rests);
    }

    /** Takes steps; returns whether there may be more to do. */
    protected boolean turn() {
        Pace paced = pace();
        paced.beginTurn();
        int started;
        do {
            started = step(paced.beginRun());
            if (started == 0) {
                return false;
            }
            inVain = 0;
        } while (paced.endRun(started));
        return true;
    }

    private Pace pace() {
        Pace kept = pace;
        if (kept == null) {
            kept = new Pace(environment()::nanoTime);
            pace = kept;
        }
        return kept;
    }

    /** Whether the message held may be started only after its delay, so that a timer has to see to it. */
    protected boolean mustWait() {
        return false;
    }

    /** Sets when the message held may be started again. */
    protected void delay(long nanos) {
        retryAt = environment().nanoTime() + nanos;
    }

    /** Whether the delay is over. Only asked after one began. */
    protected boolean mayRetry() {
        return retryAt - environment().nanoTime() <= 0;
    }

    /**
     * The thread moves on; called before the state says so. Whoever closes the broker marks it as closing first and then
     * looks for a runner, under the lock: either it finds none, or this waits until the interrupt was made, and clears
     * it.
     */
    private void leave() {
        runner = null;
        if (ledger.context().isClosing()) {
            ledger.lock().lock();
            try {
                Thread.interrupted();
            } finally {
                ledger.lock().unlock();
            }
        }
    }

    // Resting.

    /** Publishes that the turn is over; returns false if there is work after all, and this thread runs another turn. */
    private boolean rest(End end) {
        return switch (end) {
            case PARK -> park(inFlight.isHeld());
            case BACK_OFF -> backOff(retryAt - environment().nanoTime());
            case YIELD -> yieldTurn();
        };
    }

    private boolean park(boolean held) {
        Interleaving.point();
        state = PARKED;
        Interleaving.point();
        askToBeWoken();
        if (isStopped()) {
            stopItself(PARKED);
            return true;
        }
        if (hasWork(held) && STATE.compareAndSet(this, PARKED, RUNNING)) {
            return lookAgain();
        }
        ledger.context().idle(this);
        return true;
    }

    /** Has another turn follow: on this thread, for which it returns false, or later. */
    private boolean lookAgain() {
        inVain++;
        if (!Patience.yields(inVain)) {
            return backOff(Patience.pauseNanos(inVain));
        }
        if (Patience.looks(inVain) && ++inARow < TURNS_IN_A_ROW) {
            Thread.onSpinWait();
            return false;
        }
        inARow = 0;
        return yieldTurn();
    }

    private boolean backOff(long delayNanos) {
        Backoff started = new Backoff();
        backoff = started;
        state = BACKING_OFF;
        Interleaving.point();
        started.start(delayNanos);
        if (isStopped()) {
            stopItself(BACKING_OFF);
        }
        return true;
    }

    private boolean yieldTurn() {
        state = SCHEDULED;
        if (!isStopped() || !stopItself(SCHEDULED)) {
            environment().execute(this);
        }
        return true;
    }

    /** One wait between two attempts. */
    private final class Backoff implements Runnable {
        private volatile Timers.@Nullable Timer timer;
        private volatile boolean cancelled;

        void start(long delayNanos) {
            Timers.Timer started = environment().timers().schedule(delayNanos, this);
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
            if (backoff == this && STATE.compareAndSet(Worker.this, BACKING_OFF, SCHEDULED)) {
                environment().execute(Worker.this);
            }
        }
    }

    // Stopping.

    private boolean isStopped() {
        return (flags() & Cursor.STOPPED) != 0;
    }

    /**
     * What a worker had in hand when it was stopped.
     *
     * @param gaveUp how many messages it gives up: at its end if a turn is running, which may have been about to start
     *     one of them
     * @param inFlight 1 if a turn is working on a message, and will settle it; else 0
     */
    public record Stopped(int gaveUp, int inFlight) {}

    /**
     * Ends it, after what it drains was stopped: at once if it rests, else after the message it works on. The caller may
     * hold locks, and has the effects run without them.
     */
    public Stopped stop(Effects effects) {
        while (true) {
            int seen = state;
            InFlight.Reading reading = inFlight.read();
            if (seen == RUNNING || seen >= ENDING) {
                awaitEnd();
                return new Stopped(reading.size() == 0 ? gaveUp : reading.rest(), reading.held());
            }
            if (stopFrom(seen, effects)) {
                return new Stopped(gaveUp, 0);
            }
        }
    }

    /** Has the broker know of it until it has ended. */
    private void awaitEnd() {
        ledger.context().ending(this);
        if (state == CLOSED) {
            ledger.context().ended(this);
        }
    }

    private boolean stopFrom(int from, Effects effects) {
        if (!STATE.compareAndSet(this, from, ENDING)) {
            return false;
        }
        Backoff pending = backoff;
        if (pending != null) {
            effects.add(pending::cancel);
        }
        gaveUp = inFlight.size();
        Interleaving.point();
        finish(effects);
        state = CLOSED;
        ledger.context().ended(this);
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

    /** Interrupts what it runs, if anything, and never a thread that has moved on to something else. */
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
