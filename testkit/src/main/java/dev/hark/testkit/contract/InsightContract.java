package dev.hark.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.BrokerStats;
import dev.hark.DeliveryStrategy;
import dev.hark.Explanation;
import dev.hark.Explanation.Status;
import dev.hark.MemberStats;
import dev.hark.Membership;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.TopicStats;
import dev.hark.testkit.RecordingSubscriber;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Promise 6, "you can see it": explain and stats. */
abstract class InsightContract extends ContractSection {
    private void assertPlace(String messageId, Subscription subscription, Status status) {
        Explanation explanation = broker().explain(messageId);
        assertThat(explanation.messageId()).isEqualTo(messageId);
        assertThat(explanation.places())
                .filteredOn(place ->
                        place.subscription().equals(subscription.group().orElse(subscription.id())))
                .singleElement()
                .satisfies(place -> {
                    assertThat(place.status()).isEqualTo(status);
                    assertThat(place.detail()).isNotBlank();
                });
    }

    @Test
    @DisplayName("explain: what waits is waiting")
    void explain_ofAWaitingMessage_saysWaiting() {
        Subscription paused = numbers().subscribe(message -> true);
        paused.pause();
        numbers().publish(1);
        assertPlace(numbers().publish(2).id(), paused, Status.WAITING);
    }

    @Test
    @DisplayName("explain: what a handler is running with is in flight")
    void explain_insideTheHandler_saysInFlight() {
        AtomicReference<@Nullable Explanation> seen = new AtomicReference<>();
        numbers().subscribe(message -> {
            seen.set(broker().explain(message.id()));
            return true;
        });
        numbers().publish(1);
        engine().until(() -> seen.get() != null);
        assertThat(seen.get())
                .satisfies(explanation -> assertThat(explanation.places())
                        .extracting(Explanation.Place::status)
                        .containsExactly(Status.IN_FLIGHT));
    }

    @Test
    @DisplayName("explain: what waits for another attempt is backing off")
    void explain_betweenAttempts_saysBackingOff() {
        Subscription failing = numbers().subscribe(options().withRetry(Retry.fixed(FOREVER)), message -> false);
        String id = numbers().publish(1).id();
        engine().until(() -> failing.stats().backingOff() == 1);
        assertPlace(id, failing, Status.BACKING_OFF);
    }

    @Test
    @DisplayName("explain: a dead letter is dead-lettered, with the reason in words")
    void explain_ofADeadLetter_saysDeadLettered() {
        Subscription rejecting = numbers().subscribe(RecordingSubscriber.rejecting(message -> true));
        String id = numbers().publish(1).id();
        drain(rejecting);
        assertPlace(id, rejecting, Status.DEAD_LETTERED);
        assertThat(broker().explain(id).toString()).contains("rejected as told").contains(rejecting.id());
    }

    @Test
    @DisplayName("explain: a redriven message that was not started is waiting")
    void explain_ofARedrivenMessage_saysWaiting() {
        Subscription rejecting = numbers().subscribe(options().withRetry(Retry.none()), message -> false);
        String id = numbers().publish(1).id();
        drain(rejecting);
        rejecting.pause();
        rejecting.deadLetters().redriveAll();
        assertPlace(id, rejecting, Status.WAITING);
    }

    @Test
    @DisplayName("explain: an overflowed message is dead-lettered")
    void explain_ofAnOverflowedMessage_saysDeadLettered() {
        Subscription full = numbers().subscribe(buffered(1, Overflow.deadLetter()), message -> true);
        full.pause();
        numbers().publish(1);
        assertPlace(numbers().publish(2).id(), full, Status.DEAD_LETTERED);
    }

    @Test
    @DisplayName("explain: a settled message is no longer held")
    void explain_ofAnAckedMessage_saysNotHeld() {
        Subscription acking = numbers().subscribe(message -> true);
        String id = numbers().publish(1).id();
        drain(acking);
        assertPlace(id, acking, Status.NOT_HELD);
    }

    @Test
    @DisplayName("explain: a message bound to a member of a group is assigned")
    void explain_ofAMessageBoundToAMember_saysAssigned() {
        Membership membership = Membership.of("workers").withStrategy(DeliveryStrategy.sticky());
        Subscription member = numbers().subscribe(options().withMembership(membership), message -> true);
        Subscription other = numbers().subscribe(options().withMembership(membership), message -> true);
        member.pause();
        other.pause();
        String id = numbers().publish(1, PublishOptions.none().withKey("k")).id();
        engine().settle();
        assertThat(broker().explain(id).places()).singleElement().satisfies(place -> {
            assertThat(place.subscription()).isEqualTo("workers");
            assertThat(place.status()).isEqualTo(Status.ASSIGNED);
        });
    }

