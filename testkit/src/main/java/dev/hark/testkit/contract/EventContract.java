package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.BrokerEvent;
import dev.hark.BrokerListener;
import dev.hark.DeadLetterLimits;
import dev.hark.EndReason;
import dev.hark.Overflow;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.testkit.RecordingSubscriber;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Promise 6, "you can see it": the listener learns what happens, and cannot hurt delivery. */
abstract class EventContract extends ContractSection {
    private final List<BrokerEvent> events = new CopyOnWriteArrayList<>();

    private void listenWith(BrokerListener listener) {
        brokerWith(builder -> builder.listener(listener));
    }

    private <E extends BrokerEvent> E awaitEvent(Class<E> type) {
        engine().until(() -> events.stream().anyMatch(type::isInstance));
        return events.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    private long count(Class<? extends BrokerEvent> type) {
        return events.stream().filter(type::isInstance).count();
    }

    @Test
    @DisplayName("A subscription whose buffer is full is reported as slow, once, and again when it has recovered")
    void slow_atTheBound_isReportedOnce() {
        listenWith(events::add);
        Subscription full = numbers().subscribe(buffered(4, Overflow.dropNewest()), message -> true);
        full.pause();
        publish(numbers(), 0, 10);
        BrokerEvent.Slow slow = awaitEvent(BrokerEvent.Slow.class);
        assertThat(slow.subscription()).isEqualTo(full.id());
        assertThat(slow.topic()).isEqualTo("numbers");
        assertThat(slow.overflow()).isEqualTo(Overflow.dropNewest());
        full.resume();
        assertThat(awaitEvent(BrokerEvent.Recovered.class).subscription()).isEqualTo(full.id());
        assertThat(count(BrokerEvent.Slow.class)).isOne();
    }

    @Test
    @DisplayName("A dead letter is reported with its message and attempts")
    void deadLettered_afterItsAttempts_isReported() {
        listenWith(events::add);
        Subscription failing = numbers().subscribe(options().withRetry(Retry.none()), message -> false);
        numbers().publish(7);
        BrokerEvent.DeadLettered event = awaitEvent(BrokerEvent.DeadLettered.class);
        assertThat(event.subscription()).isEqualTo(failing.id());
        assertThat(event.letter().message().payload()).isEqualTo(7);
        assertThat(event.letter().attempts()).hasSize(1);
    }

    @Test
    @DisplayName("Drops are reported, and once the subscription has recovered, their counts add up")
    void dropped_atTheBound_isReported() {
        listenWith(events::add);
        Subscription full = numbers().subscribe(buffered(2, Overflow.dropOldest()), message -> true);
        full.pause();
        publish(numbers(), 0, 7);
        assertThat(awaitEvent(BrokerEvent.Dropped.class).reason()).isNotBlank();
        full.resume();
        engine().until(() -> droppedInEvents() == 5);
        assertThat(droppedInEvents()).isEqualTo(5);
    }

    private long droppedInEvents() {
        return events.stream()
                .filter(BrokerEvent.Dropped.class::isInstance)
                .mapToLong(event -> ((BrokerEvent.Dropped) event).count())
                .sum();
    }

    @Test
    @DisplayName("A member's joining and leaving are reported")
    void member_joiningAndLeaving_isReported() {
        listenWith(events::add);
        Subscription one = numbers().subscribe(options().withName("one").withGroup("workers"), message -> true);
        numbers().subscribe(options().withName("two").withGroup("workers"), message -> true);
        one.unsubscribe();
        BrokerEvent.MemberLeft left = awaitEvent(BrokerEvent.MemberLeft.class);
        assertThat(left.member()).isEqualTo("one");
        assertThat(left.subscription()).isEqualTo("workers");
        assertThat(count(BrokerEvent.MemberJoined.class)).isEqualTo(2);
    }

    @Test
    @DisplayName("The end of a subscription is reported with reason and number of purged messages")
    void closed_byUnsubscribe_isReported() {
        listenWith(events::add);
        Subscription paused = numbers().subscribe(message -> true);
        paused.pause();
        publish(numbers(), 0, 3);
        paused.unsubscribe();
        assertThat(awaitEvent(BrokerEvent.Closed.class))
                .isEqualTo(new BrokerEvent.Closed("numbers", paused.id(), EndReason.UNSUBSCRIBED, 3));
    }

    @Test
    @DisplayName("A listener that throws hurts nobody, and learns of later events")
    void listener_throwing_hurtsNobody() {
        listenWith(event -> {
            events.add(event);
            throw new AssertionError("as told");
        });
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();
        Subscription rejecting = numbers().subscribe(RecordingSubscriber.rejecting(message -> true));
        Subscription healthy = numbers().subscribe(recorder);
        publish(numbers(), 0, 10);
        drain(rejecting);
        drain(healthy);
        engine().until(() -> count(BrokerEvent.DeadLettered.class) == 10);
        assertThat(recorder.payloads()).isEqualTo(range(0, 10));
    }

    @Test
    @DisplayName("A listener that blocks hurts nobody: it misses events beyond a bound, which are counted")
    void listener_blocking_missesEvents() throws Exception {
        needsThreads();
        CountDownLatch open = new CountDownLatch(1);
        listenWith(event -> {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            Subscription rejecting = numbers()
                    .subscribe(
                            options().withDeadLetters(new DeadLetterLimits(10, 10)),
                            RecordingSubscriber.rejecting(message -> true));
            for (int round = 0; round < 20; round++) {
                publish(numbers(), 0, 5_000);
                drain(rejecting);
            }
            assertTally(rejecting, published(100_000).deadLettered(10).dropped(99_990));
            assertThat(broker().stats().eventsDropped()).isPositive();
        } finally {
            open.countDown();
        }
    }

    @Test
    @DisplayName("A listener may use the broker")
    void listener_usingTheBroker_works() {
        listenWith(event -> {
            events.add(event);
            if (event instanceof BrokerEvent.DeadLettered) {
                broker().stats();
                broker().createTopic("alarms").publish("dead letter");
            }
        });
        numbers().subscribe(RecordingSubscriber.rejecting(message -> true));
        numbers().publish(1);
        awaitEvent(BrokerEvent.DeadLettered.class);
        engine().until(() -> broker().topics().contains("alarms"));
        assertThat(broker().topics()).contains("alarms");
    }
}
