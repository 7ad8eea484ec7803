package dev.hark;

import java.time.Duration;

/**
 * How often and after which delays a failed message is attempted again. The delay before attempt n + 1 is the first
 * delay doubled n - 1 times, but never more than the longest.
 *
 * @param firstDelay the delay before the second attempt
 * @param maxDelay the longest delay
 * @param maxAttempts the number of attempts, the first delivery included, after which the message is dead-lettered
 */
public record Retry(Duration firstDelay, Duration maxDelay, int maxAttempts) {
    /** The longest delay that can be asked for: a year. */
    public static final Duration MAX_DELAY = Duration.ofDays(365);

    private static final Retry DEFAULTS = new Retry(Duration.ofMillis(50), Duration.ofSeconds(1), 6);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a delay is negative or longer than {@link #MAX_DELAY}, if the first delay is
     *     longer than the longest, or if there is not at least one attempt
     */
    public Retry {
        checkDelay("firstDelay", firstDelay);
        checkDelay("maxDelay", maxDelay);
        if (firstDelay.compareTo(maxDelay) > 0) {
            throw new IllegalArgumentException("firstDelay " + firstDelay + " is longer than maxDelay " + maxDelay);
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts is " + maxAttempts + "; at least 1 is needed");
        }
    }

    /** Returns the default: one attempt and five retries, after 50 ms doubling to 1,000 ms. */
    public static Retry defaults() {
        return DEFAULTS;
    }

    /** Returns a policy that makes one attempt only. */
    public static Retry none() {
        return new Retry(Duration.ZERO, Duration.ZERO, 1);
    }

    /** Returns a policy with the same delay before every retry, with as many attempts as the default. */
    public static Retry fixed(Duration delay) {
        return new Retry(delay, delay, DEFAULTS.maxAttempts);
    }

    /** Returns a policy whose delays double from the first to the longest, with as many attempts as the default. */
    public static Retry exponential(Duration firstDelay, Duration maxDelay) {
        return new Retry(firstDelay, maxDelay, DEFAULTS.maxAttempts);
    }

    /** Returns this policy with another number of attempts, the first delivery included. */
    public Retry withMaxAttempts(int maxAttempts) {
        return new Retry(firstDelay, maxDelay, maxAttempts);
    }

    /**
     * Returns the delay after a failed attempt.
     *
     * @param attempt the number of the attempt that failed, 1 for the first delivery
     */
    public Duration delayAfter(int attempt) {
        long first = firstDelay.toNanos();
        int doublings = attempt - 1;
        if (first == 0 || doublings >= Long.numberOfLeadingZeros(first) - 1) {
            return first == 0 ? Duration.ZERO : maxDelay;
        }
        Duration delay = Duration.ofNanos(first << doublings);
        return delay.compareTo(maxDelay) < 0 ? delay : maxDelay;
    }

    static Duration checkDelay(String name, Duration delay) {
        if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException(name + " is " + delay + "; allowed are 0 to " + MAX_DELAY);
        }
        return delay;
    }
}
