package dev.hark.delivery;

import dev.hark.DeadLetter;
import dev.hark.FailedAttempt;
import dev.hark.log.Hand;
import dev.hark.log.StoredMessage;
import dev.hark.runtime.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a worker holds: the run that it claimed from the log, of which one message may be in flight, or a message held
 * apart, because it has a history or did not come from the log. And the counts of what became of all it held.
 *
 * <p>At most one message is in flight, of the run or apart. One of the run is on its first attempt. A run's message that
 * fails is set apart, and is then no message of the run any more: there it counts as settled, though it was not acked,
 * which {@code acked} makes good by one less. So what is acked is {@code settled + acked}, and started deliveries are
 * {@code settled + started + deliveries}.
 *
 * <p>Written by the worker alone, one thread at a time, whose turns follow each other by the worker's state. All changes
 * but start and settle within a run are changes of the {@link Hand}. Anyone may take a {@link #read reading}, which is
 * of one moment.
 *
 * @param <T> the type of the payload
 */
public final class InFlight<T> extends Hand<T> {
    private static final VarHandle APART = Handles.field(MethodHandles.lookup(), "apart", StoredMessage.class);

    private @Nullable StoredMessage<T> apart;
    private int attempts;
    private List<FailedAttempt> failures = List.of();
    private long acked;
    private long deliveries;
    private long failed;
    private long redelivered;

    /**
     * What a worker held and had counted at one moment.
     *
     * @param message what was in flight, or null
     * @param attempts how often that was attempted in this life
     * @param rest how many messages it had claimed and not started
     * @param acked how many messages it acked
     * @param deliveries how many deliveries it started
     * @param failed how many of them failed
     * @param redelivered how many were not the first of their message
     */
    public record Reading(
            @Nullable StoredMessage<?> message,
            int attempts,
            int rest,
            long acked,
            long deliveries,
            long failed,
            long redelivered) {
        /** The number of messages in flight: 0 or 1. */
        public int held() {
            return message == null ? 0 : 1;
        }

        /** The number of all messages that it held. */
        public int size() {
            return held() + rest;
        }
    }

    /** Takes a message that comes with a history, and counts a delivery. Within a change. */
    public void take(Parcel<T> parcel) {
        apart = parcel.message();
        attempts = parcel.attempts();
        failures = parcel.failures();
        countDelivery();
    }

    private void countDelivery() {
        attempts++;
        deliveries++;
        if (attempts > 1) {
            redelivered++;
        }
    }

    /** Lets go of the message, which is in another place from here on. Within a change. */
    public void release() {
        if (isStarted()) {
            acked--;
            settle();
        } else {
            apart = null;
            failures = List.of();
        }
    }

    /** How many messages are held. For the worker. */
    int size() {
        return restAt(progress()) + (isHeld() ? 1 : 0);
    }

    /** Lets go of all that is held. Within a change. */
    void giveUp() {
        if (isHeld()) {
            release();
        }
        giveUpRest();
    }

    private void setApart() {
        if (isStarted()) {
            StoredMessage<T> message = message();
            release();
            apart = message;
            attempts = 1;
        }
    }

    void again() {
        begin();
        setApart();
        countDelivery();
        end();
    }

    /** Counts the message as handled, and lets go of it. */
    public void ack() {
        if (isStarted()) {
            settle();
            return;
        }
        begin();
        acked++;
        release();
        end();
    }

    void fail(FailedAttempt failure) {
        begin();
        setApart();
        failed++;
        end();
        List<FailedAttempt> known = new ArrayList<>(failures);
        if (known.size() == DeadLetter.MAX_ATTEMPTS_KEPT) {
            known.remove(DeadLetter.MAX_ATTEMPTS_KEPT / 2);
        }
        known.add(failure);
        failures = List.copyOf(known);
    }

    /** Whether there is a message. For the worker. */
    public boolean isHeld() {
        return isStarted() || apart != null;
    }

    /** Whether a message is held apart, as far as this thread can see now. For anyone; cheaper than a reading. */
    public boolean isSeenApart() {
        return APART.getOpaque(this) != null;
    }

    /** The message in flight. For the worker that holds one. */
    public StoredMessage<T> message() {
        StoredMessage<T> held = isStarted() ? messageAt(progress()) : apart;
        if (held == null) {
            throw new IllegalStateException("nothing is in flight");
        }
        return held;
    }

    int attempts() {
        return isStarted() ? 1 : attempts;
    }

    /** The message and its history. For the worker that holds one. */
    public Parcel<T> parcel() {
        return new Parcel<>(message(), attempts(), failures);
    }

    /** Takes a consistent reading. For anyone. */
    public Reading read() {
        return read(Function.identity());
    }

    /**
     * Makes something of a consistent reading, and of whatever else the worker changes only together with this. The
     * view may be asked for more than once.
     */
    public <R> R read(Function<? super Reading, R> view) {
        while (true) {
            int since = awaitStill();
            R seen = view.apply(look(progress()));
            if (isStill(since)) {
                return seen;
            }
        }
    }

    private Reading look(long progress) {
        int started = startedAt(progress);
        long settled = settledAt(progress);
        return new Reading(
                started == 0 ? apart : messageAt(progress),
                started == 0 ? attempts : 1,
                restAt(progress),
                settled + acked,
                settled + started + deliveries,
                failed,
                redelivered);
    }
}
