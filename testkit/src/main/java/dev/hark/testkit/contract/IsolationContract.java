package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Overflow;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.testkit.BlockingGate;
import dev.hark.testkit.RecordingSubscriber;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Promise 3: a slow, stuck, throwing or dying subscriber hurts only itself. */
abstract class IsolationContract extends ContractSection {
    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    @Test
    @DisplayName("A subscriber that always throws does not hurt the others")
    void other_besideThrowingSubscriber_getsEverything() {
        numbers()
                .subscribe(
                        options().withRetry(Retry.none()),
                        RecordingSubscriber.throwing(() -> new IllegalStateException("as told")));
        Subscription healthy = numbers().subscribe(recorder);
        publish(numbers(), 0, 100);
        drain(healthy);
        assertThat(recorder.payloads()).isEqualTo(range(0, 100));
    }

    @Test
    @DisplayName("A subscriber that waits between attempts does not hold up the others")
    void other_besideBackingOffSubscriber_getsEverything() {
        Subscription failing = numbers().subscribe(options().withRetry(Retry.fixed(FOREVER)), message -> false);
        Subscription healthy = numbers().subscribe(recorder);
        publish(numbers(), 0, 100);
        drain(healthy);
        assertThat(recorder.payloads()).isEqualTo(range(0, 100));
        engine().until(() -> failing.stats().backingOff() == 1);
        assertTally(failing, published(100).pending(100));
    }

    @Test
    @DisplayName("A stuck subscriber holds up neither the publisher nor the others")
    void other_besideStuckSubscriber_getsEverything() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.closed()) {
            numbers().subscribe(gate);
            Subscription healthy = numbers().subscribe(recorder);
            publish(numbers(), 0, 1_000);
            drain(healthy);
            assertThat(recorder.payloads()).isEqualTo(range(0, 1_000));
            assertThat(gate.arrivals()).isOne();
        }
    }

    @Test
    @DisplayName("A stuck subscriber keeps no more than its own bound")
    void stuckSubscriber_beyondItsBound_isCutOff() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.closed()) {
            Subscription stuck = numbers().subscribe(buffered(10, Overflow.dropNewest()), gate);
            numbers().publish(0);
            gate.awaitArrivals(1, HANG_GUARD);
            publish(numbers(), 1, 100);
            assertTally(stuck, published(100).dropped(89).pending(11));
        }
    }

    @Test
    @DisplayName("A stuck subscriber goes on in order once it is free")
    void stuckSubscriber_onceFree_goesOnInOrder() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.before(recorder)) {
            Subscription stuck = numbers().subscribe(gate);
            publish(numbers(), 0, 100);
            gate.awaitArrivals(1, HANG_GUARD);
            gate.open();
            drain(stuck);
            assertThat(recorder.payloads()).isEqualTo(range(0, 100));
        }
    }

    @Test
    @DisplayName("Many stuck subscribers leave threads for the others")
    void other_besideManyStuckSubscribers_getsEverything() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.closed()) {
            for (int count = 0; count < 200; count++) {
                numbers().subscribe(gate);
            }
            Subscription healthy = numbers().subscribe(recorder);
            publish(numbers(), 0, 10);
            drain(healthy);
            assertThat(recorder.payloads()).isEqualTo(range(0, 10));
        }
    }

    @Test
    @DisplayName("A paused subscriber at its bound does not hold up the publisher")
    void publisher_besideFullSubscriber_goesOn() {
        Subscription full = numbers().subscribe(buffered(5, Overflow.deadLetter()), message -> true);
        full.pause();
        publish(numbers(), 0, 1_000);
        assertThat(numbers().stats().published()).isEqualTo(1_000);
        assertTally(full, published(1_000).deadLettered(995).pending(5));
    }

    @Test
    @DisplayName("A handler does not run on the publisher's thread")
    void handler_ofPublishedMessage_runsElsewhere() {
        AtomicReference<@Nullable Thread> ran = new AtomicReference<>();
        Subscription subscription = numbers().subscribe(message -> {
            ran.set(Thread.currentThread());
            return true;
        });
        numbers().publish(1);
        if (engine().isVirtual()) {
            assertThat(ran).hasNullValue();
        }
        drain(subscription);
        if (!engine().isVirtual()) {
            assertThat(ran.get()).isNotSameAs(Thread.currentThread());
        }
    }

    @Test
    @DisplayName("No lock is held while a handler runs: others can do anything meanwhile")
    void anything_whileHandlerRuns_goesOn() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.closed()) {
            Subscription stuck = numbers().subscribe(gate);
            numbers().publish(1);
            gate.awaitArrivals(1, HANG_GUARD);
            Subscription other = numbers().subscribe(recorder);
            numbers().publish(2);
            drain(other);
            assertThat(stuck.stats().inFlight()).isOne();
            assertThat(broker().explain(recorder.messages().getFirst().id()).places())
                    .hasSize(2);
            stuck.pause();
            stuck.resume();
            assertThat(stuck.unsubscribe().inFlight()).isOne();
        }
    }
}
