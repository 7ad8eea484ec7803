package dev.hark;

import java.time.Duration;
import java.util.Objects;

/**
 * What a broker does where nothing else was said.
 *
 * @param buffer room for waiting messages
 * @param retry attempts and delays
 * @param deadLetters how many dead letters are kept
 * @param maxWaitingPublishers how many publishes may wait for room in one topic; the next one fails as full
 * @param closeDeadline how long {@link Broker#close()} lets handlers drain
 */
public record BrokerDefaults(
        Buffer buffer, Retry retry, DeadLetterLimits deadLetters, int maxWaitingPublishers, Duration closeDeadline) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if fewer than one publisher may wait or the deadline is negative or too long
     */
    public BrokerDefaults {
        Objects.requireNonNull(buffer, "buffer");
        Objects.requireNonNull(retry, "retry");
        Objects.requireNonNull(deadLetters, "deadLetters");
        Retry.checkDelay("closeDeadline", closeDeadline);
        if (maxWaitingPublishers < 1) {
            throw new IllegalArgumentException(
                    "maxWaitingPublishers is " + maxWaitingPublishers + "; at least 1 is needed");
        }
    }

    /** Returns the standard: see each value's {@code defaults()}; 10,000 waiting publishers; 10 s to close. */
    public static BrokerDefaults standard() {
        return new BrokerDefaults(
                Buffer.defaults(), Retry.defaults(), DeadLetterLimits.defaults(), 10_000, Duration.ofSeconds(10));
    }

    /** Returns these with another buffer. */
    public BrokerDefaults withBuffer(Buffer buffer) {
        return new BrokerDefaults(buffer, retry, deadLetters, maxWaitingPublishers, closeDeadline);
    }

    /** Returns these with other attempts and delays. */
    public BrokerDefaults withRetry(Retry retry) {
        return new BrokerDefaults(buffer, retry, deadLetters, maxWaitingPublishers, closeDeadline);
    }

    /** Returns these with other limits on dead letters. */
    public BrokerDefaults withDeadLetters(DeadLetterLimits deadLetters) {
        return new BrokerDefaults(buffer, retry, deadLetters, maxWaitingPublishers, closeDeadline);
    }

    /** Returns these with another number of publishers that may wait. */
    public BrokerDefaults withMaxWaitingPublishers(int maxWaitingPublishers) {
        return new BrokerDefaults(buffer, retry, deadLetters, maxWaitingPublishers, closeDeadline);
    }

    /** Returns these with another deadline for closing. */
    public BrokerDefaults withCloseDeadline(Duration closeDeadline) {
        return new BrokerDefaults(buffer, retry, deadLetters, maxWaitingPublishers, closeDeadline);
    }
}
