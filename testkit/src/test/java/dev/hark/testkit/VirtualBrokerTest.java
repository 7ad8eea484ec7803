package dev.hark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.Buffer;
import dev.hark.CloseReport;
import dev.hark.Overflow;
import dev.hark.PublishTimeoutException;
import dev.hark.Receipt;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** {@link VirtualBroker}: nothing happens until it is asked for, then everything does, exactly. */
class VirtualBrokerTest {
    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    private static Topic<Integer> numbers(VirtualBroker virtual) {
        return virtual.broker().createTopic("numbers", Integer.class);
    }

    @Test
    void handler_beforeRunUntilIdle_doesNotRun() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            numbers(virtual).subscribe(recorder);
            numbers(virtual).publish(1);
            assertThat(recorder.count()).isZero();
            virtual.runUntilIdle();
            assertThat(recorder.payloads()).containsExactly(1);
        }
    }

    @Test
    void advance_throughABackoff_runsEachAttemptAtItsTime() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            List<Duration> attempts = new ArrayList<>();
            numbers(virtual).subscribe(message -> {
                attempts.add(Duration.between(message.timestamp(), virtual.now()));
                return false;
            });
            numbers(virtual).publish(1);
            virtual.advance(Duration.ofDays(1));
            assertThat(attempts).extracting(Duration::toMillis).containsExactly(0L, 50L, 150L, 350L, 750L, 1_550L);
            assertThat(virtual.now()).isEqualTo(VirtualTimers.DEFAULT_START.plus(Duration.ofDays(1)));
        }
    }

    @Test
    void runUntilIdle_withABackoff_leavesItPending() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            numbers(virtual).subscribe(message -> false);
            numbers(virtual).publish(1);
            virtual.runUntilIdle();
            assertThat(virtual.pendingTimers()).isOne();
            assertThat(virtual.now()).isEqualTo(VirtualTimers.DEFAULT_START);
        }
    }

    private static List<String> interleaving(long seed) {
        List<String> order = new ArrayList<>();
        try (VirtualBroker virtual = VirtualBroker.create(seed)) {
            for (int subscription = 0; subscription < 10; subscription++) {
                String name = "s" + subscription;
                numbers(virtual).subscribe(message -> order.add(name + ":" + message.payload()));
            }
            numbers(virtual).publish(1);
            virtual.runUntilIdle();
        }
        return order;
    }

    @Test
    void create_withTheSameSeed_repeatsTheRun() {
        assertThat(interleaving(42)).hasSize(10).isEqualTo(interleaving(42));
        assertThat(interleaving(42)).isNotEqualTo(interleaving(43));
    }

    @Test
    void messageId_withTheSameSeed_isTheSame() {
        try (VirtualBroker one = VirtualBroker.create(5);
                VirtualBroker two = VirtualBroker.create(5)) {
            assertThat(numbers(one).publish(1).id())
                    .isEqualTo(numbers(two).publish(1).id());
        }
    }

    private Subscription full(VirtualBroker virtual) {
        Subscription subscription = numbers(virtual)
                .subscribe(
                        SubscriptionOptions.defaults().withBuffer(Buffer.of(1, Overflow.block(Duration.ofSeconds(3)))),
                        recorder);
        subscription.pause();
        numbers(virtual).publish(1);
        return subscription;
    }

    @Test
    void await_ofAPublishThatTimesOut_throwsAndTookThatTime() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            full(virtual);
            CompletableFuture<Receipt> waiting = numbers(virtual).publishAsync(2);
            assertThatThrownBy(() -> virtual.await(waiting)).isInstanceOf(PublishTimeoutException.class);
            assertThat(virtual.now()).isEqualTo(VirtualTimers.DEFAULT_START.plusSeconds(3));
        }
    }

    @Test
    void await_ofAPublishThatGetsRoom_returnsItsReceipt() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            Subscription full = full(virtual);
            CompletableFuture<Receipt> waiting = numbers(virtual).publishAsync(2);
            full.resume();
            assertThat(virtual.await(waiting).offset()).isOne();
        }
    }

    @Test
    void await_ofAFutureThatNobodyCompletes_isRefused() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            assertThatThrownBy(() -> virtual.await(new CompletableFuture<>()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("never");
        }
    }

    @Test
    void runUntilIdle_fromAHandler_isRefused() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            List<Throwable> thrown = new ArrayList<>();
            numbers(virtual).subscribe(message -> {
                try {
                    virtual.runUntilIdle();
                } catch (IllegalStateException e) {
                    thrown.add(e);
                }
                return true;
            });
            numbers(virtual).publish(1);
            virtual.runUntilIdle();
            assertThat(thrown).hasSize(1);
        }
    }

    @Test
    void close_withWaitingMessages_drains() {
        VirtualBroker virtual = VirtualBroker.create();
        numbers(virtual).subscribe(recorder);
        numbers(virtual).publish(1);
        virtual.close();
        assertThat(recorder.payloads()).containsExactly(1);
    }

    @Test
    void close_withADeadline_takesThatLongAndReports() {
        VirtualBroker virtual = VirtualBroker.create();
        Subscription failing = numbers(virtual)
                .subscribe(SubscriptionOptions.defaults().withRetry(Retry.fixed(Duration.ofDays(1))), message -> false);
        numbers(virtual).publish(1);
        virtual.runUntilIdle();
        CloseReport report = virtual.close(Duration.ofMinutes(5));
        assertThat(report.left()).containsEntry(failing.id(), 1L);
        assertThat(virtual.now()).isEqualTo(VirtualTimers.DEFAULT_START.plus(Duration.ofMinutes(5)));
    }

    @Test
    void create_withSettings_appliesThem() {
        try (VirtualBroker virtual = VirtualBroker.create(
                builder -> builder.defaults(dev.hark.BrokerDefaults.standard().withRetry(Retry.none())))) {
            Subscription failing = numbers(virtual).subscribe(message -> false);
            numbers(virtual).publish(1);
            virtual.runUntilIdle();
            assertThat(failing.deadLetters().count()).isOne();
        }
    }
}
