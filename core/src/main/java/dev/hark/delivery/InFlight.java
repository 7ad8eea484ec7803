package dev.hark.delivery;

import dev.hark.DeadLetter;
import dev.hark.FailedAttempt;
import dev.hark.log.StoredMessage;
import dev.hark.runtime.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
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
    private static final int SPINS_BEFORE_YIELD = 64;

    private int version;
    private @Nullable StoredMessage<T> message;
    private int attempts;
    private @Nullable List<FailedAttempt> failures;
    private long acked;
    private long deliveries;
    private long failed;
    private long redelivered;
    private long tombstones;

    /**
     * What a worker held and had counted at one moment.
     *
     * @param message what it held, or null
     * @param attempts how often that was attempted in this life
     * @param acked how many messages it acked
     * @param deliveries how many deliveries it started
     * @param failed how many of them failed
     * @param redelivered how many were not the first of their message
     * @param tombstones how many slots without a message it passed
     */
    public record Reading(
            @Nullable StoredMessage<?> message,
            int attempts,
            long acked,
            long deliveries,
            long failed,
            long redelivered,
            long tombstones) {
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
        if (claimed.isTombstone()) {
            tombstones++;
            return;
        }
        message = claimed;
        attempts = 0;
        failures = null;
        countDelivery();
    }

    /** Takes a message that comes with a history, and counts a delivery. Within a change. */
    public void take(Parcel<T> parcel) {
        message = parcel.message();
        attempts = parcel.attempts();
        failures = parcel.failures().isEmpty() ? null : new ArrayList<>(parcel.failures());
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
        failures = null;
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
        List<FailedAttempt> known = failures;
        if (known == null) {
            known = new ArrayList<>(2);
            failures = known;
        } else if (known.size() == DeadLetter.MAX_ATTEMPTS_KEPT) {
            known.remove(DeadLetter.MAX_ATTEMPTS_KEPT / 2);
        }
        known.add(failure);
        begin();
        failed++;
        end();
    }

    /** Whether there is a message. For the worker. */
    public boolean isHeld() {
        return message != null;
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
        List<FailedAttempt> known = failures;
        return new Parcel<>(message(), attempts, known == null ? List.of() : List.copyOf(known));
    }

    /** Takes a consistent reading. For anyone. */
    public Reading read() {
        for (int spins = 0; ; spins++) {
            int before = (int) VERSION.getAcquire(this);
            Reading reading = new Reading(message, attempts, acked, deliveries, failed, redelivered, tombstones);
            VarHandle.loadLoadFence();
            if ((before & 1) == 0 && before == (int) VERSION.getOpaque(this)) {
                return reading;
            }
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
