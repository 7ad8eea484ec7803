package dev.hark.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hark.Broker;
import dev.hark.BrokerDefaults;
import dev.hark.Buffer;
import dev.hark.Membership;
import dev.hark.Overflow;
import dev.hark.PublishInterruptedException;
import dev.hark.PublishTimeoutException;
import dev.hark.Receipt;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.TopicFullException;
import dev.hark.tables.HandDriven;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Whatever ends a wait for room says for whom the publisher waited. */
class RefusedPublishTest {
    private static final Duration TIMEOUT = Duration.ofMillis(100);

    private final HandDriven hand = new HandDriven();
    private final Broker broker = hand.broker()
            .defaults(BrokerDefaults.standard().withMaxWaitingPublishers(1))
            .build();
    private final Topic<Integer> topic = broker.createTopic("orders", Integer.class);

    private static SubscriptionOptions blocking(String name, int capacity) {
        return SubscriptionOptions.named(name).withBuffer(Buffer.of(capacity, Overflow.block(TIMEOUT)));
    }

    private void pause(SubscriptionOptions options) {
        topic.subscribe(options, message -> true).pause();
    }

    private Throwable failure(CompletableFuture<Receipt> publish) {
        hand.advance(TIMEOUT);
        return publish.exceptionNow();
    }

    @Test
    void timeout_namesTheFullSubscription() {
        pause(blocking("billing", 1));
        pause(blocking("roomy", 2));
        pause(SubscriptionOptions.named("dropping").withBuffer(Buffer.of(1, Overflow.dropOldest())));
        topic.publish(1);

        assertThat(failure(topic.publishAsync(2)))
                .isInstanceOf(PublishTimeoutException.class)
                .hasMessage("no room in topic 'orders' within 100 ms: subscription 'billing' has 1 messages waiting, "
                        + "which is its limit; nothing was appended");
    }

    @Test
    void timeout_namesTheFullGroup() {
        pause(blocking("one", 1).withMembership(Membership.of("workers")));
        topic.publish(1);

        assertThat(failure(topic.publishAsync(2))).hasMessageContaining("'workers'");
    }

    @Test
    void timeout_withSeveralFull_namesThemAll() {
        pause(blocking("a", 1));
        pause(blocking("b", 1));
        topic.publish(1);

        assertThat(failure(topic.publishAsync(2)))
                .hasMessageContaining("subscriptions 'a' (limit 1), 'b' (limit 1) are full");
    }

    @Test
    void timeout_withManyFull_namesThreeAndCountsTheOthers() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            pause(blocking(name, 1));
        }
        topic.publish(1);

        assertThat(failure(topic.publishAsync(2)))
                .hasMessageContaining("'a' (limit 1), 'b' (limit 1), 'c' (limit 1) and 2 more are full");
    }

    @Test
    void timeout_withVeryManyFull_countsThemNot() {
        for (int i = 0; i < 100; i++) {
            pause(blocking("s" + i, 1));
        }
        topic.publish(1);

        assertThat(failure(topic.publishAsync(2))).hasMessageContaining("(limit 1) and many more are full");
    }

    @Test
    void timeout_namesThoseThatAreFullAtItsEnd() {
        pause(blocking("slow", 1));
        topic.subscribe(blocking("quick", 1), message -> true);
        topic.publish(1);
        CompletableFuture<Receipt> waiting = topic.publishAsync(2);

        hand.run();

        assertThat(failure(waiting)).hasMessageContaining("'slow'").hasMessageNotContaining("'quick'");
    }

    @Test
    void interrupt_namesTheFullSubscription() {
        pause(blocking("billing", 1));
        topic.publish(1);

        Thread.currentThread().interrupt();
        Throwable thrown = catchThrowable(() -> topic.publish(2));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(thrown).isInstanceOf(PublishInterruptedException.class).hasMessageContaining("'billing'");
    }

    @Test
    void tooManyWaiting_namesTheFullSubscription() {
        pause(blocking("billing", 1));
        topic.publish(1);
        assertThat(topic.publishAsync(2)).isNotDone();

        CompletableFuture<Receipt> refused = topic.publishAsync(3);
        hand.run();

        assertThat(refused.exceptionNow())
                .isInstanceOf(TopicFullException.class)
                .hasMessageContaining("1 publishers wait already")
                .hasMessageContaining("'billing'");
    }

    @Test
    void waitForItself_namesTheFullSubscription() {
        List<Throwable> thrown = new ArrayList<>();
        topic.subscribe(blocking("echo", 1), message -> {
            if (thrown.isEmpty()) {
                topic.publish(2);
                thrown.add(catchThrowable(() -> topic.publish(3)));
            }
            return true;
        });
        topic.publish(1);

        hand.run();

        assertThat(thrown)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(TopicFullException.class)
                .hasMessageContaining("wait for itself")
                .hasMessageContaining("'echo'");
    }

    @Test
    void fullAtOnce_namesTheFullSubscription() {
        pause(SubscriptionOptions.named("strict").withBuffer(Buffer.of(1, Overflow.fail())));
        topic.publish(1);

        assertThat(catchThrowable(() -> topic.publish(2)))
                .isInstanceOf(TopicFullException.class)
                .hasMessageContaining("subscription 'strict' has 1 messages waiting, which is its limit");
    }
}
