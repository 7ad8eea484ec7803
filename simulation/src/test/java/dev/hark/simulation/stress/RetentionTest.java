package dev.hark.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Broker;
import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.Overflow;
import dev.hark.PublishException;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a subscriber that has stalled keeps alive: its bound, whatever is published. */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // a hang guard, not a verdict
class RetentionTest {
    private static final int MESSAGES = 20_000;
    private static final int CAPACITY = 100;
    private static final int LETTERS = 50;
    private static final int IN_FLIGHT = 1;

    /** Messages in the chunks that the bounds begin and end in, and those under way in the subscriber that keeps up. */
    private static final int SLACK = 600;

    static Stream<Overflow> policies() {
        return Stream.of(
                Overflow.fail(),
                Overflow.block(Duration.ofNanos(1)),
                Overflow.dropNewest(),
                Overflow.dropOldest(),
                Overflow.deadLetter());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void subscriber_stalled_retainsNoMoreThanItsBound(Overflow overflow) throws InterruptedException {
        CountDownLatch stall = new CountDownLatch(1);
        List<WeakReference<byte[]>> payloads = new ArrayList<>();
        try (Broker broker = Broker.inMemory()) {
            Topic<byte[]> topic = broker.createTopic("retention", byte[].class);
            SubscriptionOptions options = SubscriptionOptions.defaults()
                    .withBuffer(Buffer.of(CAPACITY, overflow))
                    .withDeadLetters(new DeadLetterLimits(LETTERS, LETTERS));
            Subscription stalled = topic.subscribe(options, message -> {
                stall.await();
                return true;
            });
            Subscription fast = topic.subscribe(
                    SubscriptionOptions.defaults()
                            .withBuffer(Buffer.of(CAPACITY, Overflow.block(Duration.ofMinutes(5)))),
                    message -> true);
            for (int i = 0; i < MESSAGES; i++) {
                payloads.add(publish(topic));
            }
            Awaitility.await().until(() -> fast.stats().tally().pending() == 0);

            Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                System.gc();
                assertThat(payloads.stream().filter(p -> p.get() != null).count())
                        .isLessThanOrEqualTo(CAPACITY + LETTERS + IN_FLIGHT + SLACK);
            });
            assertThat(stalled.stats().waiting()).isLessThanOrEqualTo(CAPACITY);
            stall.countDown();
        }
    }

    private static WeakReference<byte[]> publish(Topic<byte[]> topic) {
        byte[] payload = new byte[100];
        try {
            topic.publish(payload);
        } catch (PublishException e) {
            // refused for want of room: what was refused must not be kept either
            return new WeakReference<>(payload);
        }
        return new WeakReference<>(payload);
    }
}
