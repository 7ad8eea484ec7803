package dev.hark.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.hark.Broker;
import dev.hark.BrokerBuilder;
import dev.hark.Overflow;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionStats;
import dev.hark.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * What the sections of the contract share: an engine and a broker for each test, and the check, at the end of every
 * test, that each subscription's figures sum up. The timeout is a guard against tests that hang, never a verdict.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class ContractSection {
    /** How long a real-time wait may last before the test is taken to hang. */
    static final Duration HANG_GUARD = Duration.ofMinutes(1);

    /** Longer than any test lasts. */
    static final Duration FOREVER = Duration.ofHours(1);

    private ContractEngine engine;
    private Broker broker;

    /** Makes the engine for one test. */
    protected abstract ContractEngine newEngine();

    @BeforeEach
    void start() {
        engine = newEngine();
        broker = engine.broker(UnaryOperator.identity());
    }

    @AfterEach
    void sumUpAndClose() {
        try {
            assertThat(broker.stats().topics())
                    .flatExtracting(topic -> topic.subscriptions())
                    .allSatisfy(subscription -> assertSumsUp(subscription));
        } finally {
            engine.close();
        }
    }

    static void assertSumsUp(SubscriptionStats stats) {
        assertThat(stats.tally().missing()).as("missing of %s", stats).isZero();
        assertThat(stats.waiting() + stats.inFlight() + stats.backingOff())
                .as("pending of %s", stats)
                .isEqualTo(stats.tally().pending());
    }

    ContractEngine engine() {
        return engine;
    }

    Broker broker() {
        return broker;
    }

    /** Goes on with another broker, made with other settings. */
    Broker brokerWith(UnaryOperator<BrokerBuilder> settings) {
        broker = engine.broker(settings);
        return broker;
    }

    /** Skips the test under virtual time. */
    void needsThreads() {
        assumeFalse(engine.isVirtual(), "a call or a handler of this test blocks");
    }

    Topic<Integer> numbers() {
        return broker.createTopic("numbers", Integer.class);
    }

    static SubscriptionOptions options() {
        return SubscriptionOptions.defaults();
    }

    static SubscriptionOptions buffered(int capacity, Overflow overflow) {
        return options().withBuffer(dev.hark.Buffer.of(capacity, overflow));
    }

    /** Publishes the numbers of a range, the end excluded. */
    static void publish(Topic<Integer> topic, int from, int end) {
        for (int number = from; number < end; number++) {
            topic.publish(number);
        }
    }

    /** Returns the numbers of a range, the end excluded. */
    static List<Integer> range(int from, int end) {
        return IntStream.range(from, end).boxed().toList();
    }

    /** Lets the engine run until the subscription, or its group, has nothing pending. */
    void drain(Subscription subscription) {
        engine.until(() -> subscription.stats().tally().pending() == 0);
    }

    static void assertTally(Subscription subscription, ExpectedTally expected) {
        assertThat(subscription.stats().tally()).isEqualTo(expected.tally());
    }
}
