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

    /**
     * Starts the next message: takes it and puts it in flight in one step; false if there is none to start now. A source
     * that reads a log may claim more messages together with it, which are started one by one by
     * {@link InFlight#startNext} as long as the source {@link #isClear is clear}.
     *
     * @param most how many messages it claims at most
     */
    boolean next(InFlight<T> inFlight, int most);

    /** Whether another one of the messages that were claimed may be started now. */
    boolean isClear();

    /** Starts another delivery of the message in flight; false if a flag is set. */
    boolean confirm();

    /** The flags of {@link dev.hark.log.Cursor} that are set. */
    int flags();

    /** Whether {@link #next} finds something now or in a moment. Starts nothing; may be called after parking. */
    boolean ready();

    /**
     * Whether nothing waits to be started. Unlike {@link #ready}, this counts what cannot be started yet, as a publisher
     * that has its slot may be about to store it.
     */
    boolean isDrained();

    /** Asks to be woken by the next message. The delivery is marked parked already and looks again after this. */
    void park();

    /** Learns that the delivery has ended, and takes back all that it still holds. */
    void finish(InFlight<T> inFlight, Effects effects);

    /**
     * Sets a flag. After this returned nothing is claimed, and at most the one message whose start was under way still
     * begins. Called by anyone.
     */
    void raise(int flag);

    /** Clears a flag. The caller wakes the delivery. Called by anyone. */
    void lower(int flag);
}
