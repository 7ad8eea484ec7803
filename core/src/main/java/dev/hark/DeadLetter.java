package dev.hark;

import java.time.Instant;
import java.util.List;

/**
 * A message that a subscription gave up on.
 *
 * @param subscription the id of the subscription or the name of the group
 * @param message the message
 * @param reason why it was given up
 * @param detail the reason in words
 * @param time when it was given up, by the broker's clock
 * @param attempts every failed attempt, the oldest first, earlier lives before a redrive included; at most
 *     {@value #MAX_ATTEMPTS_KEPT}, the first and the latest ones
 */
public record DeadLetter(
        String subscription,
        Message<?> message,
        DeadLetterReason reason,
        String detail,
        Instant time,
        List<FailedAttempt> attempts) {
    /** How many failed attempts of one message are remembered. */
    public static final int MAX_ATTEMPTS_KEPT = 32;

    /** Copies the attempts. */
    public DeadLetter {
        attempts = List.copyOf(attempts);
    }
}
