package dev.hark.simulation.workload;

import dev.hark.BrokerClosedException;
import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.DeliveryStrategy;
import dev.hark.Membership;
import dev.hark.Overflow;
import dev.hark.PublishException;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.TopicDeletedException;
import dev.hark.simulation.model.MemberModel;
import dev.hark.simulation.model.Rule;
import dev.hark.simulation.model.Terms;
import dev.hark.simulation.model.UnitModel;
import dev.hark.simulation.schedule.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one operator's subscriptions and groups, with options drawn from the seed. */
final class Recruiter {
    private final Stage stage;
    private final String operator;
    private final List<Troop> troops = new ArrayList<>();
    private int numbers;

    Recruiter(Stage stage, String operator) {
        this.stage = stage;
        this.operator = operator;
    }

    /**
     * A group of the operator's.
     *
     * @param venue its topic
     * @param unit what is known of it
     * @param name its name
     * @param strategy who gets a message
     */
    private record Troop(Venue venue, UnitModel unit, String name, DeliveryStrategy strategy) {}

    /** Subscribes to some topic. Returns the place, or null if the topic or broker is gone. */
    @Nullable Place recruit(Venue venue) {
        return !stage.plain() && stage.world().dice().chance(400) ? recruitMember(venue) : recruitSingle(venue);
    }

    private @Nullable Place recruitSingle(Venue venue) {
        Dice dice = stage.world().dice();
        boolean named = dice.chance(500);
        String nickname = operator + "-" + numbers++;
        UnitModel unit = stage.model().unit(venue.model(), nickname, drawTerms(dice), false);
        SubscriptionOptions options = options(unit);
        Place place = new Place(
                stage.model(),
                venue,
                unit.join(nickname),
                named ? options.withName(nickname) : options,
                stage.plain() ? Manners.plain() : Manners.draw(dice));
        return subscribe(place) ? place : null;
    }

    private @Nullable Place recruitMember(Venue venue) {
        Dice dice = stage.world().dice();
        troops.removeIf(troop -> troop.unit().isEnding());
        List<Troop> here =
                troops.stream().filter(troop -> troop.venue().equals(venue)).toList();
        Troop troop = here.isEmpty() || dice.chance(200) ? found(venue) : dice.pick(here);
        if (troop == null) {
            return null;
        }
        MemberModel member = troop.unit().join(operator + "-" + numbers++);
        Membership membership =
                Membership.of(troop.name()).withWeight(dice.between(1, 3)).withStrategy(troop.strategy());
        SubscriptionOptions options = options(troop.unit()).withMembership(membership);
        Place place = new Place(stage.model(), venue, member, options, Manners.draw(dice));
        if (subscribe(place)) {
            return place;
        }
        member.leaving();
        return null;
    }

    private @Nullable Troop found(Venue venue) {
        Dice dice = stage.world().dice();
        String name = operator + "-group-" + numbers++;
        UnitModel unit = stage.model().unit(venue.model(), name, drawTerms(dice), true);
        int faults = dice.chance(800) ? 0 : 100;
        DeliveryStrategy strategy =
                new ObservedStrategy(stage, ObservedStrategy.drawInner(dice), faults, unit::misrouted);
        Troop troop = new Troop(venue, unit, name, strategy);
        troops.add(troop);
        if (dice.chance(300)) {
            unit.makePermanent();
            stage.log("creates group " + name + " of " + venue.model() + " " + unit.terms());
            try {
                venue.topic()
                        .createGroup(
                                name,
                                options(unit).withMembership(Membership.of(name).withStrategy(strategy)));
            } catch (PublishException e) {
                checkRefusal(venue, e);
                unit.neverBegan();
                return null;
            }
            began(venue, unit);
        }
        return troop;
    }

    private static SubscriptionOptions options(UnitModel unit) {
        Terms terms = unit.terms();
        return SubscriptionOptions.defaults()
                .withBuffer(terms.buffer())
                .withRetry(terms.retry())
                .withDeadLetters(terms.deadLetters());
    }

    private Terms drawTerms(Dice dice) {
        Overflow overflow = switch (dice.upTo(5)) {
            case 0 -> Overflow.block(Duration.ofMillis(dice.between(1, 300)));
            case 1 -> Overflow.fail();
            case 2 -> Overflow.dropNewest();
            case 3 -> Overflow.dropOldest();
            default -> Overflow.deadLetter();
        };
        int most = stage.plain() ? 3 : 8;
        int capacity = dice.chance(700) ? dice.between(1, most) : dice.between(9, 1_000);
        Duration first = Duration.ofMillis(dice.chance(300) ? 0 : dice.between(1, 60));
        Retry retry =
                Retry.exponential(first, first.plusMillis(dice.between(0, 500))).withMaxAttempts(dice.between(1, 5));
        DeadLetterLimits limits = dice.chance(700)
                ? DeadLetterLimits.defaults()
                : new DeadLetterLimits(dice.between(1, 4), dice.between(1, 4));
        return new Terms(Buffer.of(capacity, overflow), retry, limits);
    }

    /** Subscribes for a place, anew or again. Returns whether that was possible. */
    boolean subscribe(Place place) {
        stage.log("subscribes " + place + " to " + place.venue().model() + " "
                + place.unit().terms());
        place.member().resumed();
        Subscription subscription;
        try {
            subscription = place.venue().topic().subscribe(place.options(), new Handler(stage, place));
        } catch (PublishException e) {
            stage.log("may not subscribe " + place + ": " + e);
            checkRefusal(place.venue(), e);
            if (!place.isSubscribed()) {
                place.unit().neverBegan();
            }
            return false;
        }
        place.subscribed(subscription);
        began(place.venue(), place.unit());
        stage.log("has subscribed " + place + " as " + subscription.id());
        return true;
    }

    private void began(Venue venue, UnitModel unit) {
        unit.began();
        if (venue.model().isDeletionCalled() || stage.model().isCloseCalled()) {
            unit.endCalled();
        }
        if (venue.model().isDeleted() || stage.model().isClosed()) {
            unit.endReturned();
        }
    }

    private void checkRefusal(Venue venue, PublishException refusal) {
        boolean due = switch (refusal) {
            case BrokerClosedException e -> stage.model().isCloseCalled();
            case TopicDeletedException e -> venue.model().isDeletionCalled();
            default -> false;
        };
        Rule.REFUSAL.check(due, () -> operator + " may not subscribe: " + refusal);
    }
}
