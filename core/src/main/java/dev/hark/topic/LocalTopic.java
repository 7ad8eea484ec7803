package dev.hark.topic;

import dev.hark.BrokerClosedException;
import dev.hark.BrokerEvent;
import dev.hark.DeadLetter;
import dev.hark.DeadLetters;
import dev.hark.DeliveryStrategy;
import dev.hark.EndReason;
import dev.hark.Membership;
import dev.hark.PublishException;
import dev.hark.PublishOptions;
import dev.hark.Receipt;
import dev.hark.Subscriber;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionStats;
import dev.hark.Topic;
import dev.hark.TopicDeletedException;
import dev.hark.TopicOptions;
import dev.hark.TopicStats;
import dev.hark.UnsubscribeReport;
import dev.hark.delivery.BrokerContext;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Ledger;
import dev.hark.delivery.LedgerDeadLetters;
import dev.hark.group.Router;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import dev.hark.log.Origin;
import dev.hark.log.Partition;
import dev.hark.log.StoredMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A topic of this broker.
 *
 * <p>Subscriptions and groups begin and end under {@code lock}, which is taken before a partition's. Publishing takes
 * neither, unless the partition has to ask for room.
 *
 * @param <T> the type of the payloads
 */
final class LocalTopic<T> implements Topic<T> {
    private final LocalBroker broker;
    private final String name;
    private final Class<T> type;
    private final TopicOptions<T> options;
    private final Partition<T> partition;
    private final @Nullable Router<T> router;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock. Made for several when there are several: most topics of many have one subscription.
    private Map<String, Place<T>> places = Map.of();
    private Map<String, LocalGroup<T>> groups = Map.of();
    private @Nullable EndReason endReason;

    LocalTopic(LocalBroker broker, String name, Class<T> type, TopicOptions<T> options, long incarnation) {
        this.broker = broker;
        this.name = name;
        this.type = type;
        this.options = options;
        BrokerContext context = broker.context();
        Origin origin = new Origin(name, 0, context.environment().runId(), incarnation);
        this.partition = new Partition<>(
                origin,
                context.environment(),
                context.waitGraph(),
                broker.defaults().maxWaitingPublishers());
        this.router = options.strategy() == null ? null : newRouter(options.strategy());
    }

