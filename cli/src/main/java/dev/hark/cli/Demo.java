package dev.hark.cli;

import dev.hark.Broker;
import dev.hark.Buffer;
import dev.hark.Membership;
import dev.hark.Message;
import dev.hark.Overflow;
import dev.hark.Retry;
import dev.hark.Subscriber;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionStats;
import dev.hark.Topic;
import dev.hark.TopicOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The main job: a month of earthquakes through one topic, to five subscriptions of which each needs something else.
 *
 * <p>One thread publishes; handlers run on the broker's threads; a third thread redraws the view.
 */
final class Demo {
    private static final double ALERT_MAGNITUDE = 4.5;
    private static final int STATS_MEMBERS = 4;
    private static final int FLAKY_PERIOD = 50;
    private static final int MAP_CAPACITY = 100;
    private static final Duration MAP_DELAY = Duration.ofMillis(20);
    private static final Duration REDRAW = Duration.ofMillis(100);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final QuakeFeed feed;
    private final Pace pace;
    private final DemoView view;
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong alerts = new AtomicLong();
    private final ConcurrentMap<String, LongAdder> byNetwork = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, LongAdder> byType = new ConcurrentHashMap<>();
    private final long startNanos = System.nanoTime();
    private volatile @Nullable Quake lastAlert;
    private volatile String step = "publishing";
    private volatile boolean poisonFixed;
    private volatile long total;
    private volatile long lastFlaw = -1;

    Demo(QuakeFeed feed, Pace pace, DemoView view) {
        this.feed = feed;
        this.pace = pace;
        this.view = view;
    }

    /**
     * Runs it to the end.
     *
     * @throws IOException if the feed cannot be read
     */
    DemoFigures run() throws IOException {
        total = feed.count();
        try (Broker broker = Broker.builder().listener(event -> {}).build();
                ScheduledExecutorService redraw = Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("hark-view").factory())) {
            Topic<Quake> quakes = broker.createTopic(
                    "quakes", Quake.class, TopicOptions.<Quake>defaults().withKey(Quake::net));
            subscribe(quakes);
            ScheduledFuture<?> drawing = redraw.scheduleWithFixedDelay(
                    () -> view.update(snapshot()), 0, REDRAW.toMillis(), TimeUnit.MILLISECONDS);
            publish(quakes);
            long redriven = finish();
            drawing.cancel(false);
            return new DemoFigures(published.get(), alerts.get(), redriven, stats());
        }
    }

    /** Shows the end. Called after {@link #run} has returned. */
    void showEnd() {
        view.update(snapshot());
    }

    private void publish(Topic<Quake> quakes) throws IOException {
        Pace.Metronome metronome = pace.start();
        feed.read(
                quake -> {
                    metronome.await(quake.time());
                    quakes.publish(quake);
                    published.incrementAndGet();
                },
                view::warn);
    }

    private void subscribe(Topic<Quake> quakes) {
        subscribe(quakes, SubscriptionOptions.named("alerts"), this::alert);
        for (int i = 1; i <= STATS_MEMBERS; i++) {
            SubscriptionOptions member = SubscriptionOptions.named("stats-" + i).withMembership(Membership.of("stats"));
            Subscription subscription = quakes.subscribe(member, this::count);
            subscriptions.putIfAbsent("stats", subscription);
        }
        subscribe(
                quakes,
                SubscriptionOptions.named("flaky").withRetry(Retry.fixed(Duration.ofMillis(1))),
                this::failEveryFiftieth);
        subscribe(
                quakes,
                SubscriptionOptions.named("poison")
                        .withRetry(Retry.exponential(Duration.ofMillis(1), Duration.ofSeconds(1))
                                .withMaxAttempts(3)),
                this::dislikeIce);
        subscribe(
                quakes,
                SubscriptionOptions.named("map").withBuffer(Buffer.of(MAP_CAPACITY, Overflow.dropOldest())),
                this::drawSlowly);
    }

    private void subscribe(Topic<Quake> quakes, SubscriptionOptions options, Subscriber<Quake> subscriber) {
        Subscription subscription = quakes.subscribe(options, subscriber);
        subscriptions.put(subscription.id(), subscription);
    }

    // The handlers.

    private boolean alert(Message<Quake> message) {
        Quake quake = message.payload();
        if (quake.magnitude() >= ALERT_MAGNITUDE) {
            alerts.incrementAndGet();
            lastAlert = quake;
            view.alert(quake);
        }
        return true;
    }

    private boolean count(Message<Quake> message) {
        Quake quake = message.payload();
        byNetwork.computeIfAbsent(quake.net(), net -> new LongAdder()).increment();
        byType.computeIfAbsent(quake.type(), type -> new LongAdder()).increment();
        return true;
    }

    private boolean failEveryFiftieth(Message<Quake> message) {
        boolean flaw = message.offset() % FLAKY_PERIOD == FLAKY_PERIOD - 1 && message.offset() != lastFlaw;
        if (flaw) {
            lastFlaw = message.offset();
        }
        return !flaw;
    }

    private boolean dislikeIce(Message<Quake> message) {
        if (message.payload().type().equals("ice quake") && !poisonFixed) {
            throw new IllegalStateException("an ice quake cannot be handled");
        }
        return true;
    }

    private boolean drawSlowly(Message<Quake> message) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(MAP_DELAY.toNanos());
        return true;
    }

    // The end.

    private long finish() {
        step = "handling the rest";
        until(() -> subscriptions.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("map"))
                .allMatch(entry -> isSettled(entry.getValue())));
        step = "redriving dead letters";
        Subscription poison = subscription("poison");
        poisonFixed = true;
        long redriven = poison.deadLetters().redriveAll();
        until(() -> isSettled(poison));
        step = "unsubscribing the map";
        Subscription map = subscription("map");
        map.unsubscribe();
        until(() -> isSettled(map));
        step = "done";
        return redriven;
    }

    private Subscription subscription(String name) {
        return Objects.requireNonNull(subscriptions.get(name), name);
    }

    private static boolean isSettled(Subscription subscription) {
        return subscription.stats().tally().pending() == 0;
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    // What it has come to.

    private Map<String, SubscriptionStats> stats() {
        Map<String, SubscriptionStats> stats = new LinkedHashMap<>();
        subscriptions.forEach((name, subscription) -> stats.put(name, subscription.stats()));
        return stats;
    }

    DemoSnapshot snapshot() {
        return new DemoSnapshot(step, published.get(), total, System.nanoTime() - startNanos, stats(), lastAlert);
    }

    /** How many events each network reported. */
    Map<String, Long> byNetwork() {
        return sums(byNetwork);
    }

    /** How many events there were of each type. */
    Map<String, Long> byType() {
        return sums(byType);
    }

    private static Map<String, Long> sums(Map<String, LongAdder> counters) {
        Map<String, Long> sums = new LinkedHashMap<>();
        counters.forEach((name, counter) -> sums.put(name, counter.sum()));
        return sums;
    }
}
