package dev.hark.log;

import dev.hark.runtime.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A run of slots of a partition, linked to the run that follows.
 *
 * <p>Readers and the partition's end hold on to the chunk they stand in, so a chunk that all have passed is garbage:
 * nobody keeps a list of them. The first chunk of a partition is tiny and each next one larger, up to a bound, so that
 * an idle partition costs next to nothing.
 *
 * <p>A slot is written once, with release semantics, by whoever reserved its offset, and read with acquire semantics.
 * {@code next} is set once by CAS. A reader that stands before a gap gets {@link #cutOff a view} of what it still has
 * to read: its slots are shared, its links end where the gap begins, so that it does not retain what came later.
 *
 * @param <T> the type of the payloads
 */
final class Chunk<T> {
    /** The number of slots of a partition's first chunk. */
    static final int FIRST_SIZE = 4;

    /** The largest number of slots of a chunk, and so of settled messages that a reader may retain. */
    static final int MAX_SIZE = 256;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(StoredMessage[].class);
    private static final VarHandle NEXT = Handles.field(MethodHandles.lookup(), "next", Chunk.class);

    private final long base;
    private final @Nullable StoredMessage<T>[] slots;
    private volatile @Nullable Chunk<T> next;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    Chunk(long base, int size) {
        this(base, new StoredMessage[size]);
    }

    private Chunk(long base, @Nullable StoredMessage<T>[] slots) {
        this.base = base;
        this.slots = slots;
    }

    /** The first offset of the next chunk. */
    long end() {
        return base + slots.length;
    }

    /** Whether the offset lies in an earlier chunk. */
    boolean isBeyond(long offset) {
        return offset < base;
    }

    @SuppressWarnings("unchecked")
    @Nullable StoredMessage<T> get(long offset) {
        return (StoredMessage<T>) SLOT.getAcquire(slots, (int) (offset - base));
    }

    /** How many messages are stored in a row from an offset on, not counting further than asked. The first one is. */
    int stored(long offset, int most) {
        long last = Math.min(offset + most, end());
        long at = offset + 1;
        while (at < last) {
            StoredMessage<T> message = get(at);
            if (message == null || message.isTombstone()) {
                break;
            }
            at++;
        }
        return (int) (at - offset);
    }

    /** Puts a run of stored messages into a hand, which starts the first. Within a change. */
    void handOver(Hand<T> hand, long offset, int count) {
        hand.open(slots, (int) (offset - base), count);
    }

    void set(long offset, StoredMessage<T> message) {
        SLOT.setRelease(slots, (int) (offset - base), message);
    }

    @Nullable Chunk<T> next() {
        return next;
    }

    /** Returns the chunk that holds the offset, if it was made already. The offset must not lie before this chunk. */
    @Nullable Chunk<T> find(long offset) {
        Chunk<T> chunk = this;
        while (chunk != null && offset >= chunk.end()) {
            chunk = chunk.next;
        }
        return chunk;
    }

    /** Returns the chunk that holds the offset, making those that are missing. */
    Chunk<T> findOrGrow(long offset) {
        Chunk<T> chunk = this;
        while (offset >= chunk.end()) {
            chunk = chunk.nextOrGrow();
        }
        return chunk;
    }

    private Chunk<T> nextOrGrow() {
        Chunk<T> found = next;
        if (found != null) {
            return found;
        }
        Chunk<T> made = new Chunk<>(end(), Math.min(slots.length * 2, MAX_SIZE));
        @SuppressWarnings("unchecked")
        Chunk<T> raced = (Chunk<T>) NEXT.compareAndExchange(this, null, made);
        return raced == null ? made : raced;
    }

    /** Returns a chain over the same slots, from this chunk to the one that holds the last offset before the end. */
    Chunk<T> cutOff(long end) {
        Chunk<T> head = new Chunk<>(base, slots);
        Chunk<T> last = head;
        Chunk<T> from = next;
        while (from != null && from.base < end) {
            Chunk<T> view = new Chunk<>(from.base, from.slots);
            last.next = view;
            last = view;
            from = from.next;
        }
        return head;
    }
}
