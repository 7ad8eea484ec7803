package dev.hark.testkit;

import dev.hark.Message;
import dev.hark.Subscriber;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Makes any handler fail as told, to see what the rest does about it.
 *
 * <p>A failed attempt does not reach the handler itself. Attempts are counted for each message by its id, in what is
 * returned here: used in several subscriptions, they share the count.
 */
public final class Faults {
    private Faults() {}

    /**
     * Fails the first attempts of each message by returning false; later ones reach the handler.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public static <T> Subscriber<T> failFirst(int attempts, Subscriber<T> subscriber) {
        FirstAttempts first = new FirstAttempts(attempts);
        return message -> !first.includesNextOf(message) && subscriber.onMessage(message);
    }

    /**
     * Fails the first attempts of each message by throwing, a new throwable each time; later ones reach the handler.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public static <T> Subscriber<T> throwFirst(
            int attempts, Supplier<? extends Throwable> failure, Subscriber<T> subscriber) {
        FirstAttempts first = new FirstAttempts(attempts);
        return message ->
                first.includesNextOf(message) ? Faults.<Error>raise(failure.get()) : subscriber.onMessage(message);
    }

    /**
     * Fails every k-th call, whatever its message is, by returning false; the others reach the handler.
     *
     * @throws IllegalArgumentException if k is less than 1
     */
    public static <T> Subscriber<T> failEvery(int k, Subscriber<T> subscriber) {
        if (k < 1) {
            throw new IllegalArgumentException("k is " + k + "; at least 1 is needed");
        }
        AtomicLong calls = new AtomicLong();
        return message -> calls.incrementAndGet() % k != 0 && subscriber.onMessage(message);
    }

    /** Throws any throwable where only some are declared, as a handler written in another language would. */
    @SuppressWarnings("unchecked") // the cast is erased, so that the throwable is thrown as what it is
    private static <E extends Throwable> boolean raise(Throwable failure) throws E {
        throw (E) failure;
    }

    /** Tells the first attempts of each message from later ones. */
    private static final class FirstAttempts {
        private final Map<String, Integer> seen = new ConcurrentHashMap<>();
        private final int attempts;

        private FirstAttempts(int attempts) {
            if (attempts < 0) {
                throw new IllegalArgumentException("attempts is " + attempts + "; it cannot be negative");
            }
            this.attempts = attempts;
        }

        private boolean includesNextOf(Message<?> message) {
            return seen.merge(message.id(), 1, Integer::sum) <= attempts;
        }
    }
}
