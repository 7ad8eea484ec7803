package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.Broker;
import dev.hark.BrokerDefaults;
import dev.hark.Buffer;
import dev.hark.DeadLetter;
import dev.hark.DeadLetterLimits;
import dev.hark.DeadLetterReason;
import dev.hark.Membership;
import dev.hark.Overflow;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.TopicFullException;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Promise 4: every buffer is bounded, and what happens at the bound is chosen by name and counted. */
abstract class OverflowContract extends ContractSection {
    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    /** Subscribes a handler that pauses its own subscription after each message: resuming it handles one message. */
    Subscription stepping(String name, SubscriptionOptions options) {
        Subscription subscription = numbers().subscribe(options.withName(name), message -> {
            broker().subscription(name).orElseThrow().pause();
            return recorder.onMessage(message);
        });
        subscription.pause();
        return subscription;
    }

    void step(Subscription stepping) {
        int next = recorder.count() + 1;
        stepping.resume();
        engine().until(() -> recorder.count() == next);
        engine().settle();
    }

    private Subscription paused(int capacity, Overflow overflow) {
        Subscription subscription = numbers().subscribe(buffered(capacity, overflow), recorder);
        subscription.pause();
        return subscription;
    }

    @Test
    @DisplayName("fail: up to the bound all are accepted, the next publish fails and appends nothing")
    void fail_atTheBound_refusesTheNext() {
        Subscription full = paused(4, Overflow.fail());
        publish(numbers(), 0, 4);
        assertThatThrownBy(() -> numbers().publish(4)).isInstanceOf(TopicFullException.class);
        assertTally(full, published(4).pending(4));
        assertThat(numbers().stats().published()).isEqualTo(4);
    }

    @Test
    @DisplayName("fail: the exception names the subscription that is full")
    void fail_atTheBound_namesTheSubscription() {
        Subscription full = paused(1, Overflow.fail());
        numbers().publish(0);
        assertThatThrownBy(() -> numbers().publish(1)).hasMessageContaining(full.id());
    }

