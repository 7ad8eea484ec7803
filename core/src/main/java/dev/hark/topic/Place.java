package dev.hark.topic;

import dev.hark.DeadLetters;
import dev.hark.EndReason;
import dev.hark.Subscriber;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.UnsubscribeReport;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Source;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind a subscription's id. It outlives the handles to it: a named one keeps its place while nobody is
 * subscribed.
 *
 * <p>Beginning, going away and ending happen under the topic's lock. {@code generation} counts the handlers that were
 * attached; handles of earlier ones have no power over it any more.
 *
 * @param <T> the type of the payloads
 */
abstract class Place<T> {
    private final LocalTopic<T> topic;
    private final String id;
    private final boolean named;
    private final Settings settings;
    private final AtomicInteger generation = new AtomicInteger();
    private volatile @Nullable EndReason endReason;
    private volatile @Nullable UnsubscribeReport report;

    Place(LocalTopic<T> topic, String id, boolean named, Settings settings) {
        this.topic = topic;
        this.id = id;
        this.named = named;
        this.settings = settings;
    }

    LocalTopic<T> topic() {
        return topic;
    }

    String id() {
        return id;
    }

    Settings settings() {
        return settings;
    }

    int generation() {
        return generation.get();
    }

    @Nullable EndReason endReason() {
        return endReason;
    }

    abstract Optional<String> group();

    /** What delivers to the handler; of a member that is away, the last one. */
    abstract Delivery<T> delivery();

    abstract Source<T> source();

    abstract SubscriptionStats stats();

    abstract DeadLetters deadLetters();

    abstract void attachHandler(Subscriber<T> subscriber, Effects effects);

    abstract void detachHandler(Effects effects);

    /** Ends it and says what that left behind. Called once. */
    abstract UnsubscribeReport endFor(EndReason reason, Effects effects);

    SubscriptionState state() {
        return endReason != null ? SubscriptionState.CLOSED : delivery().state();
    }

    boolean isAway() {
        return (source().flags() & Cursor.AWAY) != 0;
    }

    void pause() {
        source().raise(Cursor.PAUSED);
    }

    void resume() {
        source().lower(Cursor.PAUSED);
        delivery().wake();
    }

    /** Attaches a handler to a place that is away. */
    void comeBack(Subscriber<T> subscriber, Effects effects) {
        generation.incrementAndGet();
        attachHandler(subscriber, effects);
    }

    void close(int handle) {
        topic.locked(effects -> {
            if (handle == generation.get() && endReason == null && !isAway()) {
                if (named) {
                    detachHandler(effects);
                } else {
                    end(EndReason.UNSUBSCRIBED, effects);
                }
            }
            return null;
        });
    }

    UnsubscribeReport unsubscribe(int handle) {
        return topic.locked(effects -> handle == generation.get() || report != null
                ? end(EndReason.UNSUBSCRIBED, effects)
                : new UnsubscribeReport(id, 0, 0, 0));
    }

    /** Ends it, if that was not done before. The caller holds the topic's lock. */
    UnsubscribeReport end(EndReason reason, Effects effects) {
        UnsubscribeReport done = report;
        if (done == null) {
            endReason = reason;
            done = endFor(reason, effects);
            report = done;
            topic.forget(this);
        }
        return done;
    }
}
