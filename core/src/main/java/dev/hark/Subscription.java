package dev.hark;

import java.util.Optional;

/**
 * A subscriber's place in a topic, and the handle to it. All methods may be called by any thread, handlers included.
 */
public interface Subscription extends AutoCloseable {
    /** The name, given or generated, unique in the broker. */
    String id();

    /** The topic's name. */
    String topic();

    /** The name of the group it is a member of. */
    Optional<String> group();

    /** What it is doing now. */
    SubscriptionState state();

    /** Why it ended, once it has. */
    Optional<EndReason> endReason();

    /**
     * Starts no further delivery until {@link #resume}. The running one may finish; if none was running, the one that
     * was just being started when this was called may still begin.
     */
    void pause();

    /** Undoes {@link #pause}. */
    void resume();

    /** A snapshot of its own figures; for a member of a group, those of its group. */
    SubscriptionStats stats();

    /** Its dead letters; for a member of a group, those of its group. */
    DeadLetters deadLetters();

    /**
     * Takes the handler away. A subscription with a given name keeps its place, its waiting messages and its dead
     * letters, and goes on when somebody subscribes by that name; until then it never holds up a publisher
     * ({@code block} and {@code fail} act as {@code deadLetter}). One with a generated name ends, as by
     * {@link #unsubscribe}. The running delivery may finish, and its ack counts. Does not wait for it. Idempotent.
     */
    @Override
    void close();

    /**
     * Ends the subscription, and starts no further delivery: the running one may finish, or the one begin that was just
     * being started, and its ack counts. What waits is purged; for a member of a group, it goes back to the group unless
     * that ends with it. Idempotent: later calls return the first report.
     */
    UnsubscribeReport unsubscribe();
}
