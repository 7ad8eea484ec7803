package dev.hark.simulation.model;

import dev.hark.DeadLetter;
import dev.hark.SubscriptionStats;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one subscription or group as the broker states them, checked against the account. A snapshot may be
 * taken at any time, so the account before and after it bounds what it may say; when nothing is left to happen, both
 * have to be equal.
 */
public final class Books {
    private final Model model;
    private final UnitModel unit;
    private @Nullable SubscriptionStats last;
    private long lastAt;

    /** Opens the books of a subscription or group. */
    public Books(Model model, UnitModel unit) {
        this.model = model;
        this.unit = unit;
    }

    /** What the account says before a snapshot is taken. */
    public Opening open() {
        return new Opening(model.tick(), unit.acks(), unit.entries(), unit.failures());
    }

    /**
     * The account at the moment before a snapshot.
     *
     * @param moment when
     * @param acks handlers' acks
     * @param entries handlers' calls
     * @param failures handlers' failures
     */
    public record Opening(long moment, long acks, long entries, long failures) {}

    /** Checks a snapshot that was taken after the opening and before now. */
    public void check(Opening before, SubscriptionStats stats) {
        checkSum(unit.toString(), stats);
        checkBounds(stats);
        checkMonotonic(before, stats);
        int handlers = unit.members().size();
        within(Rule.ACKED, stats, stats.tally().acked(), before.acks() - handlers, unit.acks());
        within(Rule.DELIVERIES, stats, stats.deliveries(), before.entries(), unit.entries() + handlers);
        within(Rule.FAILURES, stats, stats.failures(), before.failures() - handlers, unit.failures());
        checkDrops(stats);
    }

    /** Checks what holds for any snapshot of anyone. */
    public static void checkSum(String whose, SubscriptionStats stats) {
        var tally = stats.tally();
        Rule.SUM.check(tally.missing() == 0, () -> whose + " misses " + tally.missing() + ": " + stats);
        long pending = stats.waiting() + stats.inFlight() + stats.backingOff();
        Rule.PENDING.check(tally.pending() == pending, () -> whose + ": " + stats);
        Rule.SUM.check(
                stats.waiting() >= 0
                        && stats.inFlight() >= 0
                        && stats.backingOff() >= 0
                        && tally.deadLettered() >= 0
                        && tally.dropped() >= 0
                        && tally.purged() >= 0
                        && tally.expired() == 0
                        && tally.replayed() == 0,
                () -> whose + " has a figure that cannot be: " + stats);
    }

    private void checkBounds(SubscriptionStats stats) {
        var buffer = unit.terms().buffer();
        var limits = unit.terms().deadLetters();
        Rule.BOUND.check(
                stats.waiting() <= unit.mostWaiting(),
                () -> unit + " has " + buffer + ", so that " + unit.mostWaiting() + " may wait: " + stats);
        Rule.BOUND.check(
                stats.tally().deadLettered() <= (long) limits.failed() + limits.overflowed(),
                () -> unit + " keeps " + limits + ": " + stats);
        Rule.EXCLUSIVE.check(
                stats.inFlight() <= unit.members().size(), () -> unit + " has too much in flight: " + stats);
    }

    private void checkMonotonic(Opening before, SubscriptionStats stats) {
        SubscriptionStats old = last;
        if (old != null && lastAt < before.moment()) {
            Rule.MONOTONIC.check(
                    stats.tally().published() >= old.tally().published()
                            && stats.tally().acked() >= old.tally().acked()
                            && stats.tally().dropped() >= old.tally().dropped()
                            && stats.deliveries() >= old.deliveries()
                            && stats.failures() >= old.failures()
                            && stats.redelivered() >= old.redelivered()
                            && stats.evicted() >= old.evicted(),
                    () -> unit + " had " + old + " and then " + stats);
        }
        last = stats;
        lastAt = model.tick();
    }

    private void checkDrops(SubscriptionStats stats) {
        long drops = stats.tally().dropped() - stats.evicted();
        Rule.DROPS.check(drops >= 0 && (drops == 0 || unit.terms().drops()), () -> unit + ": " + stats);
        Rule.ROOM.check(
                drops == 0 || unit.isGroup() || unit.mayHaveBeenFull(),
                () -> unit + " dropped although it always had room: " + stats);
    }

    private void within(Rule rule, SubscriptionStats stats, long stated, long least, long most) {
        rule.check(
                stated >= least && stated <= most,
                () -> unit + " states " + stated + ", seen were " + least + " to " + most + ": " + stats);
    }

    /** Checks a snapshot that was taken when nothing was left to happen. */
    public void checkSettled(SubscriptionStats stats, List<DeadLetter> letters, Condition condition) {
        check(open(), stats);
        var tally = stats.tally();
        equal(Rule.DELIVERIES, stats, stats.deliveries(), unit.entries());
        equal(Rule.DELIVERIES, stats, stats.redelivered(), unit.repeats());
        equal(Rule.FAILURES, stats, stats.failures(), unit.failures());
        within(Rule.ACKED, stats, tally.acked(), unit.acks() - condition.fenced(), unit.acks());
        equal(Rule.LETTERS, stats, tally.deadLettered(), letters.size());
        unit.checkLetters(letters);
        Rule.SETTLED.check(
                stats.inFlight() == 0 && (tally.pending() == 0 || condition.mayBePending()),
                () -> unit + " has something pending: " + stats);
        within(Rule.VISIBLE, stats, tally.published(), unit.fewestPublished(), unit.mostPublished());
        long purgedByEnd = tally.purged() - unit.purgedLetters();
        Rule.PURGES.check(
                purgedByEnd == 0 || (purgedByEnd > 0 && unit.isEnding()),
                () -> unit + " purged " + tally.purged() + ", asked for were " + unit.purgedLetters() + ": " + stats);
    }

    /**
     * How a subscription stands when nothing is left to happen.
     *
     * @param mayBePending whether it is paused or away, so that messages may wait
     * @param fenced how many acks may not count, as they came after close had given up on their handlers
     */
    public record Condition(boolean mayBePending, int fenced) {}

    private void equal(Rule rule, SubscriptionStats stats, long stated, long seen) {
        within(rule, stats, stated, seen, seen);
    }
}