    private Router<T> newRouter(DeliveryStrategy strategy) {
        Ledger<T> ledger = Ledger.reading(
                name,
                broker.context(),
                partition,
                broker.defaults().deadLetters(),
                broker.defaults().buffer());
        Router<T> made = new Router<>(ledger, strategy, false);
        ledger.attach();
        ledger.park();
        return made;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Class<T> type() {
        return type;
    }

    @Override
    public TopicOptions<T> options() {
        return options;
    }

    LocalBroker broker() {
        return broker;
    }

    BrokerContext context() {
        return broker.context();
    }

    Partition<T> partition() {
        return partition;
    }

    /** Does something under the topic's lock, and what follows from it without. */
    <R extends @Nullable Object> R locked(Function<Effects, R> action) {
        Effects effects = new Effects();
        lock.lock();
        try {
            return action.apply(effects);
        } finally {
            lock.unlock();
            effects.run();
        }
    }

    void emit(BrokerEvent event, Effects effects) {
        effects.add(() -> context().environment().emit(event));
    }

    /** Routes to the ungrouped subscriptions, if the topic has a strategy. */
    @Nullable Router<T> router() {
        return router;
    }

    Router<T> requireRouter() {
        return Objects.requireNonNull(router, "router");
    }

    // Publishing.

    @Override
    public Receipt publish(T payload) {
        return publish(payload, PublishOptions.none());
    }

    @Override
    public Receipt publish(T payload, PublishOptions publishOptions) {
        StoredMessage<T> message = message(payload, publishOptions);
        broker.checkPublisher();
        return partition.tryAppend(message)
                ? message.receipt()
                : partition.append(message, Delivery.current(), true).await();
    }

    @Override
    public CompletableFuture<Receipt> publishAsync(T payload) {
        return publishAsync(payload, PublishOptions.none());
    }

    @Override
    public CompletableFuture<Receipt> publishAsync(T payload, PublishOptions publishOptions) {
        StoredMessage<T> message = message(payload, publishOptions);
        try {
            broker.checkPublisher();
            return partition.tryAppend(message)
                    ? CompletableFuture.completedFuture(message.receipt())
                    : partition.append(message, null, false).future();
        } catch (PublishException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Keeps publishers out that were about to publish when the broker began to close: they are asked once more. */
    void seal() {
        partition.seal(broker::checkPublisher);
    }

    private StoredMessage<T> message(T payload, PublishOptions publishOptions) {
        T checked = type.cast(Objects.requireNonNull(payload, "payload"));
        String key = publishOptions.key();
        Function<? super T, String> keyFunction = options.key();
        if (key == null && keyFunction != null) {
            key = keyFunction.apply(checked);
        }
        return new StoredMessage<>(
                partition.origin(),
                checked,
                key,
                publishOptions,
                context().environment().currentTimeMillis());
    }

    // Subscribing.

    @Override
    public Subscription subscribe(Subscriber<? super T> subscriber) {
        return subscribe(SubscriptionOptions.defaults(), subscriber);
    }

    @Override
    @SuppressWarnings("unchecked") // a message only hands out its payload, so one of T serves as one of a supertype
    public Subscription subscribe(SubscriptionOptions subscriptionOptions, Subscriber<? super T> subscriber) {
        Subscriber<T> handler = (Subscriber<T>) Objects.requireNonNull(subscriber, "subscriber");
        Settings settings = broker.settings(subscriptionOptions);
        return locked(effects -> {
            checkOpen();
            String given = subscriptionOptions.name();
            Place<T> place = given == null ? null : places.get(given);
            if (place == null) {
                place = begin(subscriptionOptions, settings, handler, effects);
            } else {
                checkComeBack(place, subscriptionOptions.membership(), settings);
                place.comeBack(handler, effects);
            }
            return new SubscriptionHandle(place, place.generation());
        });
    }

    private Place<T> begin(
            SubscriptionOptions subscriptionOptions, Settings settings, Subscriber<T> subscriber, Effects effects) {
        String given = subscriptionOptions.name();
        String id = broker.reserve(given, this);
        try {
            Membership membership = subscriptionOptions.membership();
            Place<T> place;
            if (membership == null) {
                OwnPlace<T> own = OwnPlace.open(this, id, given != null, settings, subscriber);
                own.begin(effects);
                place = own;
            } else {
                LocalGroup<T> group = group(membership, settings);
                MemberPlace<T> member = new MemberPlace<>(group, id, given != null, membership.weight(), subscriber);
                group.add(member);
                member.begin(effects);
                place = member;
            }
            places = with(places, id, place);
            return place;
        } catch (RuntimeException e) {
            broker.release(id);
            throw e;
        }
    }

    private void checkComeBack(Place<T> place, @Nullable Membership membership, Settings settings) {
        if (!place.isAway()) {
            throw new IllegalStateException("the name '" + place.id() + "' is in use by a live subscription");
        }
        String group = membership == null ? null : membership.group();
        String knownGroup = place.group().orElse(null);
        if (!Objects.equals(group, knownGroup) || !settings.equals(place.settings())) {
            throw new IllegalStateException("the subscription '" + place.id() + "' was made with group " + knownGroup
                    + " and " + place.settings() + ", not with group " + group + " and " + settings);
        }
    }

    private LocalGroup<T> group(Membership membership, Settings settings) {
        DeliveryStrategy strategy = membership.strategy();
        LocalGroup<T> known = groups.get(membership.group());
        if (known == null) {
            LocalGroup<T> made = new LocalGroup<>(
                    this, membership.group(), settings, strategy == null ? DeliveryStrategy.roundRobin() : strategy);
            groups = with(groups, membership.group(), made);
            return made;
        }
        if (!known.settings().equals(settings)) {
            throw new IllegalStateException("the group '" + membership.group() + "' has " + known.settings()
                    + ", and a member must not have " + settings);
        }
        if (strategy != null && !strategy.equals(known.router().strategy())) {
            throw new IllegalStateException("the group '" + membership.group() + "' has the strategy "
                    + known.router().strategy() + ", and a member must not have " + strategy);
        }
        return known;
    }

    @Override
    public void createGroup(String group, SubscriptionOptions subscriptionOptions) {
        Membership given = subscriptionOptions.membership();
        Membership membership =
                given == null ? Membership.of(group) : new Membership(group, given.weight(), given.strategy());
        locked(effects -> {
            checkOpen();
            group(membership, broker.settings(subscriptionOptions)).setCreatedByName();
            return null;
        });
    }

    @Override
    public UnsubscribeReport deleteGroup(String group) {
        return locked(effects -> {
            LocalGroup<T> known = groups.get(Objects.requireNonNull(group, "group"));
            if (known == null) {
                throw new NoSuchElementException("the topic '" + name + "' has no group '" + group + "'");
            }
            UnsubscribeReport report = known.end(EndReason.UNSUBSCRIBED, effects);
            known.places().forEach(member -> member.end(EndReason.UNSUBSCRIBED, effects));
            return report;
        });
    }

    private void checkOpen() {
        if (endReason == EndReason.TOPIC_DELETED) {
            throw deleted();
        }
        broker.checkOpen();
    }

    private TopicDeletedException deleted() {
        return new TopicDeletedException("the topic '" + name + "' of this handle was deleted");
    }

    private static <V> Map<String, V> with(Map<String, V> map, String key, V value) {
        if (map.isEmpty()) {
            return Map.of(key, value);
        }
        Map<String, V> several = map instanceof LinkedHashMap ? map : new LinkedHashMap<>(map);
        several.put(key, value);
        return several;
    }

    private static <V> Map<String, V> without(Map<String, V> map, String key) {
        if (map.size() == 1 && map.containsKey(key)) {
            return Map.of();
        }
        if (map instanceof LinkedHashMap) {
            map.remove(key);
        }
        return map;
    }

    // Ending. Called by places and groups that end, under the lock.

    void forget(Place<T> place) {
        places = without(places, place.id());
        if (place instanceof MemberPlace<T> member) {
            member.localGroup().remove(member);
        }
        broker.release(place.id());
    }

    void forget(LocalGroup<T> group) {
        groups = without(groups, group.name());
    }

    /** Ends the topic for good: no publish and no subscription succeeds from here on. */
    List<UnsubscribeReport> end(EndReason reason) {
        return locked(effects -> {
            if (endReason != null) {
                return List.of();
            }
            endReason = reason;
            partition.end(reason == EndReason.TOPIC_DELETED ? this::deleted : LocalTopic::brokerClosed, effects);
            List<UnsubscribeReport> reports = new ArrayList<>();
            for (Place<T> place : List.copyOf(places.values())) {
                reports.add(place.end(reason, effects));
            }
            List.copyOf(groups.values()).forEach(group -> group.end(reason, effects));
            if (router != null) {
                endRouter(router, reason, effects);
            }
            return reports;
        });
    }

    private static PublishException brokerClosed() {
        return new BrokerClosedException("the broker is closed");
    }

    private static <T> void endRouter(Router<T> router, EndReason reason, Effects effects) {
        Ledger<T> ledger = router.ledger();
        ledger.lock().lock();
        try {
            ledger.raise(Cursor.STOPPED);
            ledger.end(reason, effects);
        } finally {
            ledger.lock().unlock();
        }
        router.stop(effects);
    }

    // Looking.

    List<Place<T>> places() {
        return locked(effects -> List.copyOf(places.values()));
    }

    List<LocalGroup<T>> groups() {
        return locked(effects -> List.copyOf(groups.values()));
    }

    @Nullable Place<T> place(String id) {
        return locked(effects -> places.get(id));
    }

    @Override
    public List<Subscription> subscriptions() {
        List<Subscription> all = new ArrayList<>();
        places().forEach(place -> all.add(new SubscriptionHandle(place, place.generation())));
        return List.copyOf(all);
    }

    @Override
    public List<DeadLetter> deadLetters() {
        List<DeadLetter> letters = new ArrayList<>(unroutable().list());
        places().stream()
                .filter(place -> place.group().isEmpty())
                .forEach(place -> letters.addAll(place.deadLetters().list()));
        groups().forEach(group -> letters.addAll(group.deadLetters().list()));
        letters.sort(Comparator.comparing(DeadLetter::time));
        return letters;
    }

    @Override
    public DeadLetters unroutable() {
        return router == null ? NoDeadLetters.INSTANCE : new LedgerDeadLetters<>(router.ledger());
    }

    @Override
    public TopicStats stats() {
        List<SubscriptionStats> all = new ArrayList<>();
        places().stream().filter(place -> place.group().isEmpty()).forEach(place -> all.add(place.stats()));
        groups().forEach(group -> all.add(group.stats()));
        SubscriptionStats routing = router == null ? null : StatsReader.of(router);
        return new TopicStats(name, partition.size(), partition.waitingPublishers(), all, routing);
    }

    @Override
    public String toString() {
        return "Topic[" + name + " of " + type.getName() + "]";
    }
}
