package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.BrokerClosedException;
import dev.hark.CloseReport;
import dev.hark.EndReason;
import dev.hark.Receipt;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionState;
import dev.hark.Topic;
import dev.hark.testkit.BlockingGate;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Row "close": outside publishers are refused at once, handlers drain up to a deadline, and a report says the rest. */
abstract class CloseContract extends ContractSection {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    private CloseReport close(Duration deadline) {
        return engine().await(broker().closeAsync(deadline));
    }

    @Test
    @DisplayName("close lets handlers drain what there is")
    void close_withWaitingMessages_drains() {
        Subscription subscription = numbers().subscribe(recorder);
        publish(numbers(), 0, 1_000);
        CloseReport report = close(LONG);
        assertThat(report.isClean()).isTrue();
        assertThat(recorder.payloads()).isEqualTo(range(0, 1_000));
        assertTally(subscription, published(1_000).acked(1_000));
    }

    @Test
    @DisplayName("close counts what was settled while it drained")
    void close_ofAResumedBacklog_countsSettled() {
        Subscription subscription = numbers().subscribe(recorder);
        subscription.pause();
        publish(numbers(), 0, 50);
        engine().settle();
        CompletableFuture<CloseReport> closing = broker().closeAsync(LONG);
        CloseReport report = engine().await(closing);
        assertThat(report.settled() + report.left().getOrDefault(subscription.id(), 0L))
                .isEqualTo(50);
    }

    @Test
    @DisplayName("close waits for retries within its deadline")
    void close_withAMessageBackingOff_waitsForIt() {
        RecordingSubscriber<Integer> failing = RecordingSubscriber.failingTimes(1);
        Subscription subscription =
                numbers().subscribe(options().withRetry(Retry.fixed(Duration.ofMillis(30))), failing);
        numbers().publish(1);
        engine().until(() -> subscription.stats().failures() == 1);
        assertThat(close(LONG).isClean()).isTrue();
        assertThat(failing.payloads()).containsExactly(1);
    }

    @Test
    @DisplayName("What is still pending at the deadline is reported by subscription, and purged")
    void close_atTheDeadline_reportsWhatIsLeft() {
        Subscription slow = numbers().subscribe(options().withRetry(Retry.fixed(FOREVER)), message -> false);
        publish(numbers(), 0, 3);
        engine().until(() -> slow.stats().backingOff() == 1);
        CloseReport report = close(SHORT);
        assertThat(report.left()).isEqualTo(Map.of(slow.id(), 3L));
        assertThat(report.isClean()).isFalse();
        assertTally(slow, published(3).purged(3));
    }

    @Test
    @DisplayName("close does not wait for what is paused")
    void close_withAPausedSubscription_reportsItAsLeft() {
        Subscription paused = numbers().subscribe(recorder);
        paused.pause();
        publish(numbers(), 0, 3);
        assertThat(close(LONG).left()).isEqualTo(Map.of(paused.id(), 3L));
        assertThat(recorder.deliveries()).isEmpty();
    }

    @Test
    @DisplayName("Once close was called, publishing and subscribing from outside are refused")
    void publish_afterClose_isRefused() {
        Topic<Integer> numbers = numbers();
        CompletableFuture<CloseReport> closing = broker().closeAsync(LONG);
        assertThatThrownBy(() -> numbers.publish(1)).isInstanceOf(BrokerClosedException.class);
        assertThatThrownBy(() -> numbers.subscribe(recorder)).isInstanceOf(BrokerClosedException.class);
        assertThatThrownBy(() -> broker().createTopic("new")).isInstanceOf(BrokerClosedException.class);
        CompletableFuture<Receipt> refused = numbers.publishAsync(1);
        assertThatThrownBy(() -> engine().await(refused)).isInstanceOf(BrokerClosedException.class);
        engine().await(closing);
        assertThatThrownBy(() -> numbers.publish(1)).isInstanceOf(BrokerClosedException.class);
    }

    @Test
    @DisplayName("While the broker drains, handlers may still publish, and that is handled, too")
    void publish_fromAHandlerWhileClosing_isHandled() {
        Topic<Integer> numbers = numbers();
        Subscription subscription = numbers.subscribe(message -> {
            if (message.payload() < 500) {
                numbers.publish(message.payload() + 1);
            }
            return recorder.onMessage(message);
        });
        numbers.publish(0);
        assertThat(close(LONG).isClean()).isTrue();
        assertThat(recorder.payloads()).isEqualTo(range(0, 501));
        assertTally(subscription, published(501).acked(501));
    }

