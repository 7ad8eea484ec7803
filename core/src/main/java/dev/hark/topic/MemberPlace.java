package dev.hark.topic;

import dev.hark.BrokerEvent;
import dev.hark.DeadLetters;
import dev.hark.EndReason;
import dev.hark.Subscriber;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.UnsubscribeReport;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Source;
import dev.hark.group.Mailbox;
import dev.hark.log.Effects;
import java.util.Optional;

/**
 * The place of a member of a group. While a named member is away the group lives on, but what the member had not
 * settled goes back to the group: a member that returns gets a new mailbox.
 *
 * @param <T> the type of the payloads
 */
final class MemberPlace<T> extends Place<T> {
    private final LocalGroup<T> group;
    private final int weight;
    private volatile Mailbox<T> mailbox;
    private volatile boolean away;

    MemberPlace(LocalGroup<T> group, String id, boolean named, int weight, Subscriber<T> subscriber) {
        super(group.topic(), id, named, group.settings());
        this.group = group;
        this.weight = weight;
        this.mailbox = group.newMailbox(id, weight, subscriber);
    }

    /** Lets the group's router fill its mailbox. */
    void begin(Effects effects) {
        group.join(mailbox, effects);
    }

    LocalGroup<T> localGroup() {
        return group;
    }

    int weight() {
        return weight;
    }

    @Override
    Optional<String> group() {
        return Optional.of(group.name());
    }

    @Override
    Delivery<T> delivery() {
        return mailbox.delivery();
    }

    @Override
    Source<T> source() {
        return mailbox;
    }

    @Override
    SubscriptionState state() {
        return away && endReason() == null ? SubscriptionState.AWAY : super.state();
    }

    @Override
    boolean isAway() {
        return away;
    }

    @Override
    SubscriptionStats stats() {
        return group.stats();
    }

    @Override
    DeadLetters deadLetters() {
        return group.deadLetters();
    }

    @Override
    void attachHandler(Subscriber<T> subscriber, Effects effects) {
        mailbox = group.newMailbox(id(), weight, subscriber);
        away = false;
        begin(effects);
    }

    @Override
    void detachHandler(Effects effects) {
        away = true;
        group.leave(mailbox, effects);
    }

    @Override
    UnsubscribeReport endFor(EndReason reason, Effects effects) {
        if (reason == EndReason.UNSUBSCRIBED && group.livesWithout(this)) {
            return away ? new UnsubscribeReport(id(), 0, 0, 0) : group.leave(mailbox, effects);
        }
        UnsubscribeReport ended = group.end(reason, effects);
        topic().emit(new BrokerEvent.MemberLeft(topic().name(), group.name(), id(), 0), effects);
        return new UnsubscribeReport(id(), ended.purged(), 0, ended.inFlight());
    }
}
