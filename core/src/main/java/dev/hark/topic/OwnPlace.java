package dev.hark.topic;

import dev.hark.BrokerEvent;
import dev.hark.DeadLetters;
import dev.hark.EndReason;
import dev.hark.Subscriber;
import dev.hark.SubscriptionStats;
import dev.hark.UnsubscribeReport;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Ledger;
import dev.hark.delivery.LedgerDeadLetters;
import dev.hark.delivery.Source;
import dev.hark.delivery.Worker;
import dev.hark.group.Mailbox;
import dev.hark.group.Router;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The place of a subscription that stands alone: it has a ledger of its own, which reads the topic or, if the topic has
 * a strategy, is given what that selects it for.
 *
 * @param <T> the type of the payloads
 */
final class OwnPlace<T> extends Place<T> {
    private final Ledger<T> ledger;
    private final Delivery<T> delivery;
    private final Source<T> source;
    private final @Nullable Mailbox<T> mailbox;

    private OwnPlace(LocalTopic<T> topic, Ledger<T> ledger, boolean named, Settings settings, Wiring<T> wiring) {
        super(topic, ledger.id(), named, settings);
        this.ledger = ledger;
        this.delivery = wiring.delivery();
        this.source = wiring.source();
        this.mailbox = wiring.mailbox();
    }

    private record Wiring<T>(
            Source<T> source,
            Delivery<T> delivery,
            @Nullable Mailbox<T> mailbox) {}

    static <T> OwnPlace<T> open(
            LocalTopic<T> topic, String id, boolean named, Settings settings, Subscriber<T> subscriber) {
        Router<T> router = topic.router();
        return router == null
                ? openReading(topic, id, named, settings, subscriber)
                : openRouted(topic, id, named, settings, subscriber);
    }

    private static <T> OwnPlace<T> openReading(
            LocalTopic<T> topic, String id, boolean named, Settings settings, Subscriber<T> subscriber) {
        Ledger<T> ledger =
                Ledger.reading(id, topic.context(), topic.partition(), settings.deadLetters(), settings.buffer());
        Delivery<T> delivery = new Delivery<>(ledger, ledger, settings.retry(), subscriber);
        ledger.setWorker(delivery);
        ledger.attach();
        return new OwnPlace<>(topic, ledger, named, settings, new Wiring<>(ledger, delivery, null));
    }

    private static <T> OwnPlace<T> openRouted(
            LocalTopic<T> topic, String id, boolean named, Settings settings, Subscriber<T> subscriber) {
        Router<T> router = topic.requireRouter();
        Ledger<T> ledger = Ledger.routed(id, topic.context(), topic.partition(), settings.deadLetters());
        Mailbox<T> mailbox = new Mailbox<>(id, 1, settings.buffer(), router, ledger);
        Delivery<T> delivery = new Delivery<>(mailbox, ledger, settings.retry(), subscriber);
        mailbox.setDelivery(delivery);
        ledger.setWorker(delivery);
        router.join(mailbox);
        return new OwnPlace<>(topic, ledger, named, settings, new Wiring<>(mailbox, delivery, mailbox));
    }

    /** Has the first publish wake it, or runs it if that has been. */
    void begin(Effects effects) {
        if (mailbox == null) {
            effects.add(() -> {
                source.park();
                if (source.ready()) {
                    delivery.wake();
                }
            });
        }
    }

    @Override
    Optional<String> group() {
        return Optional.empty();
    }

    @Override
    Delivery<T> delivery() {
        return delivery;
    }

    @Override
    Source<T> source() {
        return source;
    }

    Ledger<T> ledger() {
        return ledger;
    }

    @Nullable Mailbox<T> mailbox() {
        return mailbox;
    }

    @Override
    SubscriptionStats stats() {
        return StatsReader.of(this);
    }

    @Override
    DeadLetters deadLetters() {
        return new LedgerDeadLetters<>(ledger);
    }

    @Override
    void attachHandler(Subscriber<T> subscriber, Effects effects) {
        delivery.setHandler(subscriber);
        setAway(false, effects);
        source.lower(Cursor.AWAY | Cursor.PAUSED);
        effects.add(delivery::wake);
    }

    @Override
    void detachHandler(Effects effects) {
        source.raise(Cursor.AWAY);
        setAway(true, effects);
    }

    private void setAway(boolean away, Effects effects) {
        if (mailbox == null) {
            ledger.lock().lock();
            try {
                topic().partition().setAway(ledger.cursor(), away, effects);
            } finally {
                ledger.lock().unlock();
            }
        }
    }

    @Override
    UnsubscribeReport endFor(EndReason reason, Effects effects) {
        ReentrantLock lock = ledger.lock();
        long purged;
        lock.lock();
        try {
            source.raise(Cursor.STOPPED);
            purged = ledger.end(reason, effects);
            if (mailbox != null) {
                topic().requireRouter().remove(mailbox);
                int bound = mailbox.clear().size();
                ledger.countPurged(bound);
                purged += bound;
            }
        } finally {
            lock.unlock();
        }
        Worker.Stopped stopped = delivery.stop(effects);
        purged += stopped.gaveUp();
        UnsubscribeReport report = new UnsubscribeReport(id(), purged, 0, stopped.inFlight());
        topic().emit(new BrokerEvent.Closed(topic().name(), id(), reason, purged), effects);
        return report;
    }
}
