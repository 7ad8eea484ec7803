package dev.hark;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A message broker inside this JVM: topics, and the subscriptions to them.
 *
 * <p><b>At least once.</b> A message that publish accepted is, for every subscription that was active at that moment,
 * pending, acked, dead-lettered, dropped, expired or purged: in exactly one place, and counted there ({@link Tally}).
 *
 * <p><b>Order.</b> A subscription handles messages in publish order, also across retries. Members of a group run side
 * by side; order holds for each of them.
 *
 * <p>All methods may be called by any thread, handlers included. Names of topics are levels separated by dots, without
 * an empty level, at most {@value #MAX_TOPIC_BYTES} bytes of UTF-8 and {@value #MAX_TOPIC_LEVELS} levels.
 */
public interface Broker extends AutoCloseable {
    /** The length, in bytes of UTF-8, that the name of a topic may have. */
    int MAX_TOPIC_BYTES = 255;

    /** The number of levels that the name of a topic may have. */
    int MAX_TOPIC_LEVELS = 32;

    /** Returns a new broker that keeps everything in memory, with all defaults. */
    static Broker inMemory() {
        return builder().build();
    }

    /** Returns a builder for a broker with other defaults, or with an executor, clock or timers brought from outside. */
    static BrokerBuilder builder() {
        return new BrokerBuilder();
    }

    /** Creates a topic for payloads of any type. Idempotent; see {@link #createTopic(String, Class, TopicOptions)}. */
    default Topic<Object> createTopic(String name) {
        return createTopic(name, Object.class);
    }

    /** Creates a topic whose ungrouped subscriptions get what the strategy selects for them. Idempotent. */
    default Topic<Object> createTopic(String name, DeliveryStrategy strategy) {
        return createTopic(name, Object.class, TopicOptions.defaults().withStrategy(strategy));
    }

    /** Creates a topic for payloads of a type. Idempotent; see {@link #createTopic(String, Class, TopicOptions)}. */
    default <T> Topic<T> createTopic(String name, Class<T> type) {
        return createTopic(name, type, TopicOptions.defaults());
    }

    /**
     * Creates a topic, or returns the one that exists.
     *
     * @throws IllegalArgumentException if the name is not valid; the message says what is allowed
     * @throws IllegalStateException if a topic of that name exists with another type or other options; the message
     *     shows both
     * @throws BrokerClosedException if the broker was closed
     */
    <T> Topic<T> createTopic(String name, Class<T> type, TopicOptions<T> options);

    /**
     * Returns a topic that exists, seen as a topic of any payload; publishing through it checks the payload's type.
     *
     * @throws NoSuchTopicException if there is none
     */
    Topic<Object> topic(String name);

    /**
     * Returns a topic that exists.
     *
     * @throws NoSuchTopicException if there is none
     * @throws ClassCastException if it has another type
     */
    <T> Topic<T> topic(String name, Class<T> type);

    /** The names of the topics, sorted. */
    List<String> topics();

    /**
     * Deletes a topic. Its subscriptions end, and what was pending in them is purged.
     *
     * @return one report for each subscription
     * @throws NoSuchTopicException if there is none
     */
    List<UnsubscribeReport> deleteTopic(String name);

    /** Subscribes to a topic by name. See {@link Topic#subscribe(Subscriber)}. */
    default Subscription subscribe(String topic, Subscriber<Object> subscriber) {
        return topic(topic).subscribe(subscriber);
    }

    /** Subscribes to a topic by name. See {@link Topic#subscribe(SubscriptionOptions, Subscriber)}. */
    default Subscription subscribe(String topic, SubscriptionOptions options, Subscriber<Object> subscriber) {
        return topic(topic).subscribe(options, subscriber);
    }

    /** Subscribes to a typed topic by name. See {@link Topic#subscribe(SubscriptionOptions, Subscriber)}. */
    default <T> Subscription subscribe(
            String topic, Class<T> type, SubscriptionOptions options, Subscriber<? super T> subscriber) {
        return topic(topic, type).subscribe(options, subscriber);
    }

    /** Publishes to a topic by name. See {@link Topic#publish(Object)}. */
    default Receipt publish(String topic, Object payload) {
        return topic(topic).publish(payload);
    }

    /** Publishes to a topic by name. See {@link Topic#publish(Object, PublishOptions)}. */
    default Receipt publish(String topic, Object payload, PublishOptions options) {
        return topic(topic).publish(payload, options);
    }

    /** Publishes to a topic by name without waiting. See {@link Topic#publishAsync(Object)}. */
    default CompletableFuture<Receipt> publishAsync(String topic, Object payload) {
        return topic(topic).publishAsync(payload);
    }

    /** Returns the live subscription of that id. */
    Optional<Subscription> subscription(String id);

    /**
     * Ends a subscription, see {@link Subscription#unsubscribe}. A closed, named one is found as well.
     *
     * @throws java.util.NoSuchElementException if there is none of that id
     */
    UnsubscribeReport unsubscribe(String id);

    /**
     * Ends a subscription of a topic.
     *
     * @throws NoSuchTopicException if there is no such topic
     * @throws java.util.NoSuchElementException if that topic has no subscription of that id
     */
    UnsubscribeReport unsubscribe(String topic, String id);

    /** Says where a message is for each subscription of its topic: exact for a message that is still held. */
    Explanation explain(String messageId);

    /** A snapshot of all figures. */
    BrokerStats stats();

    /**
     * Stops publishing and subscribing from outside at once, lets handlers drain what there is (they may still
     * publish), interrupts those that run at the deadline, and ends all subscriptions. Called from a handler, it does
     * not wait for that handler. Idempotent: later calls return the first report.
     *
     * @param deadline how long to let handlers drain
     */
    CloseReport close(Duration deadline);

    /** Does what {@link #close(Duration)} does without waiting for it. */
    CompletableFuture<CloseReport> closeAsync(Duration deadline);

    /** Closes with the deadline set in the builder, 10 s by default. */
    @Override
    void close();
}
