package dev.hark.topic;

import dev.hark.Broker;
import dev.hark.BrokerClosedException;
import dev.hark.BrokerDefaults;
import dev.hark.BrokerStats;
import dev.hark.CloseReport;
import dev.hark.EndReason;
import dev.hark.Explanation;
import dev.hark.NoSuchTopicException;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.TopicOptions;
import dev.hark.TopicStats;
import dev.hark.UnsubscribeReport;
import dev.hark.delivery.BrokerContext;
import dev.hark.delivery.Delivery;
import dev.hark.runtime.Environment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The broker in memory: a table of topics, and one of the ids of subscriptions.
 *
 * <p>{@code deleting} holds a topic from before it leaves {@code topics} until it has ended, so that a broker which closes
 * meanwhile ends it, too. {@code ids} maps the id of every place to its topic; an id is reserved before its place is made and released when
 * that has ended, both under that topic's lock. {@code closing} is set once; publishers look at it before they append,
 * and the partitions are ended before the broker is closed.
 */
public final class LocalBroker implements Broker {
    private final BrokerDefaults defaults;
    private final Settings usual;
    private final BrokerContext context;
    private final ConcurrentMap<String, LocalTopic<?>> topics = new ConcurrentHashMap<>();
    private final Queue<LocalTopic<?>> deleting = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<String, LocalTopic<?>> ids = new ConcurrentHashMap<>();
    private final AtomicLong incarnations = new AtomicLong();
    private final AtomicLong generatedIds = new AtomicLong();
    private final AtomicReference<@Nullable Closing> closing = new AtomicReference<>();

    /** Makes an empty broker. */
    public LocalBroker(BrokerDefaults defaults, Environment environment) {
        this.defaults = defaults;
        this.usual = Settings.of(SubscriptionOptions.defaults(), defaults);
        this.context = new BrokerContext(environment);
    }

    BrokerDefaults defaults() {
        return defaults;
    }

    BrokerContext context() {
        return context;
    }

    /** Returns the options with the broker's defaults filled in: one object, if they are all defaults. */
    Settings settings(SubscriptionOptions options) {
        Settings settings = Settings.of(options, defaults);
        return settings.equals(usual) ? usual : settings;
    }

    /** Returns all topics, also those that are being deleted. */
    Collection<LocalTopic<?>> localTopics() {
        Set<LocalTopic<?>> all = new LinkedHashSet<>(topics.values());
        all.addAll(deleting);
        return all;
    }

    // Topics.

