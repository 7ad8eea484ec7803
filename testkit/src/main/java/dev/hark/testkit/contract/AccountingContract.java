package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.DeadLetterLimits;
import dev.hark.Overflow;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionStats;
import dev.hark.Topic;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Promise 1: a message that publish accepted is, for every subscription, in exactly one place, and counted there. */
abstract class AccountingContract extends ContractSection {
    @Test
    @DisplayName("What a handler acked counts as acked")
    void tally_afterAck_countsAcked() {
        Subscription subscription = numbers().subscribe(message -> true);
        publish(numbers(), 0, 10);
        drain(subscription);
        assertTally(subscription, published(10).acked(10));
    }

    @Test
    @DisplayName("What waits for a paused subscription counts as pending")
    void tally_whilePaused_countsPending() {
        Subscription subscription = numbers().subscribe(message -> true);
        subscription.pause();
        publish(numbers(), 0, 10);
        engine().settle();
        assertTally(subscription, published(10).pending(10));
        assertThat(subscription.stats().waiting()).isEqualTo(10);
    }

    @Test
    @DisplayName("What a handler is running with counts as pending and in flight")
    void tally_insideTheHandler_countsInFlight() {
        AtomicReference<@Nullable SubscriptionStats> seen = new AtomicReference<>();
        numbers().subscribe(options().withName("self"), message -> {
            seen.set(broker().subscription("self").orElseThrow().stats());
            return true;
        });
        numbers().publish(1);
        engine().until(() -> seen.get() != null);
        assertThat(seen.get()).satisfies(ContractSection::assertSumsUp).satisfies(stats -> {
            assertThat(stats.inFlight()).isOne();
            assertThat(stats.tally()).isEqualTo(published(1).pending(1).tally());
        });
    }

    @Test
    @DisplayName("What waits for another attempt counts as pending and backing off")
    void tally_betweenAttempts_countsBackingOff() {
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.fixed(FOREVER)), message -> false);
        numbers().publish(1);
        engine().until(() -> subscription.stats().backingOff() == 1);
        assertTally(subscription, published(1).pending(1));
    }

    @Test
    @DisplayName("A message given up on counts as dead-lettered")
    void tally_afterLastAttempt_countsDeadLettered() {
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.none()), message -> false);
        publish(numbers(), 0, 3);
        drain(subscription);
        assertTally(subscription, published(3).deadLettered(3));
    }

    @Test
    @DisplayName("A redrive moves a message from dead-lettered to pending, and an ack from there to acked")
    void tally_afterRedrive_countsPendingThenAcked() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.none()), recorder);
        numbers().publish(1);
        drain(subscription);
        subscription.pause();
        subscription.deadLetters().redriveAll();
        assertTally(subscription, published(1).pending(1));
        subscription.resume();
        drain(subscription);
        assertTally(subscription, published(1).acked(1));
    }

    @Test
    @DisplayName("Purging a dead letter moves it to purged")
    void tally_afterPurge_countsPurged() {
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.none()), message -> false);
        publish(numbers(), 0, 3);
        drain(subscription);
        subscription.deadLetters().purge(letter -> letter.message().payload().equals(1));
        assertTally(subscription, published(3).deadLettered(2).purged(1));
    }

    @Test
    @DisplayName("An evicted dead letter counts as dropped and as evicted")
    void tally_afterEviction_countsDropped() {
        Subscription subscription = numbers()
                .subscribe(
                        options().withRetry(Retry.none()).withDeadLetters(new DeadLetterLimits(2, 2)),
                        message -> false);
        publish(numbers(), 0, 5);
        drain(subscription);
        assertTally(subscription, published(5).deadLettered(2).dropped(3));
        assertThat(subscription.stats().evicted()).isEqualTo(3);
    }

    @Test
    @DisplayName("What is dropped at the bound counts as dropped")
    void tally_atTheBound_countsDropped() {
        Subscription subscription = numbers().subscribe(buffered(2, Overflow.dropNewest()), message -> true);
        subscription.pause();
        publish(numbers(), 0, 5);
        assertTally(subscription, published(5).dropped(3).pending(2));
    }

    @Test
    @DisplayName("What is pending when a subscription ends counts as purged")
    void tally_afterUnsubscribe_countsPurged() {
        Subscription subscription = numbers().subscribe(message -> true);
        subscription.pause();
        publish(numbers(), 0, 4);
        subscription.unsubscribe();
        engine().settle();
        assertTally(subscription, published(4).purged(4));
    }

    @Test
    @DisplayName("A message that is backing off when its subscription ends is purged too")
    void tally_unsubscribedWhileBackingOff_countsPurged() {
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.fixed(FOREVER)), message -> false);
        publish(numbers(), 0, 3);
        engine().until(() -> subscription.stats().backingOff() == 1);
        subscription.unsubscribe();
        engine().settle();
        assertTally(subscription, published(3).purged(3));
    }

    @Test
    @DisplayName("A subscription counts what was published since it began")
    void tally_ofLateSubscription_countsFromItsBegin() {
        Topic<Integer> numbers = numbers();
        publish(numbers, 0, 7);
        Subscription subscription = numbers.subscribe(message -> true);
        publish(numbers, 7, 10);
        drain(subscription);
        assertTally(subscription, published(3).acked(3));
    }

    @Test
    @DisplayName("A group is counted once, not for each member")
    void tally_ofGroup_isCountedOnce() {
        Subscription one = numbers().subscribe(options().withGroup("workers"), message -> true);
        Subscription two = numbers().subscribe(options().withGroup("workers"), message -> true);
        publish(numbers(), 0, 10);
        drain(one);
        assertThat(numbers().stats().subscriptions()).hasSize(1);
        assertTally(one, published(10).acked(10));
        assertTally(two, published(10).acked(10));
    }

    @Test
    @DisplayName("Places differ between subscriptions, and each sums up")
    void tally_ofSeveralSubscriptions_isTheirOwn() {
        Subscription acking = numbers().subscribe(message -> true);
        Subscription rejecting =
                numbers().subscribe(RecordingSubscriber.rejecting(message -> message.payload() % 2 == 0));
        Subscription paused = numbers().subscribe(message -> true);
        paused.pause();
        publish(numbers(), 0, 10);
        drain(acking);
        drain(rejecting);
        assertTally(acking, published(10).acked(10));
        assertTally(rejecting, published(10).acked(5).deadLettered(5));
        assertTally(paused, published(10).pending(10));
    }

    @Test
    @DisplayName("Deliveries, failures and redeliveries are counted beside the places")
    void counters_afterRetries_countEveryAttempt() {
        Subscription subscription = numbers()
                .subscribe(options().withRetry(Retry.fixed(Duration.ZERO)), RecordingSubscriber.failingTimes(2));
        publish(numbers(), 0, 4);
        drain(subscription);
        SubscriptionStats stats = subscription.stats();
        assertThat(stats.deliveries()).isEqualTo(12);
        assertThat(stats.failures()).isEqualTo(8);
        assertThat(stats.redelivered()).isEqualTo(8);
    }

    @Test
    @DisplayName("Topic and broker count what was accepted, whoever subscribed")
    void published_ofTopicAndBroker_countsAccepted() {
        publish(numbers(), 0, 3);
        broker().createTopic("other").publish("text");
        assertThat(numbers().stats().published()).isEqualTo(3);
        assertThat(broker().stats().published()).isEqualTo(4);
    }
}
