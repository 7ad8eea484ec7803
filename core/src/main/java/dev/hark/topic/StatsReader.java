package dev.hark.topic;

import dev.hark.MemberStats;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.Tally;
import dev.hark.delivery.Account;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.InFlight.Reading;
import dev.hark.delivery.Ledger;
import dev.hark.group.Mailbox;
import dev.hark.group.Router;
import dev.hark.log.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Takes snapshots that sum up. Under the partition's lock messages move only from a cursor into a worker's hands, which
 * the reading of those excludes for the moment it takes, and from there to the acked ones, which the reading sees whole.
 */
final class StatsReader {
    private StatsReader() {}

    static <T> SubscriptionStats of(OwnPlace<T> place) {
        Ledger<T> ledger = place.ledger();
        Delivery<T> delivery = place.delivery();
        Mailbox<T> mailbox = place.mailbox();
        Effects effects = new Effects();
        return locked(
                ledger,
                effects,
                () -> delivery.inFlight().read(reading -> {
                    Account account = ledger.account(effects);
                    long waiting = account.waiting() + reading.rest() + (mailbox == null ? 0 : mailbox.size());
                    return Totals.of(reading, delivery.isRunning())
                            .stats(ledger, account, waiting, place.state(), List.of());
                }));
    }

    static <T> SubscriptionStats of(LocalGroup<T> group) {
        Router<T> router = group.router();
        Ledger<T> ledger = router.ledger();
        Effects effects = new Effects();
        return locked(
                ledger,
                effects,
                () -> router.inFlight().read(routing -> {
                    Account account = ledger.account(effects);
                    Totals totals = Totals.of(router.departed());
                    long waiting = account.waiting() + routing.size();
                    boolean running = false;
                    List<MemberStats> members = new ArrayList<>();
                    for (Mailbox<T> mailbox : router.members()) {
                        MemberStats member = member(mailbox);
                        members.add(member);
                        totals = totals.plus(member);
                        waiting += member.waiting();
                        running |= mailbox.delivery().isRunning();
                    }
                    for (Mailbox<T> mailbox : router.leaving()) {
                        totals = totals.plus(member(mailbox));
                        running |= mailbox.delivery().isRunning();
                    }
                    return totals.stats(ledger, account, waiting, state(ledger, running, members), members);
                }));
    }

    /** Of the router of a topic's strategy, which has handled what it routed. */
    static <T> SubscriptionStats of(Router<T> router) {
        Ledger<T> ledger = router.ledger();
        Effects effects = new Effects();
        return locked(
                ledger,
                effects,
                () -> router.inFlight().read(routing -> {
                    Account account = ledger.account(effects);
                    Totals totals = new Totals(routing.acked(), 0, 0, 0, 0, 0);
                    SubscriptionState state = state(ledger, !router.isQuiet(), List.of());
                    return totals.stats(ledger, account, account.waiting() + routing.size(), state, List.of());
                }));
    }

    private static <T> SubscriptionStats locked(
            Ledger<T> ledger, Effects effects, Supplier<SubscriptionStats> snapshot) {
        ledger.lock().lock();
        try {
            return snapshot.get();
        } finally {
            ledger.lock().unlock();
            effects.run();
        }
    }

    private static <T> MemberStats member(Mailbox<T> mailbox) {
        Delivery<T> delivery = mailbox.delivery();
        Totals totals = Totals.of(delivery.inFlight().read(), delivery.isRunning());
        return new MemberStats(
                mailbox.id(),
                delivery.state(),
                totals.acked,
                mailbox.size(),
                totals.inFlight,
                totals.backingOff,
                totals.deliveries,
                totals.failures,
                totals.redelivered);
    }

    private static SubscriptionState state(Ledger<?> ledger, boolean running, List<MemberStats> members) {
        if (ledger.endReason() != null) {
            return SubscriptionState.CLOSED;
        }
        if (running) {
            return SubscriptionState.RUNNING;
        }
        boolean away = members.isEmpty();
        boolean paused = members.stream().allMatch(member -> member.state() == SubscriptionState.PAUSED);
        boolean backingOff = members.stream().anyMatch(member -> member.state() == SubscriptionState.BACKING_OFF);
        return away
                ? SubscriptionState.AWAY
                : paused
                        ? SubscriptionState.PAUSED
                        : backingOff ? SubscriptionState.BACKING_OFF : SubscriptionState.PARKED;
    }

    /** What deliveries did, summed up. */
    private record Totals(
            long acked, long inFlight, long backingOff, long deliveries, long failures, long redelivered) {
        static Totals of(Reading reading, boolean running) {
            int held = reading.held();
            return new Totals(
                    reading.acked(),
                    running ? held : 0,
                    running ? 0 : held,
                    reading.deliveries(),
                    reading.failed(),
                    reading.redelivered());
        }

        static Totals of(Router.Departed departed) {
            return new Totals(
                    departed.acked(), 0, 0, departed.deliveries(), departed.failures(), departed.redelivered());
        }

        Totals plus(MemberStats member) {
            return new Totals(
                    acked + member.acked(),
                    inFlight + member.inFlight(),
                    backingOff + member.backingOff(),
                    deliveries + member.deliveries(),
                    failures + member.failures(),
                    redelivered + member.redelivered());
        }

        SubscriptionStats stats(
                Ledger<?> ledger, Account account, long waiting, SubscriptionState state, List<MemberStats> members) {
            Tally tally = new Tally(
                    account.entered(),
                    0,
                    acked,
                    account.deadLettered(),
                    account.dropped(),
                    0,
                    account.purged(),
                    waiting + inFlight + backingOff);
            return new SubscriptionStats(
                    ledger.id(),
                    ledger.topic(),
                    state,
                    tally,
                    waiting,
                    inFlight,
                    backingOff,
                    deliveries,
                    failures,
                    redelivered,
                    account.evicted(),
                    members);
        }
    }
}
