package dev.hark.delivery;

import dev.hark.DeadLetter;
import dev.hark.FailedAttempt;
import dev.hark.log.StoredMessage;
import dev.hark.runtime.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The message that a worker holds, from its start until it is settled, and the counts of what became of all it held.
 *
 * <p>Written by the worker alone, one thread at a time, whose turns follow each other by the worker's state. Anyone may
 * take a {@link #read reading}, which is consistent: each change stands between {@link #begin} and {@link #end}, which
 * make the version odd and even again, and a reading is taken again if the version was odd or has changed (a sequence
 * lock). The worker takes no lock between the two; a reader may spin for the length of a few stores.
 *
 * @param <T> the type of the payload
 */
public final class InFlight<T> {
    private static final VarHandle VERSION = Handles.field(MethodHandles.lookup(), "version", int.class);
    private static final VarHandle MESSAGE = Handles.field(MethodHandles.lookup(), "message", StoredMessage.class);
    private static final int SPINS_BEFORE_YIELD = 64;

    private int version;
    private @Nullable StoredMessage<T> message;
    private int attempts;
    private List<FailedAttempt> failures = List.of();
    private long acked;
    private long deliveries;
    private long failed;
    private long redelivered;

    /**
     * What a worker held and had counted at one moment.
     *
     * @param message what it held, or null
     * @param attempts how often that was attempted in this life
     * @param acked how many messages it acked
     * @param deliveries how many deliveries it started
     * @param failed how many of them failed
     * @param redelivered how many were not the first of their message
     */
    public record Reading(
            @Nullable StoredMessage<?> message,
            int attempts,
            long acked,
            long deliveries,
            long failed,
            long redelivered) {
        /** The number of messages held: 0 or 1. */
        public int held() {
            return message == null ? 0 : 1;
        }
    }

    /** Begins a change. */
    public void begin() {
        VERSION.setOpaque(this, version + 1);
        VarHandle.storeStoreFence();
    }

    /** Ends a change. */
    public void end() {
        VERSION.setRelease(this, version + 1);
    }

    /** Takes a message that was claimed from the log, and counts its first delivery. Within a change. */
    public void take(StoredMessage<T> claimed) {
        message = claimed;
        attempts = 0;
        failures = List.of();
        countDelivery();
    }

    /** Takes a message that comes with a history, and counts a delivery. Within a change. */
    public void take(Parcel<T> parcel) {
        message = parcel.message();
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
        message = null;
        failures = List.of();
    }

    void again() {
        begin();
        countDelivery();
        end();
    }

    /** Counts the message as handled, and lets go of it. */
    public void ack() {
        begin();
        acked++;
        release();
        end();
    }

    void fail(FailedAttempt failure) {
        List<FailedAttempt> known = new ArrayList<>(failures);
        if (known.size() == DeadLetter.MAX_ATTEMPTS_KEPT) {
            known.remove(DeadLetter.MAX_ATTEMPTS_KEPT / 2);
        }
        known.add(failure);
        failures = List.copyOf(known);
        begin();
        failed++;
        end();
    }

    /** Whether there is a message. For the worker. */
    public boolean isHeld() {
        return message != null;
    }

    /** Whether there is a message, as far as this thread can see now. For anyone; cheaper than a reading. */
    public boolean isSeenHeld() {
        return MESSAGE.getOpaque(this) != null;
    }

    /** The message. For the worker that holds one. */
    public StoredMessage<T> message() {
        StoredMessage<T> held = message;
        if (held == null) {
            throw new IllegalStateException("nothing is in flight");
        }
        return held;
    }

    int attempts() {
        return attempts;
    }

    /** The message and its history. For the worker that holds one. */
    public Parcel<T> parcel() {
        return new Parcel<>(message(), attempts, failures);
    }

    /** Takes a consistent reading. For anyone. */
    public Reading read() {
        return read(Function.identity());
    }

    /**
     * Makes something of a consistent reading, and of whatever else the worker changes only together with this. The
     * view may be asked for more than once.
     */
    @SuppressWarnings("ThreadPriorityCheck") // a worker that lost its processor within a change has to get it back
    public <R> R read(Function<? super Reading, R> view) {
        for (int spins = 0; ; spins++) {
            int before = (int) VERSION.getAcquire(this);
            if ((before & 1) == 0) {
                R seen = view.apply(new Reading(message, attempts, acked, deliveries, failed, redelivered));
                VarHandle.loadLoadFence();
                if (before == (int) VERSION.getOpaque(this)) {
                    return seen;
                }
            }
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
