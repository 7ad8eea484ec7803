package dev.hark.simulation.model;

import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.Overflow;
import dev.hark.Retry;

/**
 * What a subscription or group was made with.
 *
 * @param buffer its room and overflow policy
 * @param retry attempts and delays
 * @param deadLetters how many dead letters it keeps
 */
public record Terms(Buffer buffer, Retry retry, DeadLetterLimits deadLetters) {
    boolean drops() {
        return buffer.overflow() instanceof Overflow.DropNewest || buffer.overflow() instanceof Overflow.DropOldest;
    }
}
