package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hark.BrokerClosedException;
import dev.hark.BrokerDefaults;
import dev.hark.Overflow;
import dev.hark.PublishInterruptedException;
import dev.hark.PublishTimeoutException;
import dev.hark.Receipt;
import dev.hark.Subscription;
import dev.hark.Topic;
import dev.hark.TopicDeletedException;
import dev.hark.TopicFullException;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Row "several block subscriptions": publishers wait for room, first come first served, never without a limit. */
abstract class BlockContract extends ContractSection {
    private static final Duration SHORT = Duration.ofMillis(100);

    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    private Subscription full(Duration timeout) {
        Subscription subscription = numbers().subscribe(buffered(2, Overflow.block(timeout)), recorder);
        subscription.pause();
        return subscription;
    }

    @Test
    @DisplayName("A publisher waits for room and goes on when there is some")
    void publish_untilThereIsRoom_waits() {
        Subscription full = full(FOREVER);
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        engine().settle();
        assertThat(waiting).isNotDone();
        assertThat(numbers().stats().waitingPublishers()).isOne();
        full.resume();
        assertThat(engine().await(waiting).offset()).isEqualTo(2);
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(0, 3));
    }

    @Test
    @DisplayName("After its timeout the publish fails, and nothing was appended")
    void publish_afterTheTimeout_failsAndAppendsNothing() {
        Subscription full = full(SHORT);
        Subscription other = numbers().subscribe(message -> true);
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        assertThatThrownBy(() -> engine().await(waiting)).isInstanceOf(PublishTimeoutException.class);
        drain(other);
        assertTally(full, published(2).pending(2));
        assertTally(other, published(2).acked(2));
        assertThat(numbers().stats().waitingPublishers()).isZero();
    }

    @Test
    @DisplayName("A publish does not fail before its timeout")
    void publish_beforeTheTimeout_keepsWaiting() {
        full(FOREVER);
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        engine().pass(SHORT);
        assertThat(waiting).isNotDone();
    }

    @Test
    @DisplayName("Of several blocking subscriptions the publisher waits for the slowest")
    void publish_besideSeveralFull_waitsForTheSlowest() {
        Subscription one = full(FOREVER);
        Subscription two = full(FOREVER);
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        one.resume();
        engine().settle();
        assertThat(waiting).isNotDone();
        assertThat(one.stats().tally().published()).isEqualTo(2);
        two.resume();
        assertThat(engine().await(waiting).offset()).isEqualTo(2);
    }

    @Test
    @DisplayName("While a publisher waits, nobody drops anything for its message")
    void publish_waiting_dropsNothing() {
        full(SHORT);
        Subscription dropping = numbers().subscribe(buffered(2, Overflow.dropOldest()), message -> true);
        dropping.pause();
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        assertThatThrownBy(() -> engine().await(waiting)).isInstanceOf(PublishTimeoutException.class);
        assertTally(dropping, published(2).pending(2));
    }

    @Test
    @DisplayName("fail wins over block: a publish that must fail does not wait first")
    void publish_besideFailingSubscription_failsAtOnce() {
        full(FOREVER);
        Subscription failing = numbers().subscribe(buffered(2, Overflow.fail()), message -> true);
        failing.pause();
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> refused = numbers().publishAsync(2);
        assertThatThrownBy(() -> engine().await(refused)).isInstanceOf(TopicFullException.class);
    }

    @Test
    @DisplayName("Waiting publishes are served first come, first served")
    void publish_severalWaiting_keepTheirOrder() {
        Subscription full = full(FOREVER);
        publish(numbers(), 0, 2);
        List<CompletableFuture<Receipt>> waiting =
                Stream.of(2, 3, 4, 5, 6).map(numbers()::publishAsync).toList();
        full.resume();
        assertThat(waiting.stream().map(engine()::await).map(Receipt::offset)).containsExactly(2L, 3L, 4L, 5L, 6L);
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(0, 7));
    }

    @Test
    @DisplayName("The number of waiting publishes is bounded: the next one fails as full")
    void publish_beyondTheWaiters_failsAtOnce() {
        brokerWith(builder -> builder.defaults(BrokerDefaults.standard().withMaxWaitingPublishers(2)));
        full(FOREVER);
        publish(numbers(), 0, 2);
        List<CompletableFuture<Receipt>> waiting =
                List.of(numbers().publishAsync(2), numbers().publishAsync(3));
        CompletableFuture<Receipt> refused = numbers().publishAsync(4);
        assertThatThrownBy(() -> engine().await(refused)).isInstanceOf(TopicFullException.class);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertThat(numbers().stats().waitingPublishers()).isEqualTo(2);
    }

    @Test
    @DisplayName("When the full subscription ends, the waiting publish goes on")
    void publish_whenTheFullOneEnds_goesOn() {
        Subscription full = full(FOREVER);
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        full.unsubscribe();
        assertThat(engine().await(waiting).offset()).isEqualTo(2);
        assertTally(full, published(2).purged(2));
    }

    @Test
    @DisplayName("When the topic is deleted, the waiting publish fails with that reason")
    void publish_whenTheTopicIsDeleted_fails() {
        full(FOREVER);
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        broker().deleteTopic("numbers");
        assertThatThrownBy(() -> engine().await(waiting)).isInstanceOf(TopicDeletedException.class);
    }

    @Test
    @DisplayName("When the broker is closed, the waiting publish fails with that reason")
    void publish_whenTheBrokerCloses_fails() {
        full(FOREVER);
        publish(numbers(), 0, 2);
        CompletableFuture<Receipt> waiting = numbers().publishAsync(2);
        engine().await(broker().closeAsync(SHORT));
        assertThatThrownBy(() -> engine().await(waiting)).isInstanceOf(BrokerClosedException.class);
    }

    @Test
    @DisplayName("publish itself waits, and returns when there is room")
    void publish_onAThreadOfItsOwn_waits() throws Exception {
        needsThreads();
        Subscription full = full(FOREVER);
        publish(numbers(), 0, 2);
        Thread publisher = Thread.ofPlatform().start(() -> numbers().publish(2));
        engine().until(() -> numbers().stats().waitingPublishers() == 1);
        full.resume();
        publisher.join(HANG_GUARD);
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(0, 3));
    }

    @Test
    @DisplayName("publish itself fails after the timeout")
    void publish_onTheCallersThread_timesOut() {
        needsThreads();
        full(SHORT);
        publish(numbers(), 0, 2);
        assertThatThrownBy(() -> numbers().publish(2)).isInstanceOf(PublishTimeoutException.class);
    }

    @Test
    @DisplayName("An interrupt ends the wait: nothing was appended, and the flag is set again")
    void publish_interruptedWhileWaiting_appendsNothing() throws Exception {
        needsThreads();
        Subscription full = full(FOREVER);
        publish(numbers(), 0, 2);
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread publisher = Thread.ofPlatform().start(() -> {
            Throwable thrown = catchThrowable(() -> numbers().publish(2));
            flag.complete(thrown instanceof PublishInterruptedException
                    && Thread.currentThread().isInterrupted());
        });
        engine().until(() -> numbers().stats().waitingPublishers() == 1);
        publisher.interrupt();
        publisher.join(HANG_GUARD);
        assertThat(engine().await(flag)).isTrue();
        full.resume();
        drain(full);
        assertThat(recorder.payloads()).isEqualTo(range(0, 2));
    }

    @Test
    @DisplayName("Cancelling a waiting publishAsync has no effect on the message")
    void publishAsync_cancelledWhileWaiting_isStillPublished() {
        Subscription full = full(FOREVER);
        Topic<Integer> numbers = numbers();
        publish(numbers, 0, 2);
        numbers.publishAsync(2).cancel(true);
        full.resume();
        engine().until(() -> recorder.count() == 3);
        assertThat(recorder.payloads()).isEqualTo(range(0, 3));
    }
}