    @Test
    @DisplayName("close ends every subscription with that reason")
    void close_ofABroker_endsItsSubscriptions() {
        Subscription subscription = numbers().subscribe(recorder);
        Subscription away = numbers().subscribe(options().withName("away"), recorder);
        away.close();
        close(LONG);
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CLOSED);
        assertThat(subscription.endReason()).contains(EndReason.BROKER_CLOSED);
        assertThat(away.endReason()).contains(EndReason.BROKER_CLOSED);
    }

    @Test
    @DisplayName("close is idempotent: later calls return the first report")
    void close_twice_returnsTheFirstReport() {
        Subscription paused = numbers().subscribe(recorder);
        paused.pause();
        numbers().publish(1);
        CloseReport report = close(SHORT);
        assertThat(close(LONG)).isEqualTo(report);
        assertThat(broker().close(LONG)).isEqualTo(report);
        broker().close();
    }

    @Test
    @DisplayName("Closing a broker that has nothing is clean")
    void close_ofAnEmptyBroker_isClean() {
        assertThat(close(LONG)).isEqualTo(new CloseReport(0, Map.of(), java.util.List.of()));
    }

    @Test
    @DisplayName("A handler may close the broker, and close does not wait for that handler")
    void close_fromAHandler_doesNotWaitForIt() {
        CompletableFuture<CloseReport> report = new CompletableFuture<>();
        Subscription subscription = numbers().subscribe(message -> {
            report.complete(broker().close(LONG));
            return recorder.onMessage(message);
        });
        numbers().publish(1);
        assertThat(engine().await(report).stuck()).isEmpty();
        engine().until(() -> recorder.count() == 1 && subscription.stats().inFlight() == 0);
        assertThat(subscription.endReason()).contains(EndReason.BROKER_CLOSED);
    }

    @Test
    @DisplayName("closeAsync from a handler completes after that handler")
    void closeAsync_fromAHandler_completes() {
        CompletableFuture<CloseReport> report = new CompletableFuture<>();
        numbers().subscribe(message -> {
            CompletableFuture<Void> unused = broker().closeAsync(LONG).thenAccept(report::complete);
            return recorder.onMessage(message);
        });
        numbers().publish(1);
        assertThat(engine().await(report).stuck()).isEmpty();
        engine().until(() -> recorder.count() == 1);
    }

    @Test
    @DisplayName("At the deadline running handlers are interrupted")
    void close_atTheDeadline_interruptsHandlers() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.closed()) {
            Subscription held = numbers().subscribe(gate);
            publish(numbers(), 0, 3);
            gate.awaitArrivals(1, HANG_GUARD);
            CloseReport report = close(SHORT);
            assertThat(gate.interrupted()).isOne();
            assertThat(report.stuck()).isEmpty();
            assertThat(report.left()).isEqualTo(Map.of(held.id(), 3L));
        }
    }

    @Test
    @DisplayName("A handler that does not end although it was interrupted is reported as stuck")
    void close_withADeafHandler_reportsItAsStuck() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.deaf()) {
            Subscription stuck = numbers().subscribe(gate);
            numbers().publish(1);
            gate.awaitArrivals(1, HANG_GUARD);
            CloseReport report = broker().close(SHORT);
            assertThat(report.stuck()).containsExactly(stuck.id());
            assertThat(report.isClean()).isFalse();
        }
    }

    @Test
    @DisplayName("A stuck handler does not keep others from draining")
    void close_besideADeafHandler_drainsOthers() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.deaf()) {
            numbers().subscribe(gate);
            Subscription healthy = numbers().subscribe(recorder);
            publish(numbers(), 0, 100);
            gate.awaitArrivals(1, HANG_GUARD);
            CloseReport report = broker().close(Duration.ofSeconds(1));
            assertThat(report.left()).doesNotContainKey(healthy.id());
            assertThat(recorder.payloads()).isEqualTo(range(0, 100));
        }
    }

    @Test
    @DisplayName("close waits for the handler of a subscription that was ended before")
    void close_besideAnEndedSubscription_waitsForItsHandler() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.closed()) {
            Subscription ended = numbers().subscribe(gate);
            numbers().publish(1);
            gate.awaitArrivals(1, HANG_GUARD);
            ended.unsubscribe();
            CompletableFuture<CloseReport> closing = broker().closeAsync(LONG);
            assertThat(closing).isNotDone();
            gate.open();
            assertThat(engine().await(closing).isClean()).isTrue();
            assertTally(ended, published(1).acked(1));
        }
    }

    @Test
    @DisplayName("A deaf handler is reported as stuck although its subscription was ended before")
    void close_withADeafHandlerOfAnEndedSubscription_reportsItAsStuck() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.deaf()) {
            Subscription stuck = numbers().subscribe(gate);
            numbers().publish(1);
            gate.awaitArrivals(1, HANG_GUARD);
            stuck.unsubscribe();
            assertThat(broker().close(SHORT).stuck()).containsExactly(stuck.id());
        }
    }
}
