package dev.hark.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A publisher that has reserved its place in a partition, and lost its processor before it could store its message.
 *
 * @param <T> the type of the payload
 */
public final class StalledPublisher<T> {
    private static final VarHandle TAIL = tail();

    private final Partition<T> partition;
    private final StoredMessage<T> message;

    /** Reserves the next offset of a partition that is not frozen. */
    public StalledPublisher(Partition<T> partition, StoredMessage<T> message) {
        this.partition = partition;
        this.message = message;
        message.place((long) TAIL.getAndAdd(partition, 1L));
    }

    private static VarHandle tail() {
        try {
            return MethodHandles.privateLookupIn(Partition.class, MethodHandles.lookup())
                    .findVarHandle(Partition.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a partition has no tail", e);
        }
    }

    /** Has it go on: stores the message. */
    public void store() {
        partition.lastChunk(message.offset()).set(message.offset(), message);
    }
}
