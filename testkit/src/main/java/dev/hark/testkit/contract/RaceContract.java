package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Subscription;
import dev.hark.Topic;
import dev.hark.UnsubscribeReport;
import dev.hark.testkit.BlockingGate;
import dev.hark.testkit.RecordingSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows "subscribe racing with publish", "unsubscribe during delivery", "many publishers at once". */
abstract class RaceContract extends ContractSection {
    private static final int ROUNDS = 200;

    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    @Test
    @DisplayName("A subscription sees nothing that was published before it, and all that was published after it")
    void subscribe_betweenPublishes_seesWhatFollows() {
        numbers().publish(1);
        Subscription subscription = numbers().subscribe(recorder);
        numbers().publish(2);
        drain(subscription);
        assertThat(recorder.payloads()).containsExactly(2);
    }

    @Test
    @DisplayName("A subscribe that races with a publisher sees a suffix of what is published, without holes")
    void subscribe_racingWithPublish_seesASuffix() throws Exception {
        Topic<Integer> numbers = numbers();
        for (int round = 0; round < ROUNDS; round++) {
            CountDownLatch begun = new CountDownLatch(1);
            Thread publisher = Thread.ofPlatform().start(() -> {
                for (int number = 0; number < 100; number++) {
                    numbers.publish(number);
                    begun.countDown();
                }
            });
            begun.await();
            RecordingSubscriber<Integer> late = RecordingSubscriber.acking();
            Subscription subscription = numbers.subscribe(late);
            numbers.publish(-1);
            publisher.join();
            drain(subscription);
            List<Integer> seen = new ArrayList<>(late.payloads());
            assertThat(seen).contains(-1);
            seen.removeIf(number -> number == -1);
            assertThat(seen).isEqualTo(range(100 - seen.size(), 100));
            subscription.unsubscribe();
        }
    }

    @Test
    @DisplayName("No delivery starts after unsubscribe returned")
    void unsubscribe_racingWithDelivery_startsNothingAfterwards() {
        needsThreads();
        for (int round = 0; round < ROUNDS; round++) {
            RecordingSubscriber<Integer> seen = RecordingSubscriber.acking();
            Subscription subscription = numbers().subscribe(seen);
            publish(numbers(), 0, 20);
            UnsubscribeReport report = subscription.unsubscribe();
            int started = (int) subscription.stats().deliveries();
            assertThat(report.purged() + started).isEqualTo(20);
            engine().until(() -> seen.count() == started);
            publish(numbers(), 20, 25);
            assertThat(seen.deliveries()).hasSize(started);
        }
    }

    @Test
    @DisplayName("Unsubscribed while it runs, a handler may finish, its ack counts, and nothing more starts")
    void unsubscribe_whileAHandlerRuns_letsItFinish() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.before(recorder)) {
            Subscription subscription = numbers().subscribe(gate);
            publish(numbers(), 0, 5);
            gate.awaitArrivals(1, HANG_GUARD);
            UnsubscribeReport report = subscription.unsubscribe();
            assertThat(report).isEqualTo(new UnsubscribeReport(subscription.id(), 4, 0, 1));
            gate.open();
            engine().until(() -> subscription.stats().inFlight() == 0);
            assertTally(subscription, published(5).acked(1).purged(4));
            assertThat(recorder.payloads()).containsExactly(0);
        }
    }

    @Test
    @DisplayName("A handler may unsubscribe itself: its ack counts, and it gets nothing more")
    void unsubscribe_fromInsideTheHandler_endsIt() {
        Subscription subscription = numbers().subscribe(options().withName("self"), message -> {
            broker().unsubscribe("self");
            return recorder.onMessage(message);
        });
        subscription.pause();
        publish(numbers(), 0, 5);
        subscription.resume();
        engine().until(() -> recorder.count() == 1 && subscription.stats().inFlight() == 0);
        engine().settle();
        assertThat(recorder.deliveries()).hasSize(1);
        assertTally(subscription, published(5).acked(1).purged(4));
    }

    @Test
    @DisplayName("A handler that unsubscribes itself and then fails leaves no retry behind: its message is purged")
    void unsubscribe_fromInsideAFailingHandler_purges() {
        Subscription subscription = numbers().subscribe(options().withName("self"), message -> {
            broker().unsubscribe("self");
            return false;
        });
        subscription.pause();
        publish(numbers(), 0, 5);
        subscription.resume();
        engine().until(() -> subscription.stats().tally().pending() == 0);
        assertTally(subscription, published(5).purged(5));
        assertThat(subscription.stats().deliveries()).isOne();
    }

    @Test
    @DisplayName("A handler may unsubscribe another subscription")
    void unsubscribe_ofAnotherFromAHandler_endsThat() {
        Subscription other = numbers().subscribe(message -> true);
        other.pause();
        Subscription subscription = numbers().subscribe(message -> {
            other.unsubscribe();
            return true;
        });
        numbers().publish(1);
        drain(subscription);
        assertTally(other, published(1).purged(1));
    }

    @Test
    @DisplayName("A handler may subscribe: the new subscription sees what is published from then on")
    void subscribe_fromInsideAHandler_seesWhatFollows() {
        Subscription subscription = numbers().subscribe(message -> {
            if (message.payload() == 0) {
                numbers().subscribe(recorder);
                numbers().publish(100);
            }
            return true;
        });
        numbers().publish(0);
        engine().until(() -> recorder.count() == 1);
        drain(subscription);
        assertThat(recorder.payloads()).containsExactly(100);
    }

    @Test
    @DisplayName("Many publishers at once: everything arrives, and each publisher's messages keep their order")
    void publish_byManyThreads_keepsEachOnesOrder() throws Exception {
        Topic<Integer> numbers = numbers();
        Subscription subscription = numbers.subscribe(recorder);
        List<Thread> publishers = new ArrayList<>();
        for (int publisher = 0; publisher < 8; publisher++) {
            int base = publisher * 1_000;
            publishers.add(Thread.ofPlatform().start(() -> publish(numbers, base, base + 1_000)));
        }
        for (Thread publisher : publishers) {
            publisher.join();
        }
        drain(subscription);
        Map<Integer, List<Integer>> byPublisher = new TreeMap<>();
        recorder.payloads()
                .forEach(number -> byPublisher
                        .computeIfAbsent(number / 1_000, any -> new ArrayList<>())
                        .add(number));
        assertThat(byPublisher).hasSize(8);
        byPublisher.forEach(
                (publisher, seen) -> assertThat(seen).isEqualTo(range(publisher * 1_000, publisher * 1_000 + 1_000)));
        assertTally(subscription, published(8_000).acked(8_000));
    }

    @Test
    @DisplayName("A change that somebody makes before it publishes is seen by the handler")
    void publish_afterAPlainWrite_makesItVisible() {
        int[] box = new int[1_000];
        AtomicInteger wrong = new AtomicInteger();
        Subscription subscription = numbers().subscribe(message -> {
            if (box[message.payload()] != message.payload() + 1) {
                wrong.incrementAndGet();
            }
            return true;
        });
        for (int number = 0; number < box.length; number++) {
            box[number] = number + 1;
            numbers().publish(number);
        }
        drain(subscription);
        assertThat(wrong).hasValue(0);
    }
}
