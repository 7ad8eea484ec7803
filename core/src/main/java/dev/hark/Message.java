package dev.hark;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One published message: a payload and the facts of its publication. A message is immutable and the same object is
 * handed to every receiver, so the payload should be immutable too.
 *
 * <p>Facts of a single delivery (its attempt, say) are not part of the message.
 *
 * @param <T> the type of the payload
 */
public interface Message<T> {
    /**
     * The id that names this message: the one given in {@link PublishOptions#withId}, else one derived from the
     * broker's run, the topic's incarnation, the partition and the offset, which never repeats.
     */
    String id();

    /** The name of the topic the message was published to. */
    String topic();

    /** What was published. */
    T payload();

    /** When the message was published, by the broker's clock, to the millisecond. */
    Instant timestamp();

    /** The key given in {@link PublishOptions#withKey}, else what the topic's key function made of the payload. */
    Optional<String> key();

    /** The headers given at publishing, in no particular order; never modifiable. */
    Map<String, String> headers();

    /** The partition of the topic that holds the message; a plain topic has the one partition 0. */
    int partition();

    /** The message's place in its partition: 0 for the first, without gaps. */
    long offset();
}
