package dev.hark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.Broker;
import dev.hark.Buffer;
import dev.hark.DeadLetter;
import dev.hark.DeadLetterReason;
import dev.hark.DeliveryStrategy;
import dev.hark.FailedAttempt;
import dev.hark.Message;
import dev.hark.NoSuchTopicException;
import dev.hark.Overflow;
import dev.hark.PublishTimeoutException;
import dev.hark.Receipt;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.TopicFullException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The textbook's broker, one requirement and one edge case after the other, each stated and shown. Read it from top to
 * bottom. What happens by itself is shown under virtual time; what threads do to each other, with threads.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TextbookTest {
    private static final Duration HANG_GUARD = Duration.ofMinutes(1);

    private final VirtualBroker virtual = VirtualBroker.create();
    private final Broker broker = virtual.broker();
    private final RecordingSubscriber<Object> recorder = RecordingSubscriber.acking();

    @AfterEach
    void close() {
        virtual.close();
    }

    private static List<Object> numbers(int from, int end) {
        return IntStream.range(from, end).<Object>mapToObj(number -> number).toList();
    }

    private void publish(int from, int end) {
        for (int number = from; number < end; number++) {
            broker.publish("orders", number);
        }
    }

    // Topics.

    @Test
    @Order(101)
    @DisplayName("1.1 A topic is created by name, and creating it again changes nothing")
    void topic_createdTwice_isOne() {
        broker.createTopic("orders");
        broker.publish("orders", "first");
        broker.createTopic("orders");
        assertThat(broker.topics()).containsExactly("orders");
        assertThat(broker.topic("orders").stats().published()).isOne();
    }

    @Test
    @Order(102)
    @DisplayName("1.2 Publishing or subscribing to a topic that does not exist is an error that names it")
    void topic_unknown_isAnError() {
        assertThatThrownBy(() -> broker.publish("orders", 1))
                .isInstanceOf(NoSuchTopicException.class)
                .hasMessageContaining("orders");
        assertThatThrownBy(() -> broker.subscribe("orders", recorder)).isInstanceOf(NoSuchTopicException.class);
    }

    @Test
    @Order(103)
    @DisplayName("1.3 Deleting a topic ends its subscriptions")
    void topic_deleted_endsItsSubscriptions() {
        broker.createTopic("orders");
        Subscription subscription = broker.subscribe("orders", recorder);
        broker.deleteTopic("orders");
        assertThat(broker.topics()).isEmpty();
        assertThat(subscription.endReason()).isPresent();
    }

    // Fan-out.

    @Test
    @Order(201)
    @DisplayName("2.1 Every subscriber of a topic gets every message")
    void fanOut_toThree_reachesEach() {
        broker.createTopic("orders");
        List<RecordingSubscriber<Object>> subscribers = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            subscribers.add(RecordingSubscriber.acking());
            broker.subscribe("orders", subscribers.getLast());
        }
        publish(0, 5);
        virtual.runUntilIdle();
        assertThat(subscribers).allSatisfy(each -> assertThat(each.payloads()).isEqualTo(numbers(0, 5)));
    }

    @Test
    @Order(202)
    @DisplayName("2.2 A message without subscribers is accepted, and a later subscriber does not get it")
    void fanOut_toNobody_isAccepted() {
        broker.createTopic("orders");
        publish(0, 1);
        broker.subscribe("orders", recorder);
        publish(1, 2);
        virtual.runUntilIdle();
        assertThat(recorder.payloads()).containsExactly(1);
    }

    @Test
    @Order(203)
    @DisplayName("2.3 A topic may hand out its messages in turn instead")
    void strategy_roundRobin_takesTurns() {
        broker.createTopic("jobs", DeliveryStrategy.roundRobin());
        RecordingSubscriber<Object> other = RecordingSubscriber.acking();
        broker.subscribe("jobs", recorder);
        broker.subscribe("jobs", other);
        for (int number = 0; number < 6; number++) {
            broker.publish("jobs", number);
        }
        virtual.runUntilIdle();
        assertThat(recorder.count()).isEqualTo(3);
        assertThat(other.count()).isEqualTo(3);
    }

    @Test
    @Order(204)
    @DisplayName("2.4 Members of a group compete: each message goes to one of them")
    void group_ofTwo_sharesTheMessages() {
        broker.createTopic("orders");
        SubscriptionOptions worker = SubscriptionOptions.defaults().withGroup("workers");
        broker.subscribe("orders", worker, recorder);
        broker.subscribe("orders", worker, recorder);
        publish(0, 10);
        virtual.runUntilIdle();
        assertThat(recorder.payloads()).containsExactlyInAnyOrderElementsOf(numbers(0, 10));
    }

    // Ack, retry, backoff.

    @Test
    @Order(301)
    @DisplayName("3.1 true acks: the message is not delivered again")
    void ack_byTrue_settles() {
        broker.createTopic("orders");
        Subscription subscription = broker.subscribe("orders", recorder);
        publish(0, 1);
        virtual.advance(Duration.ofDays(1));
        assertThat(recorder.deliveries()).hasSize(1);
        assertThat(subscription.stats().tally().acked()).isOne();
    }

    @Test
    @Order(302)
    @DisplayName("3.2 false or a throw of anything is a failed attempt, and the message is delivered again")
    void failure_ofAnyKind_isRetried() {
        broker.createTopic("orders");
        RecordingSubscriber<Object> failing = RecordingSubscriber.of(Faults.<Object>failFirst(
                1, Faults.throwFirst(1, () -> new AssertionError("as told"), message -> true)));
        broker.subscribe("orders", failing);
        publish(0, 1);
        virtual.advance(Duration.ofSeconds(1));
        assertThat(failing.deliveries()).hasSize(3);
        assertThat(failing.count()).isOne();
    }

    @Test
    @Order(303)
    @DisplayName("3.3 The delay between attempts doubles: 50, 100, 200, 400, 800 ms, and never more than 1,000 ms")
    void backoff_ofTenAttempts_doublesUpToItsCap() {
        broker.createTopic("orders");
        List<Long> times = new ArrayList<>();
        broker.subscribe(
                "orders",
                SubscriptionOptions.defaults().withRetry(Retry.defaults().withMaxAttempts(8)),
                message -> {
                    times.add(
                            Duration.between(message.timestamp(), virtual.now()).toMillis());
                    return false;
                });
        publish(0, 1);
        virtual.advance(Duration.ofMinutes(1));
        assertThat(times).containsExactly(0L, 50L, 150L, 350L, 750L, 1_550L, 2_550L, 3_550L);
    }

    @Test
    @Order(304)
    @DisplayName("3.4 One subscriber's retries do not concern another")
    void retry_ofOneSubscriber_doesNotDeliverToOthers() {
        broker.createTopic("orders");
        broker.subscribe("orders", message -> false);
        broker.subscribe("orders", recorder);
        publish(0, 3);
        virtual.advance(Duration.ofMinutes(1));
        assertThat(recorder.deliveredPayloads()).isEqualTo(numbers(0, 3));
    }

    // Dead letters.

    @Test
    @Order(401)
    @DisplayName("4.1 After its last attempt a message becomes a dead letter, with the cause of every attempt")
    void deadLetter_afterTheLastAttempt_hasEveryCause() {
        broker.createTopic("orders");
        Subscription subscription = broker.subscribe("orders", message -> {
            throw new IllegalStateException("no stock");
        });
        publish(0, 1);
        virtual.advance(Duration.ofMinutes(1));
        DeadLetter letter = subscription.deadLetters().list().getFirst();
        assertThat(letter.reason()).isEqualTo(DeadLetterReason.ATTEMPTS_EXHAUSTED);
        assertThat(letter.attempts())
                .hasSize(6)
                .allSatisfy(attempt -> assertThat(attempt.cause()).hasMessage("no stock"));
    }

    @Test
    @Order(402)
    @DisplayName("4.2 A dead letter can be redriven to the subscription that failed, once that is fixed")
    void deadLetter_redriven_isHandled() {
        broker.createTopic("orders");
        RecordingSubscriber<Object> failing = RecordingSubscriber.failingTimes(1);
        Subscription subscription =
                broker.subscribe("orders", SubscriptionOptions.defaults().withRetry(Retry.none()), failing);
        publish(0, 3);
        virtual.runUntilIdle();
        assertThat(subscription.deadLetters().redriveAll()).isEqualTo(3);
        virtual.runUntilIdle();
        assertThat(failing.payloads()).isEqualTo(numbers(0, 3));
        assertThat(subscription.deadLetters().count()).isZero();
    }

    @Test
    @Order(403)
    @DisplayName("4.3 A poison message does not hold up those behind it for ever")
    void poison_thatAlwaysThrows_letsTheNextRun() {
        broker.createTopic("orders");
        RecordingSubscriber<Object> poisoned = RecordingSubscriber.of(message -> {
            if (message.payload().equals(0)) {
                throw new IllegalArgumentException("poison");
            }
            return true;
        });
        Subscription subscription = broker.subscribe("orders", poisoned);
        publish(0, 3);
        virtual.advance(Duration.ofMinutes(1));
        assertThat(poisoned.payloads()).containsExactly(1, 2);
        assertThat(subscription.deadLetters().list())
                .singleElement()
                .extracting(DeadLetter::attempts)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(FailedAttempt.class))
                .hasSize(6);
    }

    // Order.

    @Test
    @Order(501)
    @DisplayName("5.1 A subscriber gets messages in publish order")
    void order_ofManyMessages_isThePublishOrder() {
        broker.createTopic("orders");
        broker.subscribe("orders", recorder);
        publish(0, 1_000);
        virtual.runUntilIdle();
        assertThat(recorder.payloads()).isEqualTo(numbers(0, 1_000));
    }

    @Test
    @Order(502)
    @DisplayName("5.2 A retry keeps the order: those behind it wait")
    void order_acrossRetries_holds() {
        broker.createTopic("orders");
        RecordingSubscriber<Object> failing = RecordingSubscriber.failingTimes(2);
        broker.subscribe("orders", failing);
        publish(0, 3);
        virtual.advance(Duration.ofSeconds(10));
        assertThat(failing.deliveredPayloads()).containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2);
    }

    // Full buffers.

    private Subscription full(Overflow overflow) {
        broker.createTopic("orders");
        Subscription subscription =
                broker.subscribe("orders", SubscriptionOptions.defaults().withBuffer(Buffer.of(3, overflow)), recorder);
        subscription.pause();
        publish(0, 3);
        return subscription;
    }

    private void assertHandled(Subscription subscription, Integer... payloads) {
        subscription.resume();
        virtual.runUntilIdle();
        assertThat(recorder.payloads()).containsExactly((Object[]) payloads);
        assertThat(subscription.stats().tally().missing()).isZero();
    }

    @Test
    @Order(601)
    @DisplayName("6.1 Full, dropOldest: the oldest makes room, and that is counted")
    void full_dropOldest_keepsTheNewest() {
        Subscription full = full(Overflow.dropOldest());
        publish(3, 5);
        assertThat(full.stats().tally().dropped()).isEqualTo(2);
        assertHandled(full, 2, 3, 4);
    }

    @Test
    @Order(602)
    @DisplayName("6.2 Full, dropNewest: the new message is dropped, and that is counted")
    void full_dropNewest_keepsTheOldest() {
        Subscription full = full(Overflow.dropNewest());
        publish(3, 5);
        assertThat(full.stats().tally().dropped()).isEqualTo(2);
        assertHandled(full, 0, 1, 2);
    }

    @Test
    @Order(603)
    @DisplayName("6.3 Full, deadLetter: the new message becomes a dead letter, and can be redriven")
    void full_deadLetter_buriesTheNewest() {
        Subscription full = full(Overflow.deadLetter());
        publish(3, 5);
        assertThat(full.deadLetters().count()).isEqualTo(2);
        full.resume();
        virtual.runUntilIdle();
        full.deadLetters().redriveAll();
        assertHandled(full, 0, 1, 2, 3, 4);
    }

    @Test
    @Order(604)
    @DisplayName("6.4 Full, fail: the publisher gets an exception, and nobody gets the message")
    void full_fail_refusesThePublisher() {
        Subscription full = full(Overflow.fail());
        assertThatThrownBy(() -> publish(3, 4)).isInstanceOf(TopicFullException.class);
        assertHandled(full, 0, 1, 2);
    }

    @Test
    @Order(605)
    @DisplayName("6.5 Full, block: the publisher waits until there is room")
    void full_block_waitsForRoom() {
        Subscription full = full(Overflow.block(Duration.ofSeconds(5)));
        CompletableFuture<Receipt> waiting = broker.publishAsync("orders", 3);
        virtual.advance(Duration.ofSeconds(4));
        assertThat(waiting).isNotDone();
        assertHandled(full, 0, 1, 2, 3);
        assertThat(waiting).isDone();
    }

    @Test
    @Order(606)
    @DisplayName("6.6 Full, block: after its timeout the publish fails, and nobody gets the message")
    void full_block_timesOut() {
        Subscription full = full(Overflow.block(Duration.ofSeconds(5)));
        CompletableFuture<Receipt> waiting = broker.publishAsync("orders", 3);
        assertThatThrownBy(() -> virtual.await(waiting)).isInstanceOf(PublishTimeoutException.class);
        assertHandled(full, 0, 1, 2);
    }

    @Test
    @Order(607)
    @DisplayName("6.7 A slow subscriber does not slow down another")
    void full_besideAnother_hurtsOnlyItself() {
        full(Overflow.dropNewest());
        RecordingSubscriber<Object> other = RecordingSubscriber.acking();
        broker.subscribe("orders", other);
        publish(3, 100);
        virtual.runUntilIdle();
        assertThat(other.payloads()).isEqualTo(numbers(3, 100));
    }

    // Leaving and joining.

    @Test
    @Order(701)
    @DisplayName("7.1 After unsubscribe no delivery starts, and what was pending is purged and reported")
    void unsubscribe_withPendingMessages_purgesThem() {
        broker.createTopic("orders");
        Subscription subscription = broker.subscribe("orders", recorder);
        publish(0, 3);
        assertThat(broker.unsubscribe(subscription.id()).purged()).isEqualTo(3);
        virtual.runUntilIdle();
        assertThat(recorder.deliveries()).isEmpty();
    }

    @Test
    @Order(702)
    @DisplayName("7.2 Unsubscribed during a delivery, the handler may finish, and its ack counts")
    void unsubscribe_duringDelivery_letsItFinish() {
        try (Broker real = Broker.inMemory();
                BlockingGate<Object> gate = BlockingGate.before(recorder)) {
            Topic<Object> orders = real.createTopic("orders");
            Subscription subscription = orders.subscribe(gate);
            orders.publish("first");
            orders.publish("second");
            gate.awaitArrivals(1, HANG_GUARD);
            assertThat(subscription.unsubscribe().inFlight()).isOne();
            gate.open();
            recorder.awaitCount(1, HANG_GUARD);
            real.close(HANG_GUARD);
            assertThat(recorder.payloads()).containsExactly("first");
            assertThat(subscription.stats().tally().acked()).isOne();
        }
    }

    @Test
    @Order(703)
    @DisplayName("7.3 A handler may unsubscribe itself")
    void unsubscribe_fromTheHandler_ends() {
        broker.createTopic("orders");
        broker.subscribe("orders", SubscriptionOptions.named("once"), message -> {
            broker.unsubscribe("once");
            return recorder.onMessage(message);
        });
        publish(0, 3);
        virtual.runUntilIdle();
        assertThat(recorder.payloads()).containsExactly(0);
    }

    @Test
    @Order(704)
    @DisplayName("7.4 A subscribe that races with a publisher misses nothing that is published after it returned")
    void subscribe_racingWithPublish_seesASuffix() throws Exception {
        try (Broker real = Broker.inMemory()) {
            Topic<Object> orders = real.createTopic("orders");
            CountDownLatch begun = new CountDownLatch(1);
            Thread publisher = Thread.ofPlatform().start(() -> {
                for (int number = 0; number < 10_000; number++) {
                    orders.publish(number);
                    begun.countDown();
                }
            });
            begun.await();
            orders.subscribe(recorder);
            long published = orders.stats().published();
            publisher.join();
            real.close(HANG_GUARD);
            List<Object> seen = recorder.payloads();
            assertThat(seen).isEqualTo(numbers(10_000 - seen.size(), 10_000));
            assertThat((long) seen.size()).isGreaterThanOrEqualTo(10_000 - published);
        }
    }

    // Threads.

    @Test
    @Order(801)
    @DisplayName("8.1 Many publishers at once: nothing is lost, and each one's messages keep their order")
    void publishers_manyAtOnce_loseNothing() throws Exception {
        try (Broker real = Broker.inMemory()) {
            Topic<Object> orders = real.createTopic("orders");
            orders.subscribe(recorder);
            List<Thread> publishers = new ArrayList<>();
            for (int publisher = 0; publisher < 4; publisher++) {
                int base = publisher * 1_000;
                publishers.add(Thread.ofPlatform()
                        .start(() -> numbers(base, base + 1_000).forEach(orders::publish)));
            }
            for (Thread publisher : publishers) {
                publisher.join();
            }
            real.close(HANG_GUARD);
            for (int publisher = 0; publisher < 4; publisher++) {
                int base = publisher * 1_000;
                assertThat(recorder.payloads())
                        .filteredOn(payload -> (int) payload / 1_000 == base / 1_000)
                        .isEqualTo(numbers(base, base + 1_000));
            }
        }
    }

    @Test
    @Order(802)
    @DisplayName("8.2 What a publisher wrote before it published, its handlers see, without any lock of theirs")
    void publish_afterAPlainWrite_makesItVisible() {
        try (Broker real = Broker.inMemory()) {
            Topic<Object> orders = real.createTopic("orders");
            orders.subscribe(message -> ((int[]) message.payload())[0] == 7 && recorder.onMessage(message));
            for (int count = 0; count < 1_000; count++) {
                int[] box = new int[1];
                box[0] = 7;
                orders.publish(box);
            }
            recorder.awaitCount(1_000, HANG_GUARD);
            assertThat(orders.deadLetters()).isEmpty();
        }
    }

    @Test
    @Order(803)
    @DisplayName("8.3 A stuck handler holds up neither publisher nor other subscribers")
    void stuckHandler_besideOthers_hurtsOnlyItself() {
        try (Broker real = Broker.inMemory();
                BlockingGate<Object> gate = BlockingGate.closed()) {
            Topic<Object> orders = real.createTopic("orders");
            orders.subscribe(gate);
            orders.subscribe(recorder);
            numbers(0, 1_000).forEach(orders::publish);
            recorder.awaitCount(1_000, HANG_GUARD);
            assertThat(gate.waiting()).isOne();
        }
    }

    // Stopping.

    @Test
    @Order(901)
    @DisplayName("9.1 The stop is seen by every thread at once: once closed, no publish is accepted")
    void close_seenByOtherThreads_refusesThem() throws Exception {
        Broker real = Broker.inMemory();
        Topic<Object> orders = real.createTopic("orders");
        orders.subscribe(
                SubscriptionOptions.defaults().withBuffer(Buffer.of(1_000, Overflow.block(HANG_GUARD))), recorder);
        List<Thread> publishers = new ArrayList<>();
        for (int publisher = 0; publisher < 4; publisher++) {
            publishers.add(Thread.ofPlatform().start(() -> publishUntilRefused(orders)));
        }
        recorder.awaitCount(100, HANG_GUARD);
        real.close();
        for (Thread publisher : publishers) {
            assertThat(publisher.join(HANG_GUARD)).isTrue();
        }
        assertThat((long) recorder.count()).isEqualTo(orders.stats().published());
    }

    private static void publishUntilRefused(Topic<Object> orders) {
        try {
            while (true) {
                orders.publish("more");
            }
        } catch (dev.hark.BrokerClosedException e) {
            assertThat(e).hasMessageContaining("clos");
        }
    }

    @Test
    @Order(902)
    @DisplayName("9.2 Closing lets handlers finish what was published, and reports what could not be")
    void close_withWaitingMessages_drainsThem() {
        broker.createTopic("orders");
        broker.subscribe("orders", recorder);
        publish(0, 100);
        assertThat(virtual.close(Duration.ofSeconds(10)).isClean()).isTrue();
        assertThat(recorder.messages()).extracting(Message::payload).isEqualTo(numbers(0, 100));
    }

    @Test
    @Order(903)
    @DisplayName("9.3 In the end every message is in exactly one place, for every subscription")
    void tally_afterEverything_sumsUp() {
        broker.createTopic("orders");
        Subscription mixed = broker.subscribe(
                "orders",
                SubscriptionOptions.defaults().withRetry(Retry.none()).withBuffer(Buffer.of(50, Overflow.dropNewest())),
                Faults.failEvery(5, recorder));
        publish(0, 60);
        virtual.runUntilIdle();
        assertThat(mixed.stats().tally().acked()).isEqualTo(40);
        assertThat(mixed.stats().tally().deadLettered()).isEqualTo(10);
        assertThat(mixed.stats().tally().dropped()).isEqualTo(10);
        assertThat(mixed.stats().tally().missing()).isZero();
    }
}