    @Override
    public <T> Topic<T> createTopic(String name, Class<T> type, TopicOptions<T> options) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(options, "options");
        TopicName.check(name);
        checkOpen();
        LocalTopic<?> topic = topics.get(name);
        if (topic == null) {
            LocalTopic<T> made = new LocalTopic<>(this, name, type, options, incarnations.getAndIncrement());
            LocalTopic<?> raced = topics.putIfAbsent(name, made);
            topic = raced == null ? made : raced;
        }
        if (closing.get() != null) {
            topic.end(EndReason.BROKER_CLOSED);
            throw closed();
        }
        LocalTopic<?> known = topic;
        return ofType(known, type)
                .filter(same -> same.options().equals(options))
                .orElseThrow(() -> new IllegalStateException("the topic '" + name + "' exists with " + known.type()
                        + " and " + known.options() + ", not with " + type + " and " + options));
    }

    @SuppressWarnings("unchecked") // compares the class
    private static <T> Optional<Topic<T>> ofType(LocalTopic<?> topic, Class<T> type) {
        return topic.type() == type ? Optional.of((Topic<T>) topic) : Optional.empty();
    }

    @Override
    @SuppressWarnings("unchecked") // every publish casts its payload to the topic's class
    public Topic<Object> topic(String name) {
        return (Topic<Object>) find(name);
    }

    @Override
    public <T> Topic<T> topic(String name, Class<T> type) {
        LocalTopic<?> topic = find(name);
        return ofType(topic, type)
                .orElseThrow(() ->
                        new ClassCastException("the topic '" + name + "' is of " + topic.type() + ", not of " + type));
    }

    private LocalTopic<?> find(String name) {
        LocalTopic<?> topic = topics.get(Objects.requireNonNull(name, "name"));
        if (topic == null) {
            throw new NoSuchTopicException(name, NearestName.of(name, topics.keySet()));
        }
        return topic;
    }

    @Override
    public List<String> topics() {
        return topics.keySet().stream().sorted().toList();
    }

    @Override
    public List<UnsubscribeReport> deleteTopic(String name) {
        LocalTopic<?> topic = find(name);
        deleting.add(topic);
        try {
            if (!topics.remove(name, topic)) {
                throw new NoSuchTopicException(name, null);
            }
            return topic.end(EndReason.TOPIC_DELETED);
        } finally {
            deleting.remove(topic);
        }
    }

    // Subscriptions.

    /** Reserves the given id, or one made for this topic. */
    String reserve(@Nullable String given, LocalTopic<?> topic) {
        if (given != null) {
            LocalTopic<?> other = ids.putIfAbsent(given, topic);
            if (other != null) {
                throw new IllegalStateException(
                        "the name '" + given + "' is in use by a subscription to '" + other.name() + "'");
            }
            return given;
        }
        while (true) {
            String id = topic.name() + "#" + generatedIds.incrementAndGet();
            if (ids.putIfAbsent(id, topic) == null) {
                return id;
            }
        }
    }

    void release(String id) {
        ids.remove(id);
    }

    private @Nullable Place<?> place(String id) {
        LocalTopic<?> topic = ids.get(Objects.requireNonNull(id, "id"));
        return topic == null ? null : topic.place(id);
    }

    @Override
    public Optional<Subscription> subscription(String id) {
        Place<?> place = place(id);
        return place == null || place.isAway()
                ? Optional.empty()
                : Optional.of(new SubscriptionHandle(place, place.generation()));
    }

    @Override
    public UnsubscribeReport unsubscribe(String id) {
        return unsubscribe(place(id), id, "in this broker");
    }

    @Override
    public UnsubscribeReport unsubscribe(String topic, String id) {
        return unsubscribe(find(topic).place(Objects.requireNonNull(id, "id")), id, "of the topic '" + topic + "'");
    }

    private static UnsubscribeReport unsubscribe(@Nullable Place<?> place, String id, String where) {
        if (place == null) {
            throw new NoSuchElementException("no subscription '" + id + "' " + where);
        }
        return place.unsubscribe(place.generation());
    }

    // Looking.

    @Override
    public Explanation explain(String messageId) {
        return Explainer.explain(this, Objects.requireNonNull(messageId, "messageId"));
    }

    @Override
    public BrokerStats stats() {
        List<TopicStats> all = new ArrayList<>(topics.size());
        topics.values().stream()
                .sorted(Comparator.comparing(LocalTopic::name))
                .forEach(topic -> all.add(topic.stats()));
        return new BrokerStats(all, context.environment().eventsDropped());
    }

    // Closing.

    /** Whether the calling thread may not publish any more: handlers may, until the broker is closed. */
    void checkPublisher() {
        if (closing.get() != null) {
            Delivery<?> handler = Delivery.current();
            if (handler == null || !handler.belongsTo(context)) {
                throw closed();
            }
        }
    }

    void checkOpen() {
        if (closing.get() != null) {
            throw closed();
        }
    }

    private static BrokerClosedException closed() {
        return new BrokerClosedException("the broker is closed or closing");
    }

    @Override
    public CompletableFuture<CloseReport> closeAsync(Duration deadline) {
        return beginClosing(deadline, null).report();
    }

    @Override
    public CloseReport close(Duration deadline) {
        return beginClosing(deadline, Delivery.current()).await();
    }

    /** Begins to close, unless that was begun before, and waits for no handler that will wait for the end. */
    private Closing beginClosing(Duration deadline, @Nullable Delivery<?> caller) {
        if (deadline.isNegative()) {
            throw new IllegalArgumentException("deadline is " + deadline + "; it must not be negative");
        }
        Closing mine = new Closing(this, deadline);
        Closing first = closing.compareAndExchange(null, mine);
        Closing current = first == null ? mine : first;
        current.excuse(caller);
        if (first == null) {
            mine.begin();
        }
        return current;
    }

    @Override
    public void close() {
        close(defaults.closeDeadline());
    }
}
