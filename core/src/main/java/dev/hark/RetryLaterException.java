package dev.hark;

import java.time.Duration;

/**
 * Thrown by a handler that wants the message again after a delay of its choice. It counts as a failed attempt: after
 * the last one the message is dead-lettered.
 */
public class RetryLaterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The delay until the next attempt. */
    private final Duration delay;

    /**
     * Asks for the next attempt after a delay.
     *
     * @throws IllegalArgumentException if the delay is negative or longer than {@link Retry#MAX_DELAY}
     */
    public RetryLaterException(Duration delay) {
        super("retry after " + delay);
        this.delay = Retry.checkDelay("delay", delay);
    }

    /** Returns the delay until the next attempt. */
    public Duration delay() {
        return delay;
    }
}
