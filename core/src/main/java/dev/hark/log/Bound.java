package dev.hark.log;

import dev.hark.Buffer;
import dev.hark.Overflow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a cursor may hold back, and what it missed. Everything here is guarded by the partition's lock.
 *
 * <pre>
 *                 closed gap ahead            open gap
 *   offset    jumpFrom    jumpTo           gapFrom  absorbed        tail
 *     |----------|###########|----------------|########|.............|
 *       to read    missed        to read        missed    to be missed
 * </pre>
 *
 * <p>A full cursor that drops the newest or dead-letters opens a gap at the tail and gates publishers no more. When its
 * reader has worked off all but half of its capacity it rejoins at the frozen tail: what lies between was missed, and
 * the reader will jump over it. <b>At most one gap is open and at most one closed gap is ahead</b>: to open the next
 * one, capacity messages must wait, and to rejoin after it, all but half of those must have been read; what was to be
 * read before the closed gap was at most half of the capacity, so that the reader has jumped by then.
 *
 * <p>Missed messages are dropped by count, or handed to the reader as dead letters by {@link #absorb}: in whole when it
 * rejoins, and before that whenever the publishers are a quota ahead, so that the gap never retains more than a quota.
 *
 * @param <T> the type of the payloads
 */
final class Bound<T> {
    /** Publishers that wait are told of room when about this part of the capacity is free. */
    private static final int ROOM_TO_TELL_OF = 8;

    private static final Overflow DEAD_LETTER = Overflow.deadLetter();

    private final Cursor<T> cursor;
    private final Reader<T> reader;
    private final Buffer buffer;
    private Overflow overflow;
    private long start;
    private long end = -1;
    private long dropped;
    private long tombstones;
    private boolean full;

    // Owned by Gates: the place in its order.
    private long number;
    private long gate;
    private int index;

    private boolean open;
    private long gapFrom;
    private long absorbed;
    private @Nullable Chunk<T> gapChunk;

    private boolean jumpAhead;
    private long jumpFrom;
    private long jumpTo;
    private @Nullable Chunk<T> jumpChunk;

    Bound(Cursor<T> cursor, Reader<T> reader, Buffer buffer) {
        this.cursor = cursor;
        this.reader = reader;
        this.buffer = buffer;
        this.overflow = buffer.overflow();
    }

    Cursor<T> cursor() {
        return cursor;
    }

    int capacity() {
        return buffer.capacity();
    }

    /** The policy that the cursor was made with. */
    Overflow policy() {
        return buffer.overflow();
    }

    /** The policy in force: while a gap is open, nobody is made to wait. */
    Overflow overflow() {
        return open && gatesPublishers(overflow) ? DEAD_LETTER : overflow;
    }

    private static boolean gatesPublishers(Overflow overflow) {
        return overflow instanceof Overflow.Block || overflow instanceof Overflow.Fail;
    }

    /** A cursor without a handler never holds up a publisher. */
    void setAway(boolean away) {
        overflow = away && gatesPublishers(buffer.overflow()) ? DEAD_LETTER : buffer.overflow();
    }

    void attach(long at) {
        start = at;
    }

    long number() {
        return number;
    }

    void setNumber(long number) {
        this.number = number;
    }

    int index() {
        return index;
    }

    void setIndex(int index) {
        this.index = index;
    }

    /** The gate as {@link Gates} knows it. */
    long storedGate() {
        return gate;
    }

    void storeGate(long gate) {
        this.gate = gate;
    }

    /** The offset that publishers must not reach without asking, as it is now. */
    long gate() {
        if (open) {
            return missesByCount() ? Long.MAX_VALUE : absorbed + reader.overflowQuota();
        }
        return buffer.isUnlimited() ? Long.MAX_VALUE : cursor.freed() + buffer.capacity() + jumpLength();
    }

    /** How many messages must be freed before publishers that wait are told. */
    static int roomToTellOf(Buffer buffer) {
        return Math.max(1, buffer.capacity() / ROOM_TO_TELL_OF);
    }

    /** The offset from which enough is free to let publishers in that wait. For a bound that was just found full. */
    long roomierFrom() {
        return cursor.tellPoint(gate - buffer.capacity() - jumpLength() + roomToTellOf(buffer));
    }

    private boolean missesByCount() {
        return overflow instanceof Overflow.DropNewest;
    }

    private long jumpLength() {
        return jumpAhead ? jumpTo - jumpFrom : 0;
    }

    long entered(long tail) {
        return (end < 0 ? tail : end) - start - tombstones;
    }

    boolean entered(long tail, long offset) {
        return offset >= start && offset < (end < 0 ? tail : end);
    }

    /** Messages that the reader has yet to claim. */
    long unclaimed(long tail) {
        return waitingFrom(cursor.offset(), tail);
    }

    /** Messages that take room in the buffer: those not claimed, and those claimed and not started. */
    private long waiting(long tail) {
        return waitingFrom(cursor.freed(), tail);
    }

    private long waitingFrom(long offset, long tail) {
        return end >= 0 ? 0 : (open ? gapFrom : tail) - offset - jumpLength();
    }

    long dropped() {
        return dropped;
    }

    /** Messages that were missed and not yet handed over, since a publisher has not stored one of them yet. */
    long unabsorbed(long tail) {
        return open && end < 0 ? tail - absorbed : 0;
    }

    /** Makes room at the tail for one more message, unless the reader has made some since the bound was found full. */
    void relieve(long tail, Chunk<T> tailChunk, Effects effects) {
        long oldest = cursor.offset();
        if (open) {
            absorb(tail, effects);
            return;
        }
        if (waiting(tail) < buffer.capacity()) {
            return;
        }
        hold(tail, effects);
        if (overflow instanceof Overflow.DropOldest) {
            if (cursor.drop(oldest)) {
                drop(1, "dropOldest", effects);
            }
        } else {
            openGap(tail, tailChunk);
        }
    }

    /** Passes over a slot that counts for no one. */
    void skip(long offset) {
        if (cursor.drop(offset)) {
            tombstones++;
        }
    }

    private void openGap(long tail, Chunk<T> tailChunk) {
        open = true;
        gapFrom = tail;
        absorbed = tail;
        gapChunk = missesByCount() ? null : tailChunk;
        if (jumpChunk != null) {
            jumpChunk = jumpChunk.cutOff(tail);
        } else {
            cursor.cutOff(tail);
        }
        setBarrier();
    }

    private void setBarrier() {
        long barrier = jumpAhead ? jumpFrom : open ? gapFrom : Long.MAX_VALUE;
        cursor.setBarrier(barrier, open ? cursor.tellPoint(gapFrom - buffer.capacity() / 2) : Long.MAX_VALUE);
    }

    private void drop(long count, String reason, Effects effects) {
        dropped += count;
        reader.dropped(count, reason, effects);
    }

    /** Takes over what was missed up to an offset; false if a message before it is not stored yet. */
    boolean absorb(long upTo, Effects effects) {
        if (!open || absorbed == upTo) {
            return true;
        }
        if (missesByCount()) {
            drop(upTo - absorbed, "dropNewest", effects);
            absorbed = upTo;
            return true;
        }
        long evicted = upTo - absorbed - reader.overflowQuota();
        if (evicted > 0) {
            dropped += evicted;
            reader.overflowEvicted(evicted, effects);
            absorbed += evicted;
        }
        Chunk<T> chunk = gapChunk;
        while (absorbed < upTo && chunk != null) {
            chunk = chunk.find(absorbed);
            StoredMessage<T> message = chunk == null ? null : chunk.get(absorbed);
            if (message == null) {
                break;
            }
            gapChunk = chunk;
            if (message.isTombstone()) {
                tombstones++;
            } else {
                reader.overflowed(message, effects);
            }
            absorbed++;
        }
        return absorbed == upTo;
    }

    /** Moves the reader over a gap it stands before; false if it stands before none. Called by the reader. */
    boolean jump() {
        if (!jumpAhead || cursor.offset() < jumpFrom) {
            return false;
        }
        cursor.moveTo(jumpTo, jumpChunk);
        jumpAhead = false;
        jumpChunk = null;
        setBarrier();
        return true;
    }

    boolean mayRejoin() {
        return open && !jumpAhead && gapFrom - cursor.freed() <= buffer.capacity() / 2;
    }

    /** Closes the gap at the frozen tail; false if something missed is not stored yet. Called by the reader. */
    boolean rejoin(long tail, Chunk<T> tailChunk, Effects effects) {
        if (!absorb(tail, effects)) {
            return false;
        }
        open = false;
        gapChunk = null;
        if (cursor.offset() == gapFrom) {
            cursor.moveTo(tail, tailChunk);
        } else {
            jumpAhead = true;
            jumpFrom = gapFrom;
            jumpTo = tail;
            jumpChunk = tailChunk;
        }
        setBarrier();
        recover(tail, effects);
        return true;
    }

    /** Tells once that half of the capacity is free again. */
    void recover(long tail, Effects effects) {
        if (full && !open && waiting(tail) <= buffer.capacity() / 2) {
            full = false;
            cursor.setFull(false);
            reader.relieved(effects);
        }
    }

    /** Tells once that the buffer is full, if it still is. */
    void hold(long tail, Effects effects) {
        long waiting = waiting(tail);
        if (!full && waiting >= buffer.capacity()) {
            full = true;
            cursor.setFull(true);
            reader.filled(waiting, overflow, effects);
        }
    }

    /** Ends the cursor, which is stopped, at the frozen tail. Returns how many messages it leaves unclaimed. */
    long detach(long tail, Effects effects) {
        long unstored = absorb(tail, effects) ? 0 : unabsorbed(tail);
        if (unstored > 0) { // they overflowed, and nobody will be there to take them over once they are stored
            dropped += unstored;
            reader.overflowEvicted(unstored, effects);
        }
        long left = unclaimed(tail);
        end = tail;
        open = false;
        gapChunk = null;
        jumpAhead = false;
        jumpChunk = null;
        cursor.moveTo(cursor.offset(), null);
        return left;
    }

    /** Calls back with every message that waits, in order. */
    void forEachWaiting(long tail, Consumer<StoredMessage<T>> action) {
        if (end >= 0) {
            return;
        }
        long firstEnd = jumpAhead ? jumpFrom : open ? gapFrom : tail;
        visit(cursor.chunk(), cursor.offset(), firstEnd, action);
        if (jumpAhead) {
            visit(jumpChunk, jumpTo, open ? gapFrom : tail, action);
        }
    }

    private static <T> void visit(@Nullable Chunk<T> from, long begin, long end, Consumer<StoredMessage<T>> action) {
        Chunk<T> chunk = from;
        for (long offset = begin; offset < end && chunk != null; offset++) {
            chunk = chunk.find(offset);
            StoredMessage<T> message = chunk == null ? null : chunk.get(offset);
            if (message != null && !message.isTombstone()) {
                action.accept(message);
            }
        }
    }
}
