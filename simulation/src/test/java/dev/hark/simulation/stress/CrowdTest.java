package dev.hark.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Broker;
import dev.hark.BrokerStats;
import dev.hark.SubscriptionStats;
import dev.hark.Topic;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hundred thousand of each, on real threads. */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // a hang guard, not a verdict
class CrowdTest {
    private static final int CROWD = 100_000;
    private static final int MESSAGES = 10;
    private static final int MOST_THREADS = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final AtomicLong handled = new AtomicLong();

    private boolean count() {
        handled.incrementAndGet();
        return true;
    }

    @Test
    void subscriptions_aHundredThousandOfOneTopic_getEveryMessageWithoutAThreadEach() {
        try (Broker broker = Broker.inMemory()) {
            Topic<Integer> topic = broker.createTopic("crowd", Integer.class);
            for (int i = 0; i < CROWD; i++) {
                topic.subscribe(message -> count());
            }
            for (int i = 0; i < MESSAGES; i++) {
                topic.publish(i);
            }
            awaitHandled((long) CROWD * MESSAGES);

            assertThat(ManagementFactory.getThreadMXBean().getPeakThreadCount()).isLessThan(MOST_THREADS);
            BrokerStats stats = broker.stats();
            assertThat(stats.topics().get(0).subscriptions()).hasSize(CROWD).allSatisfy(s -> {
                assertThat(s.tally().missing()).isZero();
                assertThat(s.tally().published()).isEqualTo(MESSAGES);
            });
        }
    }

    @Test
    void subscriptions_ofAHundredTopics_getWhatIsTheirs() {
        int topics = 100;
        try (Broker broker = Broker.inMemory()) {
            for (int i = 0; i < topics; i++) {
                Topic<Integer> topic = broker.createTopic("crowd." + i, Integer.class);
                for (int j = 0; j < CROWD / topics; j++) {
                    topic.subscribe(message -> count());
                }
            }
            for (int i = 0; i < topics; i++) {
                broker.publish("crowd." + i, i);
            }
            awaitHandled(CROWD);

            assertThat(broker.stats().published()).isEqualTo(topics);
        }
    }

    @Test
    void topics_aHundredThousand_allDeliver() {
        try (Broker broker = Broker.inMemory()) {
            for (int i = 0; i < CROWD; i++) {
                broker.createTopic("crowd." + i, Integer.class).subscribe(message -> count());
            }
            for (int i = 0; i < CROWD; i++) {
                broker.publish("crowd." + i, i);
            }
            awaitHandled(CROWD);

            BrokerStats stats = broker.stats();
            assertThat(broker.topics()).hasSize(CROWD);
            assertThat(stats.published()).isEqualTo(CROWD);
            assertThat(stats.topics())
                    .allSatisfy(topic -> assertThat(topic.subscriptions().stream()
                                    .mapToLong(CrowdTest::missing)
                                    .sum())
                            .isZero());
        }
    }

    private static long missing(SubscriptionStats stats) {
        return stats.tally().missing();
    }

    private void awaitHandled(long expected) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(handled.get()).isEqualTo(expected));
    }
}
