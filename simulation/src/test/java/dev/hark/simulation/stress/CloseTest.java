package dev.hark.simulation.stress;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.hark.Broker;
import dev.hark.BrokerClosedException;
import dev.hark.Buffer;
import dev.hark.Overflow;
import dev.hark.PublishException;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.simulation.schedule.SeededThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closing while everything is running, on real threads. */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // a hang guard, not a verdict
class CloseTest {
    private static final int CLOSES = 1_000;
    private static final int PUBLISHERS = 3;

    @TempDir
    private Path folder;

    @Test
    void close_atRandomMomentsUnderLoad_leavesNoThread() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CLOSES; i++) {
            closeUnderLoad(random, "seed " + seed + ", close " + i);
        }

        Awaitility.await("threads of closed brokers end, seed " + seed)
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(brokerThreads()).isEmpty());
    }

    @Test
    void runningBroker_hasThreadsThatTheSearchFinds() throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        try (Broker broker = Broker.inMemory()) {
            Topic<Integer> topic = broker.createTopic("load", Integer.class);
            topic.subscribe(message -> {
                handling.countDown();
                finish.await();
                return true;
            });
            topic.publish(1);
            handling.await();

            assertThat(brokerThreads()).anyMatch(thread -> thread.contains("dev.hark.delivery"));
            finish.countDown();
        }
    }

    private static void closeUnderLoad(SplittableRandom random, String which) throws InterruptedException {
        Broker broker = Broker.inMemory();
        Topic<Integer> topic = broker.createTopic("load", Integer.class);
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int failing = i;
            subscriptions.add(topic.subscribe(options(i), message -> message.payload() % 7 != failing));
        }
        List<Thread> publishers = new ArrayList<>();
        for (int p = 0; p < PUBLISHERS; p++) {
            publishers.add(Thread.ofPlatform().start(() -> publishUntilClosed(topic)));
        }
        int spins = random.nextInt(20_000);
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
        Duration deadline = Duration.ofNanos(random.nextLong(5_000_000));
        List<Thread> closers = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            closers.add(Thread.ofPlatform().start(() -> broker.close(deadline)));
        }
        broker.close(deadline);
        for (Thread thread :
                Stream.concat(closers.stream(), publishers.stream()).toList()) {
            thread.join();
        }
        assertThat(subscriptions).as(which).allSatisfy(subscription -> {
            assertThat(subscription.stats().tally().missing()).isZero();
            assertThat(subscription.stats().tally().pending()).isZero();
        });
    }

    private static SubscriptionOptions options(int i) {
        Overflow overflow = i == 0 ? Overflow.block(Duration.ofSeconds(10)) : Overflow.dropOldest();
        return SubscriptionOptions.defaults()
                .withBuffer(Buffer.of(64, overflow))
                .withRetry(Retry.fixed(Duration.ofMillis(1)));
    }

    private static void publishUntilClosed(Topic<Integer> topic) {
        boolean closed = false;
        for (int number = 0; !closed; number++) {
            try {
                topic.publish(number);
            } catch (PublishException e) {
                closed = e instanceof BrokerClosedException;
            }
        }
    }

    /** The threads, virtual ones included, whose stack or name tells that they belong to a broker on real threads. */
    private List<String> brokerThreads() throws IOException {
        Path file = folder.resolve("threads-" + System.nanoTime() + ".txt");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        String[] threads = Files.readString(file).split("\n\n");
        return Stream.of(threads)
                .filter(thread -> thread.contains("hark"))
                .filter(thread -> !thread.contains("brokerThreads") && !thread.contains("org.junit"))
                .filter(thread -> !thread.contains(SeededThreads.class.getName()))
                .toList();
    }
}
