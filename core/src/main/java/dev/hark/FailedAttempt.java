package dev.hark;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One failed attempt to handle a message.
 *
 * @param attempt its number, 1 for the first delivery
 * @param time when it failed, by the broker's clock
 * @param cause what the handler threw, or null if it returned false
 */
public record FailedAttempt(
        int attempt, Instant time, @Nullable Throwable cause) {}
