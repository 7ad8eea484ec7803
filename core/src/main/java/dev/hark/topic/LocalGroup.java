package dev.hark.topic;

import dev.hark.BrokerEvent;
import dev.hark.DeadLetters;
import dev.hark.DeliveryStrategy;
import dev.hark.EndReason;
import dev.hark.Subscriber;
import dev.hark.SubscriptionStats;
import dev.hark.UnsubscribeReport;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Ledger;
import dev.hark.delivery.LedgerDeadLetters;
import dev.hark.delivery.Parcel;
import dev.hark.delivery.Worker;
import dev.hark.group.Mailbox;
import dev.hark.group.Router;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A group of competing members: one ledger, and the router that shares it out. Made, joined and ended under the topic's
 * lock.
 *
 * @param <T> the type of the payloads
 */
final class LocalGroup<T> {
    private final LocalTopic<T> topic;
    private final Settings settings;
    private final Router<T> router;
    private final Set<MemberPlace<T>> places = new LinkedHashSet<>();
    private boolean createdByName;
    private boolean ended;

    LocalGroup(LocalTopic<T> topic, String name, Settings settings, DeliveryStrategy strategy) {
        this.topic = topic;
        this.settings = settings;
        Ledger<T> ledger =
                Ledger.reading(name, topic.context(), topic.partition(), settings.deadLetters(), settings.buffer());
        this.router = new Router<>(ledger, strategy, true);
        ledger.attach();
    }

    LocalTopic<T> topic() {
        return topic;
    }

    String name() {
        return router.ledger().id();
    }

    Settings settings() {
        return settings;
    }

    Router<T> router() {
        return router;
    }

    boolean isEnded() {
        return ended;
    }

    boolean isCreatedByName() {
        return createdByName;
    }

    void setCreatedByName() {
        createdByName = true;
    }

    /** Whether it goes on when that member ends. */
    boolean livesWithout(MemberPlace<T> place) {
        return createdByName || places.stream().anyMatch(other -> !other.equals(place));
    }

    List<MemberPlace<T>> places() {
        return List.copyOf(places);
    }

    void add(MemberPlace<T> place) {
        places.add(place);
    }

    void remove(MemberPlace<T> place) {
        places.remove(place);
    }

    Mailbox<T> newMailbox(String id, int weight, Subscriber<T> subscriber) {
        Mailbox<T> mailbox = new Mailbox<>(id, weight, settings.buffer(), router, router.ledger());
        mailbox.setDelivery(new Delivery<>(mailbox, router.ledger(), settings.retry(), subscriber));
        return mailbox;
    }

    void join(Mailbox<T> mailbox, Effects effects) {
        router.join(mailbox);
        effects.add(router::wake);
        topic.emit(new BrokerEvent.MemberJoined(topic.name(), name(), mailbox.id()), effects);
    }

    /** Takes a member out; what it has not started goes back, before all else and in order. */
    UnsubscribeReport leave(Mailbox<T> mailbox, Effects effects) {
        ReentrantLock lock = router.ledger().lock();
        List<Parcel<T>> returned;
        lock.lock();
        try {
            mailbox.raise(Cursor.STOPPED);
            router.remove(mailbox);
            returned = mailbox.clear();
            router.ledger().giveBack(returned);
        } finally {
            lock.unlock();
        }
        Worker.Stopped stopped = mailbox.delivery().stop(effects);
        effects.add(router::wake);
        long count = (long) returned.size() + stopped.gaveUp();
        topic.emit(new BrokerEvent.MemberLeft(topic.name(), name(), mailbox.id(), count), effects);
        return new UnsubscribeReport(mailbox.id(), 0, count, stopped.inFlight());
    }

    /** Ends it for all members. */
    UnsubscribeReport end(EndReason reason, Effects effects) {
        if (ended) {
            return new UnsubscribeReport(name(), 0, 0, 0);
        }
        ended = true;
        Ledger<T> ledger = router.ledger();
        List<Mailbox<T>> members;
        long purged;
        ledger.lock().lock();
        try {
            ledger.raise(Cursor.STOPPED);
            members = router.members();
            int bound = 0;
            for (Mailbox<T> mailbox : members) {
                mailbox.raise(Cursor.STOPPED);
                router.remove(mailbox);
                bound += mailbox.clear().size();
            }
            ledger.countPurged(bound);
            purged = bound + ledger.end(reason, effects);
        } finally {
            ledger.lock().unlock();
        }
        int inFlight = 0;
        for (Mailbox<T> mailbox : members) {
            Worker.Stopped stopped = mailbox.delivery().stop(effects);
            purged += stopped.gaveUp();
            inFlight += stopped.inFlight();
        }
        purged += router.stop(effects).gaveUp();
        topic.forget(this);
        topic.emit(new BrokerEvent.Closed(topic.name(), name(), reason, purged), effects);
        return new UnsubscribeReport(name(), purged, 0, inFlight);
    }

    SubscriptionStats stats() {
        return StatsReader.of(this);
    }

    DeadLetters deadLetters() {
        return new LedgerDeadLetters<>(router.ledger());
    }
}
