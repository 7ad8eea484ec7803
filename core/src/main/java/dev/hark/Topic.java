package dev.hark;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A named log of messages of one type, and the way to publish to it and to subscribe.
 *
 * <p>A handle stays bound to the topic it was made for: once that is deleted, publishing and subscribing through it
 * fail with {@link TopicDeletedException}, even if a topic of the same name is created later. All methods may be called
 * by any thread.
 *
 * @param <T> the type of the payloads
 */
public interface Topic<T> {
    /** The topic's name. */
    String name();

    /** The class every payload is an instance of. */
    Class<T> type();

    /** The options the topic was created with. */
    TopicOptions<T> options();

    /**
     * Appends a message and returns at once, unless a subscription whose buffer is full says {@link Overflow.Block}:
     * then it waits for room, no longer than that policy allows. Messages of one thread keep their order. What the
     * publisher did before happens-before the handlers' calls.
     *
     * @throws PublishException if nothing was appended: see its subclasses for the reasons
     * @throws ClassCastException if the payload is not of the topic's type
     */
    Receipt publish(T payload);

    /** Does what {@link #publish(Object)} does, for a message with a key, an id or headers. */
    Receipt publish(T payload, PublishOptions options);

    /**
     * Appends a message without ever waiting: where {@link #publish(Object)} would wait, the returned future completes
     * later, on the broker's executor. A failure completes it with the {@link PublishException}. Cancelling it has no
     * effect on the message. Messages keep the order of the calls of one thread.
     *
     * @throws ClassCastException if the payload is not of the topic's type
     */
    CompletableFuture<Receipt> publishAsync(T payload);

    /** Does what {@link #publishAsync(Object)} does, for a message with a key, an id or headers. */
    CompletableFuture<Receipt> publishAsync(T payload, PublishOptions options);

    /**
     * Subscribes with a generated name and the broker's defaults. The subscription sees every message published after
     * this returned, and none published before it was called.
     *
     * @throws TopicDeletedException if the topic was deleted
     * @throws BrokerClosedException if the broker was closed
     */
    Subscription subscribe(Subscriber<? super T> subscriber);

    /**
     * Subscribes as the options say. With the name of a subscription that was closed, goes on where that one stopped.
     *
     * @throws IllegalStateException if the name is in use, if it belongs to a subscription with other options, or if
     *     the group has other options; the message shows both
     * @throws TopicDeletedException if the topic was deleted
     * @throws BrokerClosedException if the broker was closed
     */
    Subscription subscribe(SubscriptionOptions options, Subscriber<? super T> subscriber);

    /**
     * Creates a group that lives, and collects messages, without members, until {@link #deleteGroup}. Idempotent.
     *
     * @param group the group's name, unique in the topic
     * @param options the options its members have to agree with; their name and weight do not matter
     * @throws IllegalStateException if the group exists with other options; the message shows both
     */
    void createGroup(String group, SubscriptionOptions options);

    /**
     * Ends a group and the subscriptions of all its members; what was pending is purged.
     *
     * @throws java.util.NoSuchElementException if there is no such group
     */
    UnsubscribeReport deleteGroup(String group);

    /** The topic's subscriptions, groups' members included, in the order in which they were made. */
    List<Subscription> subscriptions();

    /** The dead letters of all of the topic's subscriptions and groups, and those of {@link #unroutable}, by time. */
    List<DeadLetter> deadLetters();

    /**
     * The dead letters of the topic itself: messages that its strategy, if it has one, did not say whom to give to, or
     * was too slow for. A redrive asks the strategy again.
     */
    DeadLetters unroutable();

    /** A snapshot of the topic's figures. */
    TopicStats stats();
}
