package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.DeadLetter;
import dev.hark.DeadLetterReason;
import dev.hark.FailedAttempt;
import dev.hark.RejectException;
import dev.hark.Retry;
import dev.hark.RetryLaterException;
import dev.hark.Subscriber;
import dev.hark.Subscription;
import dev.hark.testkit.Faults;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows "handler throws" and "poison message": what a failed attempt is, and when the next one comes. */
abstract class RetryContract extends ContractSection {
    /** The broker's clock counts in milliseconds, and real clocks differ from real timers by little more than one. */
    private static final Duration CLOCK_ERROR = Duration.ofMillis(5);

    private DeadLetter onlyLetter(Subscription subscription) {
        engine().until(() -> subscription.deadLetters().count() == 1);
        return subscription.deadLetters().list().getFirst();
    }

    private static List<Duration> gaps(DeadLetter letter) {
        List<Duration> gaps = new ArrayList<>();
        List<FailedAttempt> attempts = letter.attempts();
        for (int index = 1; index < attempts.size(); index++) {
            gaps.add(Duration.between(
                    attempts.get(index - 1).time(), attempts.get(index).time()));
        }
        return gaps;
    }

    private void assertGaps(DeadLetter letter, Integer... millis) {
        List<Duration> gaps = gaps(letter);
        assertThat(gaps).hasSameSizeAs(millis);
        for (int index = 0; index < millis.length; index++) {
            Duration asked = Duration.ofMillis(millis[index]);
            if (engine().isVirtual()) {
                assertThat(gaps.get(index)).isEqualTo(asked);
            } else {
                assertThat(gaps.get(index)).isGreaterThanOrEqualTo(asked.minus(CLOCK_ERROR));
            }
        }
    }

