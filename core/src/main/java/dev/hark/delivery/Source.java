package dev.hark.delivery;

import dev.hark.log.Effects;

/**
 * Where a delivery's messages come from. Used by the delivery that runs, but for {@link #id} and {@link #flags}.
 *
 * @param <T> the type of the payloads
 */
public interface Source<T> {
    /** Returns the id of the subscription whose handler gets the messages. */
    String id();

    /** Starts the next message: takes it and puts it in flight in one step; false if there is none to start now. */
    boolean next(InFlight<T> inFlight);

    /** Starts another delivery of the message in flight; false if a flag is set. */
    boolean confirm();

    /** The flags of {@link dev.hark.log.Cursor} that are set. */
    int flags();

    /** Whether {@link #next} might find something. Starts nothing; may be called after parking. */
    boolean ready();

    /**
     * Whether nothing waits to be started. Unlike {@link #ready}, this counts what cannot be started yet, as a publisher
     * that has its slot may be about to store it.
     */
    boolean isDrained();

    /** Asks to be woken by the next message. The delivery is marked parked already and looks again after this. */
    void park();

    /** Learns that the delivery has ended, and takes back what it may still hold. */
    void finish(InFlight<T> inFlight, Effects effects);

    /** Sets a flag. No delivery starts after this returned. Called by anyone. */
    void raise(int flag);

    /** Clears a flag. The caller wakes the delivery. Called by anyone. */
    void lower(int flag);
}
