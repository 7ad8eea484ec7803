package dev.hark.log;

import dev.hark.Message;
import dev.hark.PublishOptions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message of a partition in memory.
 *
 * <p>{@code offset} is written once, by the publisher that reserved it, before the message is stored in its slot with
 * release semantics; readers load it after they loaded the slot with acquire semantics.
 *
 * @param <T> the type of the payload
 */
public final class StoredMessage<T> implements Message<T> {
    private static final StoredMessage<?> TOMBSTONE =
            new StoredMessage<>(new Origin("", 0, "", 0), "", null, PublishOptions.none(), 0);

    private final Origin origin;
    private final T payload;
    private final @Nullable String key;
    private final @Nullable String givenId;
    private final Map<String, String> headers;
    private final long timestampMillis;
    private long offset = -1;

    /** Makes a message that has no place yet. */
    public StoredMessage(Origin origin, T payload, @Nullable String key, PublishOptions options, long timestampMillis) {
        this.origin = origin;
        this.payload = payload;
        this.key = key;
        this.givenId = options.id();
        this.headers = options.headers();
        this.timestampMillis = timestampMillis;
    }

    /** What fills the slot of a publish that failed after its reservation. It counts for no one. */
    @SuppressWarnings("unchecked") // its payload is never read
    static <T> StoredMessage<T> tombstone() {
        return (StoredMessage<T>) TOMBSTONE;
    }

    /** Whether this stands for a publish that failed after its reservation. */
    public boolean isTombstone() {
        return this == TOMBSTONE;
    }

    void place(long offset) {
        this.offset = offset;
    }

    @Override
    public String id() {
        return givenId != null ? givenId : origin.idPrefix() + offset;
    }

    @Override
    public String topic() {
        return origin.topic();
    }

    @Override
    public T payload() {
        return payload;
    }

    @Override
    public Instant timestamp() {
        return Instant.ofEpochMilli(timestampMillis);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    @Override
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public int partition() {
        return origin.partition();
    }

    @Override
    public long offset() {
        return offset;
    }

    /** Returns the receipt of this message once it has its place. */
    public StoredReceipt receipt() {
        return new StoredReceipt(origin, offset, givenId);
    }

    @Override
    public String toString() {
        return "Message[" + id() + " on " + topic() + ": " + payload + "]";
    }
}