    @Test
    @DisplayName("false is a failed attempt without a cause, and true on the next attempt acks")
    void handler_returningFalse_isRetried() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        Subscription subscription = numbers().subscribe(recorder);
        String id = numbers().publish(1).id();
        drain(subscription);
        assertThat(recorder.attemptsOf(id)).isEqualTo(2);
        assertTally(subscription, published(1).acked(1));
    }

    @Test
    @DisplayName(
            "By default there are 6 attempts, 50, 100, 200, 400 and 800 ms apart, then the message is a dead letter")
    void defaults_alwaysFailing_makeSixAttemptsWithDoublingDelays() {
        Subscription subscription = numbers().subscribe(message -> false);
        numbers().publish(1);
        DeadLetter letter = onlyLetter(subscription);
        assertThat(letter.attempts()).extracting(FailedAttempt::attempt).containsExactly(1, 2, 3, 4, 5, 6);
        assertGaps(letter, 50, 100, 200, 400, 800);
        assertThat(letter.reason()).isEqualTo(DeadLetterReason.ATTEMPTS_EXHAUSTED);
    }

    @Test
    @DisplayName("A delay never exceeds the longest")
    void exponential_beyondTheLongest_isCapped() {
        Retry retry = Retry.exponential(Duration.ofMillis(10), Duration.ofMillis(25));
        Subscription subscription = numbers().subscribe(options().withRetry(retry), message -> false);
        numbers().publish(1);
        assertGaps(onlyLetter(subscription), 10, 20, 25, 25, 25);
    }

    @Test
    @DisplayName("The next attempt does not come before its delay is over")
    void retry_beforeItsDelay_doesNotCome() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.failingTimes(1);
        numbers().subscribe(options().withRetry(Retry.fixed(FOREVER)), recorder);
        numbers().publish(1);
        engine().pass(Duration.ofMillis(100));
        assertThat(recorder.deliveries()).hasSize(1);
    }

    @Test
    @DisplayName("Retry.none() makes one attempt")
    void none_failing_isDeadLetteredAtOnce() {
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.none()), message -> false);
        numbers().publish(1);
        assertThat(onlyLetter(subscription).attempts()).hasSize(1);
    }

    @Test
    @DisplayName("A dead letter names every attempt's cause")
    void deadLetter_afterThrows_hasEveryCause() {
        int[] calls = {0};
        Subscription subscription = numbers()
                .subscribe(options().withRetry(Retry.fixed(Duration.ZERO).withMaxAttempts(3)), message -> {
                    calls[0]++;
                    if (calls[0] == 2) {
                        return false;
                    }
                    throw new IllegalStateException("attempt " + calls[0]);
                });
        numbers().publish(1);
        List<FailedAttempt> attempts = onlyLetter(subscription).attempts();
        assertThat(attempts.get(0).cause()).hasMessage("attempt 1");
        assertThat(attempts.get(1).cause()).isNull();
        assertThat(attempts.get(2).cause()).hasMessage("attempt 3");
    }

    @Test
    @DisplayName("RejectException dead-letters at once, with the reason in words")
    void reject_onTheFirstAttempt_deadLetters() {
        Subscription subscription = numbers().subscribe(message -> {
            throw new RejectException("not a prime");
        });
        numbers().publish(1);
        DeadLetter letter = onlyLetter(subscription);
        assertThat(letter.reason()).isEqualTo(DeadLetterReason.REJECTED);
        assertThat(letter.detail()).contains("not a prime");
        assertThat(letter.attempts()).hasSize(1);
    }

    @Test
    @DisplayName("RetryLaterException retries after the delay the handler chose")
    void retryLater_withADelay_retriesThen() {
        Subscription subscription = numbers()
                .subscribe(options().withRetry(Retry.defaults().withMaxAttempts(3)), message -> {
                    throw new RetryLaterException(Duration.ofMillis(70));
                });
        numbers().publish(1);
        assertGaps(onlyLetter(subscription), 70, 70);
    }

    @Test
    @DisplayName("RetryLaterException counts as a failed attempt")
    void retryLater_onTheLastAttempt_deadLetters() {
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.none()), message -> {
            throw new RetryLaterException(Duration.ofMillis(1));
        });
        numbers().publish(1);
        assertThat(onlyLetter(subscription).reason()).isEqualTo(DeadLetterReason.ATTEMPTS_EXHAUSTED);
    }

    private void assertFailsOnceThenGoesOn(Supplier<? extends Throwable> failure) {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();
        Subscriber<Integer> throwing = Faults.throwFirst(1, failure, recorder);
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.fixed(Duration.ZERO)), throwing);
        publish(numbers(), 0, 3);
        drain(subscription);
        assertThat(recorder.payloads()).containsExactly(0, 1, 2);
        assertThat(subscription.stats().failures()).isEqualTo(3);
    }

    @Test
    @DisplayName("A checked exception is a failed attempt")
    void handler_throwingChecked_isRetried() {
        assertFailsOnceThenGoesOn(() -> new java.io.IOException("as told"));
    }

    @Test
    @DisplayName("An Error is a failed attempt, and the worker lives")
    void handler_throwingError_isRetried() {
        assertFailsOnceThenGoesOn(() -> new AssertionError("as told"));
    }

    @Test
    @DisplayName("An OutOfMemoryError is a failed attempt, and the worker lives")
    void handler_throwingOutOfMemory_isRetried() {
        assertFailsOnceThenGoesOn(() -> new OutOfMemoryError("as told"));
    }

    @Test
    @DisplayName("A throwable that is neither Exception nor Error is a failed attempt")
    void handler_throwingBareThrowable_isRetried() {
        assertFailsOnceThenGoesOn(() -> new Throwable("as told"));
    }

    @Test
    @DisplayName("An InterruptedException is a failed attempt")
    void handler_throwingInterrupted_isRetried() {
        assertFailsOnceThenGoesOn(() -> new InterruptedException("as told"));
    }

    @Test
    @DisplayName("An exception whose message cannot be had is a failed attempt all the same")
    void handler_throwingHostileException_isRetried() {
        assertFailsOnceThenGoesOn(HostileException::new);
    }

    @Test
    @DisplayName("A dead letter is made even of an exception whose message cannot be had")
    void handler_throwingHostileException_isDeadLettered() {
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.none()), message -> {
            throw new HostileException();
        });
        publish(numbers(), 0, 3);
        engine().until(() -> subscription.deadLetters().count() == 3);
        assertTally(subscription, published(3).deadLettered(3));
    }

    @Test
    @DisplayName("A stack overflow is a failed attempt, and the next message is handled")
    void handler_overflowingItsStack_isContained() {
        RecordingSubscriber<Integer> recorder =
                RecordingSubscriber.of(message -> message.payload() > 0 || deeper(0) > 0);
        Subscription subscription = numbers().subscribe(options().withRetry(Retry.none()), recorder);
        publish(numbers(), 0, 3);
        drain(subscription);
        assertThat(recorder.payloads()).containsExactly(1, 2);
        assertThat(onlyLetter(subscription).attempts().getFirst().cause()).isInstanceOf(StackOverflowError.class);
    }

    @SuppressWarnings("InfiniteRecursion") // it is to overflow
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    @Test
    @DisplayName("An interrupt flag that a handler leaves set does not reach the next call")
    void handler_leavingTheInterruptFlag_doesNotHurtTheNext() {
        List<Boolean> flags = new ArrayList<>();
        Subscription subscription = numbers().subscribe(message -> {
            flags.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            return true;
        });
        publish(numbers(), 0, 3);
        drain(subscription);
        assertThat(flags).containsExactly(false, false, false);
    }

    @Test
    @DisplayName("A poison message is dead-lettered with every failure, then the next message runs")
    void poison_afterItsAttempts_letsTheNextRun() {
        RecordingSubscriber<Integer> recorder = RecordingSubscriber.of(message -> {
            if (message.payload() == 0) {
                throw new IllegalArgumentException("poison");
            }
            return true;
        });
        Retry retry = Retry.fixed(Duration.ofMillis(1)).withMaxAttempts(3);
        Subscription subscription = numbers().subscribe(options().withRetry(retry), recorder);
        publish(numbers(), 0, 3);
        drain(subscription);
        assertThat(recorder.deliveredPayloads()).containsExactly(0, 0, 0, 1, 2);
        DeadLetter letter = onlyLetter(subscription);
        assertThat(letter.message().payload()).isEqualTo(0);
        assertThat(letter.attempts())
                .hasSize(3)
                .allSatisfy(attempt -> assertThat(attempt.cause()).hasMessage("poison"));
    }

    /** An exception that fails itself when asked what it says. */
    private static final class HostileException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }
}
