package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.DeadLetter;
import dev.hark.DeadLetterLimits;
import dev.hark.DeadLetters;
import dev.hark.FailedAttempt;
import dev.hark.Overflow;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Row "redrive": dead letters are kept up to a bound, can be listed, put back and purged. */
abstract class DeadLetterContract extends ContractSection {
    private final SubscriptionOptions once = options().withRetry(Retry.none());

    /** Subscribes a handler that fails the first attempt of each message, which is the only one, and lets it fail some. */
    private Subscription failed(RecordingSubscriber<Integer> recorder, int count) {
        Subscription subscription = numbers().subscribe(once, recorder);
        publish(numbers(), 0, count);
        drain(subscription);
        assertThat(subscription.deadLetters().count()).isEqualTo(count);
        return subscription;
    }

    private static List<Object> payloads(List<DeadLetter> letters) {
        return letters.stream()
                .<Object>map(letter -> letter.message().payload())
                .toList();
    }

    @Test
    @DisplayName("Dead letters are listed, the oldest first, with message, subscription and attempts")
    void list_afterFailures_showsEachLetter() {
        Subscription subscription = failed(RecordingSubscriber.failingTimes(1), 3);
        List<DeadLetter> letters = subscription.deadLetters().list();
        assertThat(payloads(letters)).containsExactly(0, 1, 2);
        assertThat(letters).allSatisfy(letter -> {
            assertThat(letter.subscription()).isEqualTo(subscription.id());
            assertThat(letter.attempts()).hasSize(1);
            assertThat(letter.time()).isAfterOrEqualTo(letter.message().timestamp());
        });
    }

    @Test
    @DisplayName("A topic shows the dead letters of all its subscriptions")
    void topicDeadLetters_ofSeveralSubscriptions_showsAll() {
        Subscription one = failed(RecordingSubscriber.failingTimes(1), 2);
        Subscription two = numbers().subscribe(once, message -> false);
        publish(numbers(), 2, 4);
        drain(one);
        drain(two);
        assertThat(numbers().deadLetters())
                .extracting(DeadLetter::subscription)
                .containsExactlyInAnyOrder(one.id(), one.id(), one.id(), one.id(), two.id(), two.id());
    }

