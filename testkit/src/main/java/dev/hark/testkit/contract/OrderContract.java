package dev.hark.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Message;
import dev.hark.Receipt;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.testkit.Faults;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Promise 2: per subscription, messages are handled in publish order, also across retries. */
abstract class OrderContract extends ContractSection {
    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    @Test
    @DisplayName("Messages are handled in publish order")
    void messages_ofOnePublisher_arriveInOrder() {
        Subscription subscription = numbers().subscribe(recorder);
        publish(numbers(), 0, 5_000);
        drain(subscription);
        assertThat(recorder.payloads()).isEqualTo(range(0, 5_000));
    }

    @Test
    @DisplayName("A message that is retried holds up those behind it")
    void retry_beforeOthers_keepsOrder() {
        RecordingSubscriber<Integer> failing = RecordingSubscriber.of(Faults.<Integer>failFirst(2, message -> true));
        Subscription subscription =
                numbers().subscribe(options().withRetry(Retry.fixed(Duration.ofMillis(5))), failing);
        publish(numbers(), 0, 3);
        drain(subscription);
        assertThat(failing.deliveredPayloads()).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2);
    }

    @Test
    @DisplayName("Order holds under random failures")
    void order_underRandomFailures_holds() {
        long seed = System.nanoTime();
        System.out.println("order_underRandomFailures_holds: seed " + seed);
        Random random = new Random(seed);
        RecordingSubscriber<Integer> failing = RecordingSubscriber.of(message -> random.nextInt(3) > 0);
        Retry eager = Retry.fixed(Duration.ZERO).withMaxAttempts(1_000);
        Subscription subscription = numbers().subscribe(options().withRetry(eager), failing);
        publish(numbers(), 0, 500);
        drain(subscription);
        assertThat(failing.payloads()).as("seed %s", seed).isEqualTo(range(0, 500));
        assertThat(failing.deliveredPayloads()).as("seed %s", seed).isSorted();
    }

    @Test
    @DisplayName("A dead-lettered message keeps the order of the others")
    void deadLetter_betweenOthers_keepsOrder() {
        RecordingSubscriber<Integer> rejecting = RecordingSubscriber.rejecting(message -> message.payload() == 1);
        Subscription subscription = numbers().subscribe(rejecting);
        publish(numbers(), 0, 4);
        drain(subscription);
        assertThat(rejecting.payloads()).containsExactly(0, 2, 3);
    }

    @Test
    @DisplayName("Offsets are the publish order, without gaps")
    void offsets_ofReceipts_followPublishOrder() {
        List<Long> offsets = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            offsets.add(numbers().publish(number).offset());
        }
        assertThat(offsets)
                .isEqualTo(range(0, 100).stream().map(Integer::longValue).toList());
    }

    @Test
    @DisplayName("publishAsync keeps the order of the calls of one thread")
    void publishAsync_ofOneThread_keepsOrder() {
        Subscription subscription = numbers().subscribe(recorder);
        List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            receipts.add(numbers().publishAsync(number));
        }
        receipts.forEach(engine()::await);
        drain(subscription);
        assertThat(recorder.payloads()).isEqualTo(range(0, 100));
    }

    @Test
    @DisplayName("Every subscription sees the same order")
    void order_ofSeveralSubscriptions_isTheSame() {
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        Subscription one = numbers().subscribe(recorder);
        Subscription two = numbers().subscribe(other);
        publish(numbers(), 0, 500);
        drain(one);
        drain(two);
        assertThat(other.messages()).isEqualTo(recorder.messages());
    }

    @Test
    @DisplayName("A handler never runs twice at once")
    void handler_ofOneSubscription_neverRunsTwiceAtOnce() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Subscription subscription = numbers().subscribe(message -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            running.decrementAndGet();
            return true;
        });
        publish(numbers(), 0, 2_000);
        drain(subscription);
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("What one call of a handler wrote is seen by the next, without any lock of its own")
    void handler_plainFields_areVisibleToTheNextCall() {
        int[] sum = {0};
        Subscription subscription = numbers().subscribe(message -> {
            sum[0] += 1;
            return true;
        });
        publish(numbers(), 0, 2_000);
        drain(subscription);
        assertThat(sum[0]).isEqualTo(2_000);
    }

    @Test
    @DisplayName("The same message object is handed to every receiver")
    void message_ofSeveralSubscriptions_isShared() {
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        Subscription one = numbers().subscribe(recorder);
        Subscription two = numbers().subscribe(other);
        numbers().publish(7);
        drain(one);
        drain(two);
        Message<Integer> message = recorder.messages().getFirst();
        assertThat(other.messages().getFirst()).isSameAs(message);
    }
}
