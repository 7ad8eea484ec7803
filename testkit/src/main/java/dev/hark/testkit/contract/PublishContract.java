package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hark.Message;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.Receipt;
import dev.hark.Subscription;
import dev.hark.Topic;
import dev.hark.TopicFullException;
import dev.hark.TopicOptions;
import dev.hark.testkit.RecordingSubscriber;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Publishing: receipts, keys, headers and ids, and publishing from inside handlers. */
abstract class PublishContract extends ContractSection {
    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    private Message<Integer> delivered(Subscription subscription) {
        drain(subscription);
        return recorder.messages().getLast();
    }

    @Test
    @DisplayName("A receipt names topic, partition, offset and id, which are those of the message")
    void receipt_ofAMessage_agreesWithIt() {
        Subscription subscription = numbers().subscribe(recorder);
        numbers().publish(1);
        Receipt receipt = numbers().publish(2);
        Message<Integer> message = delivered(subscription);
        assertThat(receipt.topic()).isEqualTo("numbers").isEqualTo(message.topic());
        assertThat(receipt.partition()).isZero().isEqualTo(message.partition());
        assertThat(receipt.offset()).isOne().isEqualTo(message.offset());
        assertThat(receipt.id()).isEqualTo(message.id());
        assertThat(receipt.duplicate()).isFalse();
    }

