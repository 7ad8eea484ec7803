package dev.hark.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The offsets at which a partition's cursors become full, the least first. Guarded by the partition's lock.
 *
 * <p>A cursor moves on without telling, so a stored gate may be lower than the true one, never higher; only the least
 * ones are brought up to date, when a publisher comes to them. Each such refresh moves a gate on by at least one
 * offset, which bounds their number by the messages read.
 *
 * @param <T> the type of the payloads
 */
final class Gates<T> {
    private final TreeSet<Bound<T>> byGate =
            new TreeSet<>(Comparator.<Bound<T>>comparingLong(Bound::storedGate).thenComparingLong(Bound::number));
    private long lastNumber;

    void add(Bound<T> bound) {
        bound.setNumber(lastNumber++);
        bound.storeGate(bound.gate());
        byGate.add(bound);
    }

    void remove(Bound<T> bound) {
        byGate.remove(bound);
    }

    int size() {
        return byGate.size();
    }

    /** Brings the gate of an attached cursor up to date, but never below the given offset. */
    void refresh(Bound<T> bound, long atLeast) {
        long gate = Math.max(bound.gate(), atLeast);
        if (gate != bound.storedGate() && byGate.remove(bound)) {
            bound.storeGate(gate);
            byGate.add(bound);
        }
    }

    /** The offset that publishers must not reach without asking. */
    long least() {
        return byGate.isEmpty() ? Long.MAX_VALUE : byGate.first().storedGate();
    }

    /** Returns the cursors that have no room for a message at the offset, in the order in which they were attached. */
    List<Bound<T>> fullAt(long offset) {
        List<Bound<T>> doubtful = new ArrayList<>(1);
        for (Bound<T> bound : byGate) {
            if (bound.storedGate() > offset) {
                break;
            }
            doubtful.add(bound);
        }
        doubtful.sort(Comparator.comparingLong(Bound::number));
        doubtful.forEach(bound -> refresh(bound, Long.MIN_VALUE));
        doubtful.removeIf(bound -> bound.storedGate() > offset);
        return doubtful;
    }
}
