package dev.hark.delivery;

import dev.hark.FailedAttempt;
import dev.hark.log.StoredMessage;
import java.util.List;

/**
 * A message on its way to a handler for which it is not fresh from the log.
 *
 * @param message the message
 * @param attempts how many attempts were made in this life
 * @param failures what failed so far, in all lives
 * @param <T> the type of the payload
 */
public record Parcel<T>(StoredMessage<T> message, int attempts, List<FailedAttempt> failures) {
    /** Wraps a message that nobody attempted. */
    public static <T> Parcel<T> fresh(StoredMessage<T> message) {
        return new Parcel<>(message, 0, List.of());
    }
}