    @Test
    @DisplayName("Ids never repeat: not in a topic, not across topics, not after a topic was deleted and made again")
    void id_derived_neverRepeats() {
        Set<String> ids = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            Topic<Integer> numbers = numbers();
            Topic<Object> other = broker().createTopic("other");
            for (int number = 0; number < 100; number++) {
                ids.add(numbers.publish(number).id());
                ids.add(other.publish(number).id());
            }
            broker().deleteTopic("numbers");
            broker().deleteTopic("other");
        }
        assertThat(ids).hasSize(600);
    }

    @Test
    @DisplayName("Key, id and headers that the publisher gave arrive with the message")
    void options_given_arrive() {
        Subscription subscription = numbers().subscribe(recorder);
        PublishOptions options =
                PublishOptions.none().withKey("k").withId("mine").withHeaders(Map.of("trace", "7"));
        Receipt receipt = numbers().publish(1, options);
        Message<Integer> message = delivered(subscription);
        assertThat(receipt.id()).isEqualTo("mine");
        assertThat(message.id()).isEqualTo("mine");
        assertThat(message.key()).contains("k");
        assertThat(message.headers()).isEqualTo(Map.of("trace", "7"));
    }

    @Test
    @DisplayName("Without options a message has no key and no headers")
    void options_none_leaveKeyAndHeadersEmpty() {
        Subscription subscription = numbers().subscribe(recorder);
        numbers().publish(1);
        Message<Integer> message = delivered(subscription);
        assertThat(message.key()).isEmpty();
        assertThat(message.headers()).isEmpty();
    }

    @Test
    @DisplayName("A topic's key function makes the key, unless the publisher gave one")
    void keyFunction_ofTheTopic_makesTheKey() {
        Topic<Integer> keyed = broker().createTopic(
                        "keyed", Integer.class, TopicOptions.<Integer>defaults().withKey(number -> "n" + number));
        Subscription subscription = keyed.subscribe(recorder);
        keyed.publish(1);
        keyed.publish(2, PublishOptions.none().withKey("own"));
        drain(subscription);
        assertThat(recorder.messages())
                .extracting(message -> message.key().orElseThrow())
                .containsExactly("n1", "own");
    }

    @Test
    @DisplayName("A key function that throws throws at the publisher, and nothing is appended")
    void keyFunction_throwing_isThePublishers() {
        Topic<Integer> keyed = broker().createTopic(
                        "keyed", Integer.class, TopicOptions.<Integer>defaults().withKey(number -> {
                            if (number == 1) {
                                throw new IllegalStateException("as told");
                            }
                            return "key";
                        }));
        Subscription subscription = keyed.subscribe(recorder);
        keyed.publish(0);
        assertThatThrownBy(() -> keyed.publish(1)).hasMessage("as told");
        assertThat(keyed.publish(2).offset()).isOne();
        drain(subscription);
        assertThat(recorder.payloads()).containsExactly(0, 2);
    }

    @Test
    @DisplayName("A null payload is refused, and nothing is appended")
    @NullUnmarked // passes null, as code without null checks might
    void payload_null_isRefused() {
        assertThatThrownBy(() -> numbers().publish(null)).isInstanceOf(NullPointerException.class);
        assertThat(numbers().publish(1).offset()).isZero();
    }

    @Test
    @DisplayName("Without a subscription, a message is accepted and kept for nobody")
    void publish_withoutSubscriptions_isAccepted() {
        assertThat(numbers().publish(1).offset()).isZero();
        assertThat(numbers().stats().published()).isOne();
    }

    @Test
    @DisplayName("A message's timestamp is the broker's clock at its publication, to the millisecond")
    void timestamp_ofAMessage_isToTheMillisecond() {
        Subscription subscription = numbers().subscribe(recorder);
        numbers().publish(1);
        Message<Integer> first = delivered(subscription);
        engine().pass(java.time.Duration.ofMillis(20));
        numbers().publish(2);
        assertThat(delivered(subscription).timestamp()).isAfter(first.timestamp());
        assertThat(first.timestamp()).isEqualTo(first.timestamp().truncatedTo(ChronoUnit.MILLIS));
    }

    @Test
    @DisplayName("A handler may publish to another topic")
    void publish_fromAHandler_reachesAnotherTopic() {
        Topic<Integer> doubled = broker().createTopic("doubled", Integer.class);
        doubled.subscribe(recorder);
        numbers().subscribe(message -> {
            doubled.publish(2 * message.payload());
            return true;
        });
        publish(numbers(), 0, 100);
        engine().until(() -> recorder.count() == 100);
        assertThat(recorder.payloads())
                .isEqualTo(range(0, 100).stream().map(number -> 2 * number).toList());
    }

    @Test
    @DisplayName("A handler may publish to its own topic")
    void publish_fromAHandler_reachesItsOwnTopic() {
        Subscription subscription = numbers().subscribe(message -> {
            if (message.payload() < 1_000) {
                numbers().publish(message.payload() + 1);
            }
            return recorder.onMessage(message);
        });
        numbers().publish(0);
        engine().until(() -> recorder.count() == 1_001);
        drain(subscription);
        assertThat(recorder.payloads()).isEqualTo(range(0, 1_001));
    }

    @Test
    @DisplayName("A handler that publishes into its own full topic goes on where overflow is dropped")
    void publish_fromAHandlerIntoItsFullTopic_drops() {
        Subscription subscription = numbers().subscribe(buffered(2, Overflow.dropNewest()), message -> {
            if (message.payload() == 0) {
                publish(numbers(), 1, 6);
            }
            return true;
        });
        numbers().publish(0);
        drain(subscription);
        assertTally(subscription, published(6).acked(3).dropped(3));
    }

    @Test
    @DisplayName("A handler that would wait for its own topic's room fails at once, as nobody else could make any")
    void publish_fromAHandlerWaitingForItself_failsAtOnce() {
        List<Throwable> thrown = new ArrayList<>();
        Subscription subscription = numbers().subscribe(buffered(2, Overflow.block(FOREVER)), message -> {
            if (message.payload() == 0) {
                publish(numbers(), 1, 3);
                thrown.add(catchThrowable(() -> numbers().publish(3)));
            }
            return true;
        });
        numbers().publish(0);
        drain(subscription);
        assertThat(thrown).singleElement().isInstanceOf(TopicFullException.class);
        assertTally(subscription, published(3).acked(3));
    }

    @Test
    @DisplayName("A handler that would wait for another's room, which waits for its own, fails at once")
    void publish_inACycleOfHandlers_failsAtOnce() throws Exception {
        needsThreads();
        Topic<Integer> left = broker().createTopic("left", Integer.class);
        Topic<Integer> right = broker().createTopic("right", Integer.class);
        CountDownLatch bothRun = new CountDownLatch(2);
        ConcurrentLinkedQueue<Object> outcomes = new ConcurrentLinkedQueue<>();
        Subscription fromLeft = crossing(left, right, bothRun, outcomes);
        Subscription fromRight = crossing(right, left, bothRun, outcomes);
        left.publish(0);
        right.publish(0);
        assertThat(bothRun.await(HANG_GUARD.toSeconds(), TimeUnit.SECONDS)).isTrue();
        engine().until(() -> outcomes.size() == 2);
        drain(fromLeft);
        drain(fromRight);
        assertThat(outcomes).filteredOn(TopicFullException.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(Receipt.class::isInstance).hasSize(1);
    }

    /** Fills its own topic for the other handler, waits until both did, then publishes into the other's full topic. */
    private Subscription crossing(
            Topic<Integer> own, Topic<Integer> other, CountDownLatch bothRun, ConcurrentLinkedQueue<Object> outcomes) {
        return own.subscribe(buffered(1, Overflow.block(FOREVER)), message -> {
            if (message.payload() == 0) {
                own.publish(1);
                bothRun.countDown();
                bothRun.await();
                AtomicReference<@Nullable Receipt> receipt = new AtomicReference<>();
                Throwable thrown = catchThrowable(() -> receipt.set(other.publish(2)));
                outcomes.add(thrown == null ? Objects.requireNonNull(receipt.get()) : thrown);
            }
            return true;
        });
    }

    @Test
    @DisplayName("publishAsync from a handler into its own full topic completes when that handler has made room")
    void publishAsync_fromAHandlerIntoItsFullTopic_completesLater() {
        List<CompletableFuture<Receipt>> waiting = new ArrayList<>();
        Subscription subscription = numbers().subscribe(buffered(2, Overflow.block(FOREVER)), message -> {
            if (message.payload() == 0) {
                publish(numbers(), 1, 3);
                waiting.add(numbers().publishAsync(3));
            }
            return recorder.onMessage(message);
        });
        numbers().publish(0);
        engine().until(() -> recorder.count() == 4);
        assertThat(engine().await(waiting.getFirst()).offset()).isEqualTo(3);
        drain(subscription);
        assertThat(recorder.payloads()).isEqualTo(range(0, 4));
    }
}
