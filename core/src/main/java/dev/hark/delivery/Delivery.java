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
import dev.hark.runtime.Interleaving;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the messages of a source to one handler, one at a time and in order, until each is acked or buried. The
 * machine's table is docs/delivery.md.
 *
 * <p>{@code handler} is written by whoever attaches one, before the AWAY flag is cleared, and read by turns.
 *
 * @param <T> the type of the payloads
 */
public final class Delivery<T> extends Worker<T> {
    private static final ThreadLocal<@Nullable Delivery<?>> CURRENT = new ThreadLocal<>();

    private final Source<T> source;
    private final Retry retry;

    private volatile Subscriber<T> handler;

    /** Makes a parked delivery from the source, whose dead letters go to the ledger. */
    public Delivery(Source<T> source, Ledger<T> ledger, Retry retry, Subscriber<T> handler) {
        super(ledger);
        this.source = source;
        this.retry = retry;
        this.handler = handler;
    }

    /** Returns the delivery whose handler the current thread runs, if it does. */
    public static @Nullable Delivery<?> current() {
        return CURRENT.get();
    }

    /** Whether this delivers for a broker of that context. */
    public boolean belongsTo(BrokerContext context) {
        return ledger().context() == context;
    }

    /** Replaces the handler; from the next delivery on the new one is called. */
    public void setHandler(Subscriber<T> handler) {
        this.handler = handler;
    }

    @Override
    public String id() {
        return source.id();
    }

    @Override
    public Collection<?> handlers() {
        return List.of(this);
    }

    /** Returns what it is doing. */
    public SubscriptionState state() {
        boolean running = isRunning();
        int flags = flags();
        if (isEnding() || (flags & Cursor.STOPPED) != 0) {
            return SubscriptionState.CLOSED;
        }
        if (running) {
            return SubscriptionState.RUNNING;
        }
        if (flags != 0) {
            return (flags & Cursor.AWAY) != 0 ? SubscriptionState.AWAY : SubscriptionState.PAUSED;
        }
        return isScheduled()
                ? SubscriptionState.SCHEDULED
                : isBackingOff() ? SubscriptionState.BACKING_OFF : SubscriptionState.PARKED;
    }

    // As a worker.

    @Override
    protected int flags() {
        return source.flags();
    }

    @Override
    protected void askToBeWoken() {
        source.park();
    }

    @Override
    protected boolean hasWork(boolean held) {
        return source.flags() == 0 && (held || source.ready());
    }

    @Override
    protected boolean isDrained() {
        return source.isDrained() && inFlight().read().size() == 0;
    }

    @Override
    protected void finish(Effects effects) {
        source.finish(inFlight(), effects);
    }

    // Running.

    @Override
    protected boolean turn() {
        Delivery<?> outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return super.turn();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    @Override
    protected int step(int most) {
        if (!startNext(most)) {
            return 0;
        }
        InFlight<T> inFlight = inFlight();
        int started = 1;
        while (deliver(inFlight) && inFlight.hasRest() && source.isClear()) {
            inFlight.startNext();
            started++;
        }
        return started;
    }

    private boolean startNext(int most) {
        InFlight<T> inFlight = inFlight();
        if (!inFlight.isHeld()) {
            return source.next(inFlight, most);
        }
        if (!mayRetry() || !source.confirm()) {
            return false;
        }
        inFlight.again();
        return true;
    }

    @Override
    protected boolean mustWait() {
        return inFlight().isHeld() && !mayRetry() && flags() == 0;
    }

    /** Delivers the message in flight; returns whether it was acked. */
    private boolean deliver(InFlight<T> inFlight) {
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
        return acked;
    }

    private void fail(@Nullable Throwable cause) {
        InFlight<T> inFlight = inFlight();
        int attempt = inFlight.attempts();
        inFlight.fail(new FailedAttempt(attempt, environment().now(), cause));
        if (cause instanceof RejectException) {
            ledger().bury(inFlight, DeadLetterReason.REJECTED, "rejected by the handler: " + Causes.describe(cause));
        } else if (attempt >= retry.maxAttempts()) {
            ledger().bury(
                            inFlight,
                            DeadLetterReason.ATTEMPTS_EXHAUSTED,
                            "all " + attempt + " attempts failed; the last one: "
                                    + (cause == null ? "the handler returned false" : Causes.describe(cause)));
        } else {
            Duration delay = cause instanceof RetryLaterException later ? later.delay() : retry.delayAfter(attempt);
            delay(delay.toNanos());
        }
    }
}