    @Test
    @DisplayName("Redriving one letter handles that message again, and no other")
    void redrive_ofOne_handlesOnlyThat() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        Subscription subscription = failed(recorder, 3);
        String id = subscription.deadLetters().list().get(1).message().id();
        assertThat(subscription.deadLetters().redrive(id)).isTrue();
        drain(subscription);
        assertThat(recorder.payloads()).containsExactly(1);
        assertThat(payloads(subscription.deadLetters().list())).containsExactly(0, 2);
    }

    @Test
    @DisplayName("Redriving a message that is no dead letter says so")
    void redrive_ofUnknownMessage_returnsFalse() {
        Subscription subscription = failed(RecordingSubscriber.failingTimes(1), 1);
        assertThat(subscription.deadLetters().redrive("unknown")).isFalse();
    }

    @Test
    @DisplayName("Redriving some letters chooses them by a predicate and returns their number")
    void redrive_ofSome_returnsHowMany() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        Subscription subscription = failed(recorder, 4);
        int chosen = subscription
                .deadLetters()
                .redrive(letter -> (Integer) letter.message().payload() >= 2);
        drain(subscription);
        assertThat(chosen).isEqualTo(2);
        assertThat(recorder.payloads()).containsExactly(2, 3);
    }

    @Test
    @DisplayName("Redriven messages come ahead of the next message, in order among themselves")
    void redrive_besideWaitingMessages_comesFirst() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.of(message -> message.payload() >= 10);
        Subscription subscription = failed(recorder, 3);
        subscription.pause();
        publish(numbers(), 10, 12);
        subscription.deadLetters().redriveAll();
        subscription.resume();
        drain(subscription);
        assertThat(recorder.deliveredPayloads()).containsExactly(0, 1, 2, 0, 1, 2, 10, 11);
    }

    @Test
    @DisplayName("Attempts start anew after a redrive, and the history stays")
    void redrive_failingAgain_keepsTheHistory() {
        Subscription subscription = numbers()
                .subscribe(options().withRetry(Retry.fixed(Duration.ofMillis(1)).withMaxAttempts(2)), message -> false);
        numbers().publish(1);
        drain(subscription);
        subscription.deadLetters().redriveAll();
        drain(subscription);
        assertThat(subscription.deadLetters().list().getFirst().attempts())
                .extracting(FailedAttempt::attempt)
                .containsExactly(1, 2, 1, 2);
    }

    @Test
    @DisplayName("A redrive reaches only the subscription that failed")
    void redrive_besideOthers_reachesNobodyElse() {
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        Subscription healthy = numbers().subscribe(other);
        Subscription failing = failed(RecordingSubscriber.failingTimes(1), 2);
        failing.deadLetters().redriveAll();
        drain(failing);
        drain(healthy);
        assertThat(other.payloads()).containsExactly(0, 1);
        assertTally(failing, published(2).acked(2));
    }

    @Test
    @DisplayName("A redrive larger than the way back waits for room, and all of it arrives in order")
    void redrive_ofVeryMany_arrivesInOrder() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        Subscription subscription = failed(recorder, 5_000);
        assertThat(subscription.deadLetters().redriveAll()).isEqualTo(5_000);
        engine().until(() -> recorder.count() == 5_000);
        assertThat(recorder.payloads()).isEqualTo(range(0, 5_000));
        drain(subscription);
        assertTally(subscription, published(5_000).acked(5_000));
    }

    @Test
    @DisplayName("A redrive is refused once the subscription has ended")
    void redrive_afterTheEnd_isRefused() {
        Subscription subscription = failed(RecordingSubscriber.failingTimes(1), 1);
        DeadLetters letters = subscription.deadLetters();
        subscription.unsubscribe();
        assertThatThrownBy(letters::redriveAll).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("Purging removes letters for good and returns their number")
    void purge_ofAll_removesThem() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        Subscription subscription = failed(recorder, 3);
        assertThat(subscription.deadLetters().purgeAll()).isEqualTo(3);
        assertThat(subscription.deadLetters().redriveAll()).isZero();
        assertTally(subscription, published(3).purged(3));
    }

    @Test
    @DisplayName("At the limit the oldest dead letter is evicted")
    void limit_reached_evictsTheOldest() {
        Subscription subscription =
                numbers().subscribe(once.withDeadLetters(new DeadLetterLimits(2, 2)), message -> false);
        publish(numbers(), 0, 5);
        drain(subscription);
        assertThat(payloads(subscription.deadLetters().list())).containsExactly(3, 4);
    }

    @Test
    @DisplayName("What overflowed has a quota of its own and does not evict what failed")
    void limit_ofOverflow_sparesTheFailed() {
        SubscriptionOptions options =
                buffered(2, Overflow.deadLetter()).withRetry(Retry.none()).withDeadLetters(new DeadLetterLimits(2, 3));
        Subscription subscription = numbers().subscribe(options, message -> false);
        publish(numbers(), 0, 2);
        drain(subscription);
        subscription.pause();
        publish(numbers(), 2, 10);
        engine().settle();
        assertThat(payloads(subscription.deadLetters().list())).containsExactly(0, 1, 7, 8, 9);
        assertTally(subscription, published(10).deadLettered(5).dropped(3).pending(2));
    }

    @Test
    @DisplayName("A message that fails for ever remembers a bounded number of attempts, the first among them")
    void attempts_beyondTheBound_keepFirstAndLatest() {
        int many = DeadLetter.MAX_ATTEMPTS_KEPT * 3;
        Subscription subscription = numbers()
                .subscribe(options().withRetry(Retry.fixed(Duration.ZERO).withMaxAttempts(many)), message -> false);
        numbers().publish(1);
        drain(subscription);
        List<FailedAttempt> attempts =
                subscription.deadLetters().list().getFirst().attempts();
        assertThat(attempts).hasSize(DeadLetter.MAX_ATTEMPTS_KEPT);
        assertThat(attempts.getFirst().attempt()).isOne();
        assertThat(attempts.getLast().attempt()).isEqualTo(many);
    }

    @Test
    @DisplayName("A predicate that throws is the caller's, and changes nothing")
    void redrive_withThrowingPredicate_changesNothing() {
        Subscription subscription = failed(RecordingSubscriber.failingTimes(1), 2);
        assertThatThrownBy(() -> subscription.deadLetters().redrive(letter -> {
                    throw new IllegalStateException("as told");
                }))
                .hasMessage("as told");
        assertTally(subscription, published(2).deadLettered(2));
    }

    @Test
    @DisplayName("Dead letters survive the return of a named subscription")
    void list_afterCloseAndReturn_isTheSame() {
        Subscription first = numbers().subscribe(once.withName("stable"), message -> false);
        publish(numbers(), 0, 2);
        drain(first);
        first.close();
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();
        Subscription second = numbers().subscribe(once.withName("stable"), recorder);
        second.deadLetters().redriveAll();
        drain(second);
        assertThat(recorder.payloads()).containsExactly(0, 1);
    }
}
