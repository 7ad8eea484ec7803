package dev.hark.log;

import dev.hark.Overflow;
import dev.hark.PublishException;
import dev.hark.TopicFullException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a partition says to a publisher that asks for room.
 *
 * @param <T> the type of the payloads
 */
sealed interface Verdict<T> {
    /** There is room. */
    record Room<T>() implements Verdict<T> {}

    /** A cursor is full and fails its publishers. */
    record Full<T>(Bound<T> bound) implements Verdict<T> {
        Supplier<PublishException> reason(Origin origin) {
            return () -> new TopicFullException("topic '" + origin.topic() + "' is full: "
                    + FullReaders.describe(List.of(bound)) + "; nothing was appended");
        }
    }

    /** Cursors are full and let their publishers wait. */
    record Wait<T>(List<Cursor<T>> cursors, Duration timeout) implements Verdict<T> {
        static <T> Wait<T> of(List<Bound<T>> full) {
            Duration timeout = null;
            for (Bound<T> bound : full) {
                if (bound.overflow() instanceof Overflow.Block block
                        && (timeout == null || block.timeout().compareTo(timeout) < 0)) {
                    timeout = block.timeout();
                }
            }
            List<Cursor<T>> cursors = full.stream().map(Bound::cursor).toList();
            return new Wait<>(cursors, timeout == null ? Duration.ZERO : timeout);
        }
    }
}
