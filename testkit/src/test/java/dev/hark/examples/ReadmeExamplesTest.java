package dev.hark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Broker;
import dev.hark.Buffer;
import dev.hark.DeadLetter;
import dev.hark.Overflow;
import dev.hark.PublishTimeoutException;
import dev.hark.Receipt;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.testkit.RecordingSubscriber;
import dev.hark.testkit.VirtualBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * The examples of README.md, as they stand there: what is between {@code // readme} and {@code // end}, without what is
 * between {@code // hide} and {@code // show}.
 */
class ReadmeExamplesTest {
    private static final Duration HANG_GUARD = Duration.ofSeconds(60);

    private final List<String> charged = Collections.synchronizedList(new ArrayList<>());
    private final List<String> audited = Collections.synchronizedList(new ArrayList<>());
    private final List<String> letters = new ArrayList<>();
    private final CountDownLatch open = new CountDownLatch(1);
    private volatile boolean repaired = true;

    private boolean charge(String order) {
        if (!repaired) {
            throw new IllegalStateException("the bank does not answer");
        }
        return charged.add(order);
    }

    private boolean pack(String order) {
        return charged.add(order);
    }

    private boolean audit(String order) {
        return audited.add(order);
    }

    private boolean print(String order) throws InterruptedException {
        open.await();
        return charged.add(order);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + HANG_GUARD.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("awaited too long").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void publishedMessage_isHandled() {
        // readme
        try (Broker broker = Broker.inMemory()) {
            Topic<String> orders = broker.createTopic("orders.created", String.class);

            orders.subscribe(message -> charge(message.payload())); // true acks; false or a throw is a failed attempt

            Receipt receipt = orders.publish("order 17"); // returns at once
            // hide
            assertThat(receipt.offset()).isZero();
            // show
        } // closes: lets handlers drain, for 10 s at most
        // end

        assertThat(charged).containsExactly("order 17");
    }

    @Test
    void failedMessage_isRetriedDeadLetteredAndRedriven() {
        try (Broker broker = Broker.inMemory()) {
            Topic<String> orders = broker.createTopic("orders.created", String.class);
            repaired = false;
            // readme
            Retry retry = Retry.exponential(Duration.ofMillis(10), Duration.ofMillis(100))
                    .withMaxAttempts(3);
            Subscription billing = orders.subscribe(
                    SubscriptionOptions.named("billing").withRetry(retry), message -> charge(message.payload()));

            orders.publish("order 18"); // charge throws: attempted again after 10 ms and 20 ms, then a dead letter
            // hide
            await(() -> billing.deadLetters().count() == 1);
            // show
            for (DeadLetter letter : billing.deadLetters().list()) {
                letters.add(letter.message().payload() + ": " + letter.detail()); // and the cause of every attempt
            }
            // hide
            repaired = true;
            // show
            // once charge works again:
            billing.deadLetters().redriveAll(); // back to this subscription, ahead of newer messages
            // end
            await(() -> billing.stats().tally().acked() == 1);
        }
        assertThat(letters).singleElement().asString().startsWith("order 18: all 3 attempts failed");
        assertThat(charged).containsExactly("order 18");
    }

    @Test
    void messageToAGroup_goesToOneMember() {
        try (Broker broker = Broker.inMemory()) {
            Topic<String> orders = broker.createTopic("orders.created", String.class);
            // readme
            SubscriptionOptions packers = SubscriptionOptions.defaults().withGroup("packers");
            for (int i = 0; i < 4; i++) {
                orders.subscribe(packers, message -> pack(message.payload())); // each order goes to one of the four
            }
            orders.subscribe(message -> audit(message.payload())); // and every order goes here

            orders.publish("order 19");
            // end
        }
        assertThat(charged).containsExactly("order 19");
        assertThat(audited).containsExactly("order 19");
    }

    @Test
    void publisher_toAFullBlockingBuffer_waits() {
        boolean refused = false;
        try (Broker broker = Broker.inMemory()) {
            Topic<String> orders = broker.createTopic("orders.created", String.class);
            // readme
            orders.subscribe(
                    SubscriptionOptions.defaults().withBuffer(Buffer.of(100, Overflow.block(Duration.ofMillis(200)))),
                    message -> print(message.payload()));
            // hide
            orders.publish("order 0");
            Subscription printing = orders.subscriptions().getFirst();
            await(() -> printing.stats().inFlight() == 1);
            for (int i = 1; i <= 100; i++) {
                orders.publish("order " + i);
            }
            // show
            try {
                orders.publish("order 101"); // waits while 100 orders wait to be printed
            } catch (PublishTimeoutException e) { // no room within 200 ms: appended for nobody
                // hide
                refused = true;
                // show
            }
            // end
            open.countDown();
        }
        assertThat(refused).isTrue();
        assertThat(charged).hasSize(101).doesNotContain("order 101");
    }

    // readme
    @Test
    void order_whoseChargeFailedOnce_isChargedAfter50Millis() {
        try (VirtualBroker virtual = VirtualBroker.create()) {
            Topic<String> orders = virtual.broker().createTopic("orders.created", String.class);
            RecordingSubscriber<String> billing = RecordingSubscriber.failingTimes(1);
            orders.subscribe(billing);

            orders.publish("order 20");
            virtual.runUntilIdle();
            assertThat(billing.payloads()).isEmpty();

            virtual.advance(Duration.ofMillis(50)); // takes no time
            assertThat(billing.payloads()).containsExactly("order 20");
        }
    }
    // end
}