    @Test
    @DisplayName("explain: every subscription of the topic has a place of its own")
    void explain_ofSeveralSubscriptions_showsEach() {
        Subscription acking = numbers().subscribe(message -> true);
        Subscription paused = numbers().subscribe(message -> true);
        paused.pause();
        String id = numbers().publish(1).id();
        drain(acking);
        assertPlace(id, acking, Status.NOT_HELD);
        assertPlace(id, paused, Status.WAITING);
    }

    @Test
    @DisplayName("explain: a subscription that began later has no place for the message")
    void explain_besideALateSubscription_leavesItOut() {
        Subscription early = numbers().subscribe(message -> true);
        early.pause();
        String id = numbers().publish(1).id();
        numbers().subscribe(message -> true);
        assertThat(broker().explain(id).places()).hasSize(1);
    }

    @Test
    @DisplayName("explain: a message with an id of the user's own is found while it is held")
    void explain_ofAUserGivenId_findsIt() {
        Subscription paused = numbers().subscribe(message -> true);
        paused.pause();
        numbers().publish(1, PublishOptions.none().withId("mine"));
        assertPlace("mine", paused, Status.WAITING);
    }

    @Test
    @DisplayName("explain: an unknown id has no places, and says so")
    void explain_ofAnUnknownId_isEmpty() {
        numbers().subscribe(message -> true);
        numbers().publish(1);
        assertThat(broker().explain("no-such-id").places()).isEmpty();
        assertThat(broker().explain("no-such-id").toString()).contains("no-such-id");
    }

    @Test
    @DisplayName("Stats name each topic, and sum up from subscription to broker")
    void stats_ofABroker_sumUp() {
        Subscription acking = numbers().subscribe(message -> true);
        broker().createTopic("empty");
        publish(numbers(), 0, 10);
        drain(acking);
        BrokerStats stats = broker().stats();
        assertThat(stats.topics()).extracting(TopicStats::name).containsExactlyInAnyOrder("empty", "numbers");
        assertThat(stats.published()).isEqualTo(10);
        assertThat(acking.stats().topic()).isEqualTo("numbers");
        assertThat(acking.stats().lag()).isZero();
    }

    @Test
    @DisplayName("Stats are a snapshot: they do not change afterwards")
    void stats_taken_doNotChange() {
        Subscription paused = numbers().subscribe(message -> true);
        paused.pause();
        numbers().publish(1);
        SubscriptionStats before = paused.stats();
        numbers().publish(2);
        assertThat(before.tally().published()).isOne();
        assertThat(before.lag()).isOne();
        assertThat(paused.stats().lag()).isEqualTo(2);
    }

    @Test
    @DisplayName("The members' figures add up to their group's")
    void stats_ofAGroup_areTheSumOfItsMembers() {
        Subscription one = numbers().subscribe(options().withGroup("workers"), RecordingSubscriber.failingTimes(1));
        numbers().subscribe(options().withGroup("workers"), RecordingSubscriber.failingTimes(1));
        publish(numbers(), 0, 20);
        drain(one);
        SubscriptionStats group = one.stats();
        assertThat(group.id()).isEqualTo("workers");
        assertThat(group.members().stream().mapToLong(MemberStats::acked).sum()).isEqualTo(20);
        assertThat(group.members().stream().mapToLong(MemberStats::deliveries).sum())
                .isEqualTo(group.deliveries());
        assertThat(group.members().stream().mapToLong(MemberStats::failures).sum())
                .isEqualTo(group.failures());
        assertThat(group.redelivered()).isEqualTo(20);
    }

    @Test
    @DisplayName("A subscription that has handled all there is, is parked; one between attempts is backing off")
    void state_ofASubscription_saysWhatItDoes() {
        Subscription idle = numbers().subscribe(message -> true);
        Subscription failing = numbers().subscribe(options().withRetry(Retry.fixed(FOREVER)), message -> false);
        numbers().publish(1);
        engine().until(() ->
                idle.state() == SubscriptionState.PARKED && failing.state() == SubscriptionState.BACKING_OFF);
        assertThat(idle.stats().state()).isEqualTo(SubscriptionState.PARKED);
        assertThat(failing.stats().state()).isEqualTo(SubscriptionState.BACKING_OFF);
    }
}
