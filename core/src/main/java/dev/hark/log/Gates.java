package dev.hark.log;

import dev.hark.Overflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The offsets at which a partition's cursors become full, the least first. Guarded by the partition's lock.
 *
 * <p>A cursor moves on without telling, so a stored gate may be lower than the true one, never higher; only the least
 * ones are brought up to date, when a publisher comes to them. Each such refresh moves a gate on by at least one
 * offset, which bounds their number by the messages read.
 *
 * <p>The bounds are a binary heap: {@code heap[i]} is no greater than its children {@code heap[2 * i + 1]} and
 * {@code heap[2 * i + 2]}, and knows its index.
 *
 * @param <T> the type of the payloads
 */
final class Gates<T> {
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private @Nullable Bound<T>[] heap = new Bound[1];

    private int size;
    private long lastNumber;

    /** The policy of the first cursor, and how many others have another one. */
    private @Nullable Overflow policy;

    private int others;

    void add(Bound<T> bound) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        if (size == 0) {
            policy = bound.policy();
            others = 0;
        } else if (!bound.policy().equals(policy)) {
            others++;
        }
        bound.setNumber(lastNumber++);
        bound.storeGate(bound.gate());
        size++;
        siftUp(size - 1, bound);
    }

    void remove(Bound<T> bound) {
        int index = indexOf(bound);
        if (index < 0) {
            return;
        }
        size--;
        Bound<T> last = at(size);
        heap[size] = null;
        if (last != bound) {
            place(index, last);
        }
        if (others > 0 && !bound.policy().equals(policy)) {
            others--;
        }
    }

    /** Whether all cursors have the same policy, so that one that is full speaks for all that are. */
    boolean areAlike() {
        return others == 0;
    }

    int size() {
        return size;
    }

    /** Brings the gate of an attached cursor up to date, but never below the given offset. */
    void refresh(Bound<T> bound, long atLeast) {
        long gate = Math.max(bound.gate(), atLeast);
        int index = indexOf(bound);
        if (gate != bound.storedGate() && index >= 0) {
            bound.storeGate(gate);
            place(index, bound);
        }
    }

    /** The offset that publishers must not reach without asking. */
    long least() {
        return size == 0 ? Long.MAX_VALUE : at(0).storedGate();
    }

    /** Returns a cursor that has no room for a message at the offset, or null if all have. */
    @Nullable Bound<T> firstFullAt(long offset) {
        while (size > 0) {
            Bound<T> first = at(0);
            if (first.storedGate() > offset) {
                return null;
            }
            refresh(first, Long.MIN_VALUE);
            if (first.storedGate() <= offset) {
                return first;
            }
        }
        return null;
    }

    /** Returns the cursors that have no room for a message at the offset, in the order in which they were attached. */
    List<Bound<T>> fullAt(long offset) {
        return someFullAt(offset, size);
    }

    /** As {@link #fullAt}, but looks at so many cursors at most. */
    List<Bound<T>> someFullAt(long offset, int most) {
        List<Bound<T>> doubtful = new ArrayList<>(1);
        collect(0, offset, most, doubtful);
        doubtful.sort(Comparator.comparingLong(Bound::number));
        doubtful.forEach(bound -> refresh(bound, Long.MIN_VALUE));
        doubtful.removeIf(bound -> bound.storedGate() > offset);
        return doubtful;
    }

    private void collect(int index, long offset, int most, List<Bound<T>> found) {
        if (index < size && found.size() < most && at(index).storedGate() <= offset) {
            found.add(at(index));
            collect(2 * index + 1, offset, most, found);
            collect(2 * index + 2, offset, most, found);
        }
    }

    // The heap.

    private Bound<T> at(int index) {
        Bound<T> bound = heap[index];
        if (bound == null) {
            throw new IllegalStateException("nothing is at " + index + " of " + size);
        }
        return bound;
    }

    private int indexOf(Bound<T> bound) {
        int index = bound.index();
        return index < size && heap[index] == bound ? index : -1;
    }

    private static boolean isBefore(Bound<?> one, Bound<?> other) {
        return one.storedGate() != other.storedGate()
                ? one.storedGate() < other.storedGate()
                : one.number() < other.number();
    }

    private void set(int index, Bound<T> bound) {
        heap[index] = bound;
        bound.setIndex(index);
    }

    /** Puts a bound where it belongs, given a free place. */
    private void place(int free, Bound<T> bound) {
        if (free > 0 && isBefore(bound, at((free - 1) / 2))) {
            siftUp(free, bound);
        } else {
            siftDown(free, bound);
        }
    }

    private void siftUp(int free, Bound<T> bound) {
        int index = free;
        while (index > 0 && isBefore(bound, at((index - 1) / 2))) {
            set(index, at((index - 1) / 2));
            index = (index - 1) / 2;
        }
        set(index, bound);
    }

    private void siftDown(int free, Bound<T> bound) {
        int index = free;
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && isBefore(at(child + 1), at(child))) {
                child++;
            }
            if (!isBefore(at(child), bound)) {
                break;
            }
            set(index, at(child));
            index = child;
        }
        set(index, bound);
    }
}
