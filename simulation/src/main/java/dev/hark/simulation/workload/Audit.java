package dev.hark.simulation.workload;

import dev.hark.Buffer;
import dev.hark.CloseReport;
import dev.hark.DeadLetter;
import dev.hark.Overflow;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.TopicStats;
import dev.hark.simulation.model.Books;
import dev.hark.simulation.model.Rule;
import dev.hark.simulation.model.TopicModel;
import dev.hark.simulation.model.UnitModel;
import dev.hark.simulation.schedule.Dice;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the whole account against the broker when nothing is left to happen, and closes the broker at the end. */
final class Audit {
    private static final int ENQUIRIES = 4;

    private final Stage stage;
    private @Nullable CloseReport closed;

    Audit(Stage stage) {
        this.stage = stage;
    }

    /** Checks every topic and every subscription and group. */
    void checkAll() {
        stage.log("audits");
        stage.model().topics().forEach(TopicModel::checkOffsets);
        Set<UnitModel> seen = new HashSet<>();
        for (Place place : stage.places()) {
            if (seen.add(place.unit())) {
                check(place);
            }
        }
        for (int i = 0; i < ENQUIRIES && !stage.model().postings().isEmpty(); i++) {
            new Enquiry(stage).explain(stage.world().dice().pick(stage.model().postings()));
        }
        for (Venue venue : stage.topics()) {
            if (!venue.model().isDeleted() && closed == null) {
                long published = venue.topic().stats().published();
                Rule.OFFSETS.check(
                        published == venue.model().accepted(),
                        () -> venue.model() + " states " + published + " published, accepted were "
                                + venue.model().accepted());
            }
        }
    }

    private void check(Place place) {
        List<DeadLetter> letters = place.subscription().deadLetters().list();
        SubscriptionStats stats = place.subscription().stats();
        int fenced = closed == null ? 0 : closed.stuck().size();
        place.books().checkSettled(stats, letters, new Books.Condition(mayBePending(place.unit()), fenced));
    }

    private boolean mayBePending(UnitModel unit) {
        List<Place> live = stage.places().stream()
                .filter(place -> place.unit() == unit && !place.isEnded())
                .toList();
        boolean held = live.stream().anyMatch(place -> place.isPaused() || place.isAway());
        boolean memberless = unit.isPermanent() && live.isEmpty();
        boolean over = unit.topic().isDeleted() || stage.model().isClosed();
        return (held || memberless) && !over;
    }

    /** Checks, while all stands still, that whoever waits for room waits for a buffer of which not even a quarter is free. */
    void checkWaitingPublishers() {
        for (Venue venue : stage.topics()) {
            TopicStats stats = venue.topic().stats();
            int waiting = stats.waitingPublishers();
            Rule.PUBLISHER_WAITS.check(
                    waiting == 0 || stats.subscriptions().stream().anyMatch(this::mayBlock),
                    () -> waiting + " publishers wait for " + venue.model() + ", where there is room");
        }
    }

    /** Whether a subscription is so full that publishers may wait; of a group, whether anything waits. */
    private boolean mayBlock(SubscriptionStats stats) {
        return stage.places().stream()
                .filter(place -> place.subscription().id().equals(stats.id()))
                .findFirst()
                .map(place -> isFull(place.unit().terms().buffer(), stats))
                .orElse(stats.waiting() > 0);
    }

    private static boolean isFull(Buffer buffer, SubscriptionStats stats) {
        return buffer.overflow() instanceof Overflow.Block
                && stats.waiting() > buffer.capacity() - mostFreeUntold(buffer) - 1;
    }

    /**
     * How much may be free before publishers are told: less than an eighth, then up to the next tell point, and in a run
     * of several messages until its last one is handled.
     */
    private static int mostFreeUntold(Buffer buffer) {
        int eighth = Math.max(1, buffer.capacity() / 8);
        return eighth == 1 ? 0 : eighth - 1 + Integer.highestOneBit(eighth);
    }

    /** Closes the broker at some moment, with some deadline. */
    void close(Dice dice) throws InterruptedException {
        stage.world().time().pass(dice.duration(Duration.ofMillis(150)));
        Duration deadline = dice.duration(Duration.ofSeconds(2));
        long began = stage.world().time().elapsedNanos();
        stage.log("closes the broker within " + deadline);
        stage.model().closeCalled();
        CloseReport report = stage.broker().close(deadline);
        stage.model().closed();
        closed = report;
        if (report.stuck().isEmpty()) {
            checkNothingPending();
        }
        if (stage.world().time().elapsedNanos() - began < deadline.toNanos()) {
            checkAllHandled(report);
        }
        stage.world().threads().letOthersFinish(); // a publisher may be on its way out
        int timers = stage.world().time().brokerTimers();
        Rule.CLOSED.check(
                timers == 0 || !report.stuck().isEmpty(), () -> timers + " timers are left when close returns");
        stage.log("has closed the broker: " + report.settled() + " settled, left "
                + new java.util.TreeMap<>(report.left()) + ", stuck " + report.stuck());
        Rule.CLOSED.check(
                report.equals(stage.broker().close(Duration.ZERO)), () -> "a second close reports something else");
    }

    /** Checks that a close that did not reach its deadline gave up nothing that could have been handled. */
    private void checkAllHandled(CloseReport report) {
        for (Place place : stage.places()) {
            UnitModel unit = place.unit();
            if (place.isSubscribed()
                    && !unit.isGroup()
                    && !unit.isEnding()
                    && !place.wasHeld()
                    && !unit.hasRedrives()) {
                Long left = report.left().get(place.subscription().id());
                Rule.CLOSED.check(left == null, () -> place + " was left " + left + " messages before the deadline");
            }
        }
    }

    private void checkNothingPending() {
        for (Place place : stage.places()) {
            SubscriptionStats stats = place.subscription().stats();
            Rule.CLOSED.check(
                    stats.tally().pending() == 0, () -> place + " has something pending when close returns: " + stats);
        }
    }

    /** Checks that the closed broker has nothing running and nothing scheduled, and has ended all. */
    void checkNothingLeft() {
        Rule.CLOSED.check(
                stage.world().time().brokerTimers() == 0,
                () -> stage.world().time().brokerTimers() + " timers are left");
        for (Place place : stage.places()) {
            Rule.CLOSED.check(
                    place.subscription().state() == SubscriptionState.CLOSED
                            && place.subscription().endReason().isPresent(),
                    () -> place + " is " + place.subscription().state() + " after close");
        }
    }
}
