package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.EndReason;
import dev.hark.Overflow;
import dev.hark.Receipt;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionState;
import dev.hark.UnsubscribeReport;
import dev.hark.testkit.RecordingSubscriber;
import java.util.HashSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Subscriptions: names, pause and resume, leaving and coming back. */
abstract class SubscriptionContract extends ContractSection {
    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();
    private final SubscriptionOptions stable = options().withName("stable");

    @Test
    @DisplayName("A generated name is unique")
    void id_generated_isUnique() {
        Set<String> ids = new HashSet<>();
        for (int count = 0; count < 1_000; count++) {
            ids.add(numbers().subscribe(recorder).id());
        }
        assertThat(ids).hasSize(1_000);
    }

    @Test
    @DisplayName("A given name is the subscription's id, by which the broker finds it")
    void id_given_findsTheSubscription() {
        Subscription subscription = numbers().subscribe(stable, recorder);
        assertThat(subscription.id()).isEqualTo("stable");
        assertThat(subscription.topic()).isEqualTo("numbers");
        assertThat(broker().subscription("stable"))
                .get()
                .extracting(Subscription::id)
                .isEqualTo("stable");
        assertThat(broker().subscription("other")).isEmpty();
    }

    @Test
    @DisplayName("A second live use of a name is refused, in any topic")
    void name_inUse_isRefused() {
        numbers().subscribe(stable, recorder);
        assertThatThrownBy(() -> numbers().subscribe(stable, recorder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stable");
        assertThatThrownBy(() -> broker().createTopic("other").subscribe(stable, message -> true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stable");
    }

    @Test
    @DisplayName("A name that ended is free again, for a new subscription")
    void name_ended_isFree() {
        numbers().subscribe(stable, recorder).unsubscribe();
        numbers().publish(1);
        Subscription second = numbers().subscribe(stable, recorder);
        numbers().publish(2);
        drain(second);
        assertThat(recorder.payloads()).containsExactly(2);
    }

    @Test
    @DisplayName("A subscription with a name keeps its place when closed, and goes on there")
    void close_ofNamed_keepsItsPlace() {
        Subscription first = numbers().subscribe(stable, recorder);
        publish(numbers(), 0, 3);
        drain(first);
        first.close();
        publish(numbers(), 3, 6);
        Subscription second = numbers().subscribe(stable, recorder);
        publish(numbers(), 6, 9);
        drain(second);
        assertThat(recorder.payloads()).isEqualTo(range(0, 9));
        assertTally(second, published(9).acked(9));
    }

    @Test
    @DisplayName("While it is away, a subscription shows so, collects, and ends by its name")
    void close_ofNamed_isAway() {
        Subscription subscription = numbers().subscribe(stable, recorder);
        subscription.close();
        publish(numbers(), 0, 3);
        assertThat(subscription.state()).isEqualTo(SubscriptionState.AWAY);
        assertTally(subscription, published(3).pending(3));
        assertThat(broker().unsubscribe("stable").purged()).isEqualTo(3);
        assertThat(subscription.endReason()).contains(EndReason.UNSUBSCRIBED);
    }

    @Test
    @DisplayName("Coming back with other options is refused with both")
    void return_withOtherOptions_isRefused() {
        numbers().subscribe(stable, recorder).close();
        assertThatThrownBy(() -> numbers().subscribe(stable.withRetry(Retry.none()), recorder))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Retry.none().toString())
                .hasMessageContaining(Retry.defaults().toString());
    }

    @Test
    @DisplayName("A message that was backing off when its subscription was closed is attempted on return")
    void return_withAMessageBackingOff_goesOn() {
        SubscriptionOptions slow = stable.withRetry(Retry.fixed(java.time.Duration.ofMillis(50)));
        Subscription first = numbers().subscribe(slow, message -> false);
        publish(numbers(), 0, 2);
        engine().until(() -> first.stats().backingOff() == 1);
        first.close();
        Subscription second = numbers().subscribe(slow, recorder);
        drain(second);
        assertThat(recorder.payloads()).containsExactly(0, 1);
    }

    @Test
    @DisplayName("While it is away, a subscription that blocks holds up nobody: its overflow becomes dead letters")
    void away_withBlock_neverGates() {
        assertAwayBuries(Overflow.block(FOREVER));
    }

    @Test
    @DisplayName("While it is away, a subscription that fails publishers holds up nobody")
    void away_withFail_neverGates() {
        assertAwayBuries(Overflow.fail());
    }

    private void assertAwayBuries(Overflow overflow) {
        Subscription subscription = numbers().subscribe(buffered(2, overflow).withName("stable"), recorder);
        subscription.close();
        publish(numbers(), 0, 5);
        assertTally(subscription, published(5).deadLettered(3).pending(2));
    }

    @Test
    @DisplayName("A publisher that waits for a subscription goes on when that goes away")
    void away_whileAPublisherWaits_letsItGoOn() {
        Subscription subscription =
                numbers().subscribe(buffered(2, Overflow.block(FOREVER)).withName("stable"), recorder);
        subscription.pause();
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        subscription.close();
        assertThat(engine().await(waiting).offset()).isEqualTo(2);
        assertTally(subscription, published(3).deadLettered(1).pending(2));
    }

    @Test
    @DisplayName("close of a subscription with a generated name ends it")
    void close_ofGenerated_ends() {
        Subscription subscription = numbers().subscribe(recorder);
        subscription.pause();
        publish(numbers(), 0, 3);
        subscription.close();
        subscription.close();
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CLOSED);
        assertThat(subscription.endReason()).contains(EndReason.UNSUBSCRIBED);
        assertThat(broker().subscription(subscription.id())).isEmpty();
        assertTally(subscription, published(3).purged(3));
    }

    @Test
    @DisplayName("A paused subscription starts nothing until it is resumed")
    void pause_thenResume_holdsAndGoesOn() {
        Subscription subscription = numbers().subscribe(recorder);
        subscription.pause();
        publish(numbers(), 0, 3);
        engine().settle();
        assertThat(recorder.deliveries()).isEmpty();
        assertThat(subscription.state()).isEqualTo(SubscriptionState.PAUSED);
        subscription.resume();
        drain(subscription);
        assertThat(recorder.payloads()).isEqualTo(range(0, 3));
    }

    @Test
    @DisplayName("pause holds back a retry, too, and resume lets it go on")
    void pause_betweenAttempts_holdsTheRetry() {
        RecordingSubscriber<Integer> failing = RecordingSubscriber.failingTimes(1);
        Subscription subscription =
                numbers().subscribe(options().withRetry(Retry.fixed(java.time.Duration.ofMillis(20))), failing);
        numbers().publish(1);
        engine().until(() -> subscription.stats().backingOff() == 1);
        subscription.pause();
        engine().pass(java.time.Duration.ofMillis(60));
        assertThat(failing.deliveries().size()).isLessThanOrEqualTo(engine().isVirtual() ? 1 : 2);
        subscription.resume();
        drain(subscription);
        assertThat(failing.payloads()).containsExactly(1);
    }

    @Test
    @DisplayName("pause and resume are idempotent")
    void pause_twice_isUndoneByOneResume() {
        Subscription subscription = numbers().subscribe(recorder);
        subscription.pause();
        subscription.pause();
        numbers().publish(1);
        subscription.resume();
        subscription.resume();
        drain(subscription);
        assertThat(recorder.count()).isOne();
    }

    @Test
    @DisplayName("unsubscribe is idempotent and returns the first report")
    void unsubscribe_twice_returnsTheFirstReport() {
        Subscription subscription = numbers().subscribe(recorder);
        subscription.pause();
        publish(numbers(), 0, 3);
        UnsubscribeReport report = subscription.unsubscribe();
        assertThat(report).isEqualTo(new UnsubscribeReport(subscription.id(), 3, 0, 0));
        assertThat(subscription.unsubscribe()).isEqualTo(report);
    }

    @Test
    @DisplayName("unsubscribe by id and by topic and id end the subscription; an unknown id is refused")
    void unsubscribe_byName_ends() {
        Subscription one = numbers().subscribe(recorder);
        Subscription two = numbers().subscribe(recorder);
        broker().createTopic("other");
        assertThatThrownBy(() -> broker().unsubscribe("other", one.id())).isInstanceOf(NoSuchElementException.class);
        broker().unsubscribe(one.id());
        broker().unsubscribe("numbers", two.id());
        assertThat(numbers().subscriptions()).isEmpty();
        assertThatThrownBy(() -> broker().unsubscribe(one.id())).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    @DisplayName("Pause and resume of an ended subscription do nothing")
    void pause_afterTheEnd_doesNothing() {
        Subscription subscription = numbers().subscribe(recorder);
        subscription.unsubscribe();
        subscription.pause();
        subscription.resume();
        numbers().publish(1);
        engine().settle();
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CLOSED);
        assertThat(recorder.deliveries()).isEmpty();
    }
}
