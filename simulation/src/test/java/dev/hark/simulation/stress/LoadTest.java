package dev.hark.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Broker;
import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.Message;
import dev.hark.Overflow;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionStats;
import dev.hark.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many publishers and many subscriptions on real threads. */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // a hang guard, not a verdict
class LoadTest {
    private static final int PUBLISHERS = 32;
    private static final int SUBSCRIPTIONS = 64;
    private static final int MESSAGES = 1_000_000;
    private static final int PER_PUBLISHER = MESSAGES / PUBLISHERS;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** What one handler sees. */
    private static final class Witness {
        private final int[] lastOf = new int[PUBLISHERS];
        private final List<String> faults = new ArrayList<>();

        boolean see(Message<Integer> message) {
            int publisher = message.payload() % PUBLISHERS;
            int number = message.payload() / PUBLISHERS + 1;
            if (number <= lastOf[publisher]) {
                faults.add(number + " of publisher " + publisher + " after " + lastOf[publisher]);
            }
            lastOf[publisher] = number;
            return true;
        }
    }

    @Test
    void load_ofManyPublishersAndSubscriptions_isAccountedForAndInOrder() throws InterruptedException {
        try (Broker broker = Broker.inMemory()) {
            Topic<Integer> topic = broker.createTopic("load", Integer.class);
            List<Witness> witnesses = new ArrayList<>();
            List<Subscription> subscriptions = new ArrayList<>();
            for (int i = 0; i < SUBSCRIPTIONS; i++) {
                Witness witness = new Witness();
                witnesses.add(witness);
                subscriptions.add(topic.subscribe(options(i), witness::see));
            }

            publishAll(topic);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> subscriptions.stream()
                            .allMatch(s -> s.stats().tally().pending() == 0));

            assertThat(topic.stats().published()).isEqualTo(MESSAGES);
            assertThat(subscriptions).allSatisfy(LoadTest::assertAccountedFor);
            assertThat(witnesses)
                    .allSatisfy(witness -> assertThat(witness.faults).isEmpty());
        }
    }

    /** One in four of each: waits, drops the oldest, drops the newest, dead-letters. */
    private static SubscriptionOptions options(int i) {
        Overflow overflow = switch (i % 4) {
            case 0 -> Overflow.block(Duration.ofMinutes(5));
            case 1 -> Overflow.dropOldest();
            case 2 -> Overflow.dropNewest();
            default -> Overflow.deadLetter();
        };
        return SubscriptionOptions.defaults()
                .withBuffer(Buffer.of(1_000 << (i % 5), overflow))
                .withDeadLetters(new DeadLetterLimits(1_000, 1_000));
    }

    private static void publishAll(Topic<Integer> topic) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(PUBLISHERS);
        for (int p = 0; p < PUBLISHERS; p++) {
            int publisher = p;
            Thread.ofPlatform().start(() -> {
                for (int i = 0; i < PER_PUBLISHER; i++) {
                    topic.publish(i * PUBLISHERS + publisher);
                }
                done.countDown();
            });
        }
        assertThat(done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private static void assertAccountedFor(Subscription subscription) {
        SubscriptionStats stats = subscription.stats();
        assertThat(stats.tally().missing()).isZero();
        assertThat(stats.tally().published()).isEqualTo(MESSAGES);
        assertThat(stats.tally().acked()).isEqualTo(stats.deliveries());
        assertThat(stats.tally().deadLettered())
                .isEqualTo(subscription.deadLetters().count());
    }

    @Test
    void handler_thatNeverReturns_hurtsNoneOfTheOthers() throws InterruptedException {
        int messages = 20_000;
        CountDownLatch never = new CountDownLatch(1);
        try (Broker broker = Broker.inMemory()) {
            Topic<Integer> topic = broker.createTopic("load", Integer.class);
            Subscription stuck = topic.subscribe(message -> {
                never.await();
                return true;
            });
            List<Subscription> others = new ArrayList<>();
            for (int i = 1; i < SUBSCRIPTIONS; i++) {
                others.add(topic.subscribe(message -> true));
            }

            for (int i = 0; i < messages; i++) {
                topic.publish(i);
            }
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> others.stream().allMatch(s -> s.stats().tally().acked() == messages));

            SubscriptionStats stats = stuck.stats();
            assertThat(stats.inFlight()).isEqualTo(1);
            assertThat(stats.tally().pending()).isEqualTo(messages);
            assertThat(stats.tally().missing()).isZero();
            never.countDown();
        }
    }
}
