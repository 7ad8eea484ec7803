package dev.hark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.RejectException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** {@link RecordingSubscriber} without a broker. */
class RecordingSubscriberTest {
    private static final Duration HANG_GUARD = Duration.ofMinutes(1);

    @Test
    void messages_acked_areRecordedInOrder() throws Exception {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();
        recorder.onMessage(new TestMessage(2));
        recorder.onMessage(new TestMessage(1));
        assertThat(recorder.payloads()).containsExactly(2, 1);
        assertThat(recorder.count()).isEqualTo(2);
        assertThat(recorder.messages()).extracting(message -> message.id()).containsExactly("id-2", "id-1");
    }

    @Test
    void failingTimes_ofTwo_acksTheThirdAttempt() throws Exception {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(2);
        assertThat(recorder.onMessage(new TestMessage(1))).isFalse();
        assertThat(recorder.onMessage(new TestMessage(1))).isFalse();
        assertThat(recorder.onMessage(new TestMessage(1))).isTrue();
        assertThat(recorder.deliveredPayloads()).containsExactly(1, 1, 1);
        assertThat(recorder.payloads()).containsExactly(1);
        assertThat(recorder.attemptsOf("id-1")).isEqualTo(3);
        assertThat(recorder.attemptsOf("id-2")).isZero();
    }

    @Test
    void throwing_anything_throwsItAndRecordsTheDelivery() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.throwing(() -> new TimeoutException("as told"));
        assertThatThrownBy(() -> recorder.onMessage(new TestMessage(1))).isInstanceOf(TimeoutException.class);
        assertThat(recorder.deliveries()).hasSize(1);
        assertThat(recorder.count()).isZero();
    }

    @Test
    void rejecting_theChosen_acksTheOthers() throws Exception {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.rejecting(message -> message.payload() == 1);
        assertThatThrownBy(() -> recorder.onMessage(new TestMessage(1))).isInstanceOf(RejectException.class);
        assertThat(recorder.onMessage(new TestMessage(2))).isTrue();
    }

    @Test
    void awaitCount_untilAnotherThreadDelivers_returns() throws Exception {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                recorder.onMessage(new TestMessage(1));
                recorder.onMessage(new TestMessage(2));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(recorder.awaitCount(2, HANG_GUARD)).hasSize(2);
        assertThat(recorder.awaitDeliveries(2, HANG_GUARD)).hasSize(2);
        other.join();
    }

    @Test
    void awaitCount_beyondTheTimeout_saysWhatThereIs() throws Exception {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        recorder.onMessage(new TestMessage(1));
        assertThatThrownBy(() -> recorder.awaitCount(1, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("awaited 1 acked messages, got 0 in 1 deliveries");
    }

    @Test
    void awaitCount_interrupted_setsTheFlagAgain() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> recorder.awaitCount(1, HANG_GUARD)).isInstanceOf(AssertionError.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
