package dev.hark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** {@link BlockingGate} without a broker. */
class BlockingGateTest {
    private static final Duration HANG_GUARD = Duration.ofMinutes(1);

    private record Arrival(Thread thread, CompletableFuture<Boolean> answer) {}

    private static Arrival arriveAt(BlockingGate<Integer> gate) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                answer.complete(gate.onMessage(new TestMessage(1)));
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        gate.awaitArrivals(1, HANG_GUARD);
        return new Arrival(thread, answer);
    }

    @Test
    void message_atAClosedGate_waitsUntilItOpens() {
        RecordingSubscriber<Integer> behind = RecordingSubscriber.acking();
        BlockingGate<Integer> gate = BlockingGate.before(behind);
        Arrival arrival = arriveAt(gate);
        assertThat(behind.count()).isZero();
        assertThat(gate.waiting()).isOne();
        gate.open();
        assertThat(arrival.answer().join()).isTrue();
        assertThat(behind.count()).isOne();
        assertThat(gate.waiting()).isZero();
    }

    @Test
    void message_atAnOpenGate_passes() throws Exception {
        BlockingGate<Integer> gate = BlockingGate.closed();
        gate.close();
        assertThat(gate.onMessage(new TestMessage(1))).isTrue();
        assertThat(gate.arrivals()).isOne();
    }

    @Test
    void interrupt_atAClosedGate_endsTheWait() {
        BlockingGate<Integer> gate = BlockingGate.closed();
        Arrival arrival = arriveAt(gate);
        arrival.thread().interrupt();
        assertThatThrownBy(arrival.answer()::join).hasCauseInstanceOf(InterruptedException.class);
        assertThat(gate.interrupted()).isOne();
    }

    @Test
    void interrupt_atADeafGate_doesNotEndTheWait() throws Exception {
        try (BlockingGate<Integer> gate = BlockingGate.deaf()) {
            Arrival arrival = arriveAt(gate);
            arrival.thread().interrupt();
            assertThat(gate.waiting()).isOne();
            gate.open();
            arrival.thread().join();
            assertThat(arrival.answer()).isCompletedWithValue(true);
        }
    }

    @Test
    void awaitArrivals_beyondTheTimeout_saysWhatThereIs() {
        BlockingGate<Integer> gate = BlockingGate.closed();
        assertThatThrownBy(() -> gate.awaitArrivals(1, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("awaited 1 deliveries at the gate, got 0");
    }
}
