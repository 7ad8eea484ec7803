package dev.hark.log;

import dev.hark.Buffer;
import dev.hark.runtime.Handles;
import dev.hark.runtime.Interleaving;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A reader's place in a partition.
 *
 * <p>{@code word} holds the offset of the next message that was never started, shifted left, and the flags STOPPED,
 * PAUSED, AWAY and REDRIVING. A message is started by the CAS that moves the offset on ({@link #claim}), which succeeds
 * only without a flag: so whoever sets a flag knows that no delivery starts after it, and the reader and a dropper of
 * the oldest message never both get the same one.
 *
 * <pre>
 *   reader only (one at a time): offset + 1 by CAS; offset moved across a gap, under the lock
 *   anyone, under the lock:      flags; offset + 1 by CAS to drop the oldest
 *   chunk:                       holds the offset, or an earlier one; moved on by CAS by the reader, set under the lock
 *   barrier:                     first offset of the gap ahead, else MAX; written under the lock. The reader loads a
 *                                slot first and the barrier after it. A gap is opened at an offset before that offset
 *                                is stored, so a reader that sees the message sees the gap.
 *   rejoinAt:                    the offset from which half of the buffer is free while a gap is open, else MAX; hint
 *   tellAt:                      the offset from which publishers that wait want to know, else MAX; written under the
 *                                lock, see Partition
 *   full:                        whether half of the buffer being free would be news; written under the lock; hint
 *   linked, next:                see Partition, parking
 * </pre>
 *
 * <p>All else that a bound needs is in {@link Bound}, guarded by the partition's lock.
 *
 * @param <T> the type of the payloads
 */
public final class Cursor<T> {
    /** Flag of a cursor that has ended. */
    public static final int STOPPED = 1;

    /** Flag of a cursor whose user paused it. */
    public static final int PAUSED = 2;

    /** Flag of a cursor without a handler. */
    public static final int AWAY = 4;

    private static final int FLAGS = STOPPED | PAUSED | AWAY;

    /** Flag of a cursor whose reader has redriven messages to start first: only {@link #claim} minds it. */
    private static final int REDRIVING = 8;

    private static final int ALL_FLAGS = FLAGS | REDRIVING;
    private static final int SHIFT = 4;
    private static final long ONE = 1L << SHIFT;

    private static final VarHandle WORD = Handles.field(MethodHandles.lookup(), "word", long.class);
    private static final VarHandle CHUNK = Handles.field(MethodHandles.lookup(), "chunk", Chunk.class);
    private static final VarHandle LINKED = Handles.field(MethodHandles.lookup(), "linked", int.class);

    private final Partition<T> partition;
    private final Reader<T> reader;
    private final Bound<T> bound;

    private volatile long word;
    private volatile @Nullable Chunk<T> chunk;
    private volatile long barrier = Long.MAX_VALUE;
    private volatile long rejoinAt = Long.MAX_VALUE;
    private volatile long tellAt = Long.MAX_VALUE;
    private volatile boolean full;
    private volatile int linked;
    private @Nullable Cursor<T> next;

    /** Makes a cursor that is not attached yet, with the given flags set. */
    public Cursor(Partition<T> partition, Reader<T> reader, Buffer buffer, int flags) {
        this.partition = partition;
        this.reader = reader;
        this.bound = new Bound<>(this, reader, buffer);
        this.word = flags;
    }

    Reader<T> reader() {
        return reader;
    }

    Bound<T> bound() {
        return bound;
    }

    /** Returns the partition. */
    public Partition<T> partition() {
        return partition;
    }

    // Reading: called by the reader alone.

    /** Returns the next message; null if there is none to start now. Starts nothing; passes over tombstones and gaps. */
    public @Nullable StoredMessage<T> peek() {
        while (true) {
            long seen = word;
            if ((seen & FLAGS) != 0) {
                return null;
            }
            long offset = seen >>> SHIFT;
            StoredMessage<T> message = load(offset);
            Interleaving.point();
            if (offset >= rejoinAt || offset >= barrier) {
                if (partition.advanceGap(this)) {
                    continue;
                }
                if (offset >= barrier) {
                    return null;
                }
            }
            if (message != null && message.isTombstone()) {
                partition.skip(this, offset);
            } else if (message != null || offset == word >>> SHIFT) {
                return message;
            }
        }
    }

    private @Nullable StoredMessage<T> load(long offset) {
        Chunk<T> from = chunk;
        if (from == null || from.isBeyond(offset)) {
            return null;
        }
        Chunk<T> found = from.find(offset);
        if (found == null) {
            return null;
        }
        if (found != from) {
            Interleaving.point();
            CHUNK.compareAndSet(this, from, found);
        }
        return found.get(offset);
    }

    /** Starts the message that {@link #peek} returned; false if it was dropped or a flag was set meanwhile. */
    public boolean claim(long offset) {
        Interleaving.point();
        boolean claimed = WORD.compareAndSet(this, offset << SHIFT, (offset + 1) << SHIFT);
        Interleaving.point();
        return claimed;
    }

    /** Uses the room that a claim made: to rejoin, or to let a publisher in. Called after every claim, without a lock. */
    public void claimed() {
        if (offset() >= rejoinAt) {
            partition.advanceGap(this);
        }
        if (offset() >= tellAt) {
            partition.admit();
        }
    }

    /** Starts another delivery of a message claimed before; false if a flag is set. */
    public boolean confirm() {
        Interleaving.point();
        long seen = word;
        return (seen & FLAGS) == 0 && WORD.compareAndSet(this, seen, seen);
    }

    /** Asks to be woken by the next publish. The reader is parked already, and looks again after this. */
    public void park() {
        if (full) {
            partition.recover(this);
        }
        if ((word & FLAGS) == 0) {
            partition.park(this);
        }
    }

    // Flags: called by anyone.

    /** Returns the flags that are set. */
    public int flags() {
        return (int) word & FLAGS;
    }

    /** Sets a flag. No delivery starts after this returned. */
    public void raise(int flag) {
        long unused = (long) WORD.getAndBitwiseOr(this, (long) flag);
        Interleaving.point();
    }

    /** Clears a flag. The caller wakes the reader. */
    public void lower(int flag) {
        long unused = (long) WORD.getAndBitwiseAnd(this, ~(long) flag);
        Interleaving.point();
    }

    /** Sets whether messages that were redriven come before the next one of the log. */
    public void setRedriving(boolean redriving) {
        if (redriving) {
            raise(REDRIVING);
        } else {
            lower(REDRIVING);
        }
    }

    /** Returns the offset of the next message that was never started. */
    public long offset() {
        return word >>> SHIFT;
    }

    // Bounds: called under the partition's lock.

    /** Drops the message at the offset; false if the reader started it first. */
    boolean drop(long offset) {
        while (true) {
            long seen = word;
            if (seen >>> SHIFT != offset) {
                return false;
            }
            Interleaving.point();
            if (WORD.compareAndSet(this, seen, seen + ONE)) {
                moveChunk();
                return true;
            }
        }
    }

    private void moveChunk() {
        while (true) {
            Chunk<T> from = chunk;
            Chunk<T> found = from == null ? null : from.find(offset());
            if (found == null || found == from || CHUNK.compareAndSet(this, from, found)) {
                return;
            }
        }
    }

    /** Moves the offset, which no one else moves meanwhile, and keeps the flags. */
    void moveTo(long offset, @Nullable Chunk<T> at) {
        chunk = at;
        while (true) {
            long seen = word;
            if (WORD.compareAndSet(this, seen, (offset << SHIFT) | (seen & ALL_FLAGS))) {
                return;
            }
        }
    }

    /** Lets go of what follows the end of the run that begins at the offset. */
    void cutOff(long end) {
        Chunk<T> from = chunk;
        if (from != null) {
            Chunk<T> current = from.find(offset());
            chunk = (current == null ? from : current).cutOff(end);
        }
    }

    @Nullable Chunk<T> chunk() {
        return chunk;
    }

    void setBarrier(long barrier, long rejoinAt) {
        this.rejoinAt = rejoinAt;
        this.barrier = barrier;
    }

    /** Has the reader tell publishers from an offset on; returns whether it is there already. */
    boolean tellAt(long offset) {
        tellAt = offset;
        Interleaving.point();
        return offset() >= offset;
    }

    void setFull(boolean full) {
        this.full = full;
    }

    // Parking: see Partition.

    boolean link() {
        return linked == 0 && LINKED.compareAndSet(this, 0, 1);
    }

    void unlink() {
        linked = 0;
    }

    @Nullable Cursor<T> next() {
        return next;
    }

    void setNext(@Nullable Cursor<T> next) {
        this.next = next;
    }
}