    @Test
    @DisplayName("fail: once there is room, publishing goes on at the next offset")
    void fail_onceThereIsRoom_accepts() {
        Subscription full = paused(4, Overflow.fail());
        publish(numbers(), 0, 4);
        assertThatThrownBy(() -> numbers().publish(99)).isInstanceOf(TopicFullException.class);
        full.resume();
        drain(full);
        assertThat(numbers().publish(4).offset()).isEqualTo(4);
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(0, 5));
    }

    @Test
    @DisplayName("A publish that fails has appended nothing, for anyone, and has dropped nothing")
    void fail_besideDroppingSubscriptions_touchesNobody() {
        Subscription dropping = paused(4, Overflow.dropOldest());
        Subscription burying = paused(4, Overflow.deadLetter());
        Subscription roomy = numbers().subscribe(message -> true);
        paused(4, Overflow.fail());
        publish(numbers(), 0, 4);
        assertThatThrownBy(() -> numbers().publish(4)).isInstanceOf(TopicFullException.class);
        drain(roomy);
        assertTally(dropping, published(4).pending(4));
        assertTally(burying, published(4).pending(4));
        assertTally(roomy, published(4).acked(4));
    }

    @Test
    @DisplayName("dropNewest: what comes when it is full is dropped, what waits is kept")
    void dropNewest_atTheBound_keepsTheOldest() {
        Subscription full = paused(4, Overflow.dropNewest());
        publish(numbers(), 0, 10);
        assertTally(full, published(10).dropped(6).pending(4));
        full.resume();
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(0, 4));
        assertTally(full, published(10).acked(4).dropped(6));
    }

    @Test
    @DisplayName("dropNewest: it takes messages again once half of its buffer is free")
    void dropNewest_halfFree_takesAgain() {
        Subscription full = stepping("s", buffered(4, Overflow.dropNewest()));
        publish(numbers(), 0, 5);
        step(full);
        numbers().publish(5);
        assertTally(full, published(6).acked(1).dropped(2).pending(3));
        step(full);
        numbers().publish(6);
        assertTally(full, published(7).acked(2).dropped(2).pending(3));
    }

    @Test
    @DisplayName("dropOldest: the oldest that waits is dropped for each that comes")
    void dropOldest_atTheBound_keepsTheNewest() {
        Subscription full = paused(4, Overflow.dropOldest());
        publish(numbers(), 0, 10);
        assertTally(full, published(10).dropped(6).pending(4));
        full.resume();
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(6, 10));
    }

    @Test
    @DisplayName("dropOldest: a message that was already attempted is not dropped")
    void dropOldest_whileRetrying_keepsWhatWasStarted() {
        RecordingSubscriber<Integer> failing = RecordingSubscriber.failingTimes(1);
        Subscription full = numbers()
                .subscribe(buffered(2, Overflow.dropOldest()).withRetry(Retry.fixed(Duration.ofMillis(200))), failing);
        numbers().publish(0);
        engine().until(() -> full.stats().backingOff() == 1);
        full.pause();
        publish(numbers(), 1, 6);
        assertTally(full, published(6).dropped(3).pending(3));
        full.resume();
        drain(full);
        assertThat(failing.payloads()).containsExactly(0, 4, 5);
    }

    @Test
    @DisplayName("deadLetter: what comes when it is full becomes a dead letter with that reason, in order")
    void deadLetter_atTheBound_keepsAll() {
        Subscription full = paused(4, Overflow.deadLetter());
        publish(numbers(), 0, 10);
        engine().settle();
        assertTally(full, published(10).deadLettered(6).pending(4));
        assertThat(full.deadLetters().list())
                .allSatisfy(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.OVERFLOW))
                .extracting(DeadLetter::message)
                .<Object>extracting(message -> message.payload())
                .containsExactly(4, 5, 6, 7, 8, 9);
    }

    @Test
    @DisplayName("deadLetter: below half free it goes on to bury, at half it takes messages again")
    void deadLetter_halfFree_takesAgain() {
        Subscription full = stepping("s", buffered(4, Overflow.deadLetter()));
        publish(numbers(), 0, 5);
        step(full);
        numbers().publish(5);
        assertTally(full, published(6).acked(1).deadLettered(2).pending(3));
        step(full);
        numbers().publish(6);
        assertTally(full, published(7).acked(2).deadLettered(2).pending(3));
        engine().until(() -> {
            full.resume();
            return recorder.count() == 5;
        });
        assertThat(recorder.payloads()).containsExactly(0, 1, 2, 3, 6);
    }

    @Test
    @DisplayName("deadLetter: what overflowed can be redriven")
    void deadLetter_redriven_isHandled() {
        Subscription full = paused(4, Overflow.deadLetter());
        publish(numbers(), 0, 10);
        full.resume();
        drain(full);
        full.deadLetters().redriveAll();
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(0, 10));
        assertTally(full, published(10).acked(10));
    }

    @Test
    @DisplayName("A message in flight takes no room")
    void capacity_besideAMessageBackingOff_isWhole() {
        Subscription full =
                numbers().subscribe(buffered(3, Overflow.fail()).withRetry(Retry.fixed(FOREVER)), message -> false);
        numbers().publish(0);
        engine().until(() -> full.stats().backingOff() == 1);
        publish(numbers(), 1, 4);
        assertThatThrownBy(() -> numbers().publish(4)).isInstanceOf(TopicFullException.class);
        assertThat(full.stats().waiting()).isEqualTo(3);
    }

    @Test
    @DisplayName("Without a bound nothing overflows")
    void unlimited_farBeyondTheDefault_keepsAll() {
        Subscription roomy = numbers().subscribe(options().withBuffer(Buffer.unlimited()), recorder);
        roomy.pause();
        publish(numbers(), 0, 100_000);
        assertTally(roomy, published(100_000).pending(100_000));
    }

    @Test
    @DisplayName("By default 65,536 messages wait, and the next one becomes a dead letter")
    void defaults_atTheBound_deadLetter() {
        Subscription full = numbers().subscribe(recorder);
        full.pause();
        publish(numbers(), 0, 65_537);
        assertTally(full, published(65_537).deadLettered(1).pending(65_536));
    }

    @Test
    @DisplayName("The broker's defaults apply where a subscription says nothing")
    void brokerDefaults_withoutOptions_apply() {
        Broker broker = brokerWith(
                builder -> builder.defaults(BrokerDefaults.standard().withBuffer(Buffer.of(2, Overflow.dropOldest()))));
        Topic<Integer> topic = broker.createTopic("numbers", Integer.class);
        Subscription full = topic.subscribe(recorder);
        full.pause();
        publish(topic, 0, 5);
        assertTally(full, published(5).dropped(3).pending(2));
    }

    @Test
    @DisplayName("0 is never without a bound: a capacity of 0 is refused, and so is a timeout of 0")
    void zero_asABound_isRefused() {
        assertThatThrownBy(() -> Buffer.of(0, Overflow.fail()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0")
                .hasMessageContaining("at least 1");
        assertThatThrownBy(() -> Overflow.block(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Retry.defaults().withMaxAttempts(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DeadLetterLimits(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BrokerDefaults.standard().withMaxWaitingPublishers(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Membership.of("g").withWeight(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
