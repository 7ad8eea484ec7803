package dev.hark.bench.engine;

/** A topic of an engine. */
public interface Channel {
    /** Adds a subscription that gets every event published from now on, in order. Before the first publish. */
    void subscribe(Handler handler);

    /**
     * Adds a member to the one group of this channel, which takes turns.
     *
     * @throws UnsupportedOperationException if the engine has no groups
     */
    default void join(Handler handler) {
        throw new UnsupportedOperationException("no groups");
    }

    /**
     * Adds a member to the one group of this channel, whose events go by their key.
     *
     * @throws UnsupportedOperationException if the engine has no groups with keys
     */
    default void joinByKey(Handler handler) {
        throw new UnsupportedOperationException("no groups with keys");
    }

    /** Publishes; waits for room, if the engine is bounded. Called by several threads. */
    void publish(Event event) throws InterruptedException;
}
