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
 * <p>{@code word} holds the offset of the next message that was never claimed, shifted left, and the flags STOPPED,
 * PAUSED, AWAY and REDRIVING. The CAS that moves the offset on ({@link #claim}) claims a run of messages and starts the
 * first of them. It succeeds only without a flag, so the reader and a dropper of the oldest message never both get the
 * same one. What is claimed is in the reader's {@link Hand}: before it starts another message of that, the reader looks
 * at the flags ({@link #isClear}). So whoever sets a flag knows that nothing is claimed after it, and that at most the
 * one message whose start was under way still begins.
 *
 * <p><b>Tell points.</b> A run never crosses a multiple of {@code tellUnit}, an eighth of the capacity or less, and
 * {@code tellAt} and {@code rejoinAt} are such multiples: so it is enough to look at them when a run is over,
 * at the next claim or when the reader parks.
 *
 * <pre>
 *   reader only (one at a time): offset + n by CAS; offset moved across a gap, under the lock
 *   anyone, under the lock:      flags; offset + 1 by CAS to drop the oldest
 *   chunk:                       holds the offset, or an earlier one; moved on by CAS by the reader, set under the lock
 *   barrier:                     first offset of the gap ahead, else MAX; written under the lock. The reader loads the
 *                                slots first and the barrier after them. A gap is opened at an offset before that offset
 *                                is stored, so a reader that sees the message sees the gap.
 *   rejoinAt:                    the offset from which half of the buffer is free while a gap is open, else MAX; hint
 *   tellAt:                      the offset from which publishers that wait want to know, else MAX; written under the
 *                                lock, see Partition
 *   full:                        whether half of the buffer being free would be news; written under the lock; hint
 *   linked, next:                see Partition, parking
 * </pre>
 *
 * <p>{@code rejoinAt} and {@code tellAt} are compared with what is {@link #freed}: the offset less the rest of the hand.
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

    /** Flag of a cursor whose reader has redriven messages to start first: {@link #claim} and {@link #isClear} mind it. */
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
    private final int tellUnit;

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
        this.tellUnit = Integer.highestOneBit(Bound.roomToTellOf(buffer));
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

    /** Returns the next message; null if there is none to claim now. Claims nothing; passes over tombstones and gaps. */
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
        Chunk<T> holder = holder(offset);
        return holder == null ? null : holder.get(offset);
    }

    /** Moves on to the chunk that holds the offset; null if there is none yet, or the offset was dropped. */
    private @Nullable Chunk<T> holder(long offset) {
        Chunk<T> from = chunk;
        if (from == null || from.isBeyond(offset)) {
            return null;
        }
        Chunk<T> found = from.find(offset);
        if (found != null && found != from) {
            Interleaving.point();
            CHUNK.compareAndSet(this, from, found);
        }
        return found;
    }

    /**
     * Claims the message that {@link #peek} returned and what is stored behind it, as far as the chunk, a gap, a
     * tombstone and the next tell point allow, and starts that message.
     *
     * @param hand the reader's, which is empty
     * @param most how many messages it claims at most
     * @return false if the message was dropped or a flag was set meanwhile
     */
    public boolean claim(long offset, Hand<T> hand, int most) {
        Chunk<T> holder = holder(offset);
        if (holder == null) {
            return false;
        }
        int stored = holder.stored(offset, (int) Math.min(most, tellPoint(offset + 1) - offset));
        Interleaving.point();
        long end = Math.min(offset + stored, barrier);
        hand.begin();
        boolean claimed = WORD.compareAndSet(this, offset << SHIFT, end << SHIFT);
        if (claimed) {
            Interleaving.point();
            holder.handOver(hand, offset, (int) (end - offset));
        }
        hand.end();
        Interleaving.point();
        return claimed;
    }

    /** The first tell point at or behind an offset. */
    long tellPoint(long offset) {
        return (offset + tellUnit - 1) & -tellUnit;
    }

    /** Whether the reader may start another message of its hand. */
    public boolean isClear() {
        boolean clear = (word & ALL_FLAGS) == 0;
        Interleaving.point();
        return clear;
    }

    /** Uses the room that the last run made: to rejoin, or to let a publisher in. Called after every claim, without a lock. */
    public void claimed() {
        long freed = offset() - reader.hand().rest();
        if (freed >= rejoinAt) {
            partition.advanceGap(this);
        }
        if (freed >= tellAt) {
            partition.admit();
        }
    }

    /**
     * Whether messages were appended behind what is claimed. One that cannot be read yet is on its way: its publisher
     * has reserved its place and is about to store it.
     */
    public boolean isBehind() {
        return offset() < partition.size();
    }

    /** Starts another delivery of a message claimed before; false if a flag is set. */
    public boolean confirm() {
        Interleaving.point();
        long seen = word;
        return (seen & FLAGS) == 0 && WORD.compareAndSet(this, seen, seen);
    }

    /**
     * Asks to be woken by the next publish. The reader is parked already, and after this looks whether it
     * {@link #isBehind is behind}.
     */
    public void park() {
        if (tellAt != Long.MAX_VALUE && freed() >= tellAt) {
            partition.admit();
        }
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

    /** Sets a flag. After this returned nothing is claimed; one message whose start was under way may still begin. */
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

    /** Returns the offset of the next message that was never claimed. */
    public long offset() {
        return word >>> SHIFT;
    }

    /** The offset less what the reader has claimed and not started: what is before it takes no room in the buffer. */
    long freed() {
        Hand<T> hand = reader.hand();
        while (true) {
            int since = hand.awaitStill();
            long freed = offset() - hand.rest();
            if (hand.isStill(since)) {
                return freed;
            }
        }
    }

    // Bounds: called under the partition's lock.

    /** Drops the message at the offset; false if the reader claimed it first. */
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
        return freed() >= offset;
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
