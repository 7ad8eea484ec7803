package dev.hark.log;

import dev.hark.Overflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A reader without a handler: it notes what it reads. It is scheduled, runs and parks as {@code Delivery} does.
 *
 * <p>{@code state} is changed by CAS, but by the running turn. {@code delivered} belongs to the turn, the rest is
 * written under the partition's lock; all is read when no other thread runs.
 */
class ModelReader implements Reader<Integer>, Runnable {
    static final int PARKED = 0;
    static final int SCHEDULED = 1;
    static final int RUNNING = 2;

    final AtomicInteger state = new AtomicInteger(SCHEDULED);
    final List<StoredMessage<Integer>> delivered = new ArrayList<>();
    final List<StoredMessage<Integer>> overflowed = new ArrayList<>();
    long dropped;
    long gaveUp;
    boolean ranTwice;

    /** How many messages it claims at once. */
    private static final int MOST = 2;

    private final Hand<Integer> hand = new Hand<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    private final int quota;
    private volatile @Nullable Cursor<Integer> cursor;
    private long from;

    ModelReader(int quota) {
        this.quota = quota;
    }

    /** Has it read a cursor that was just attached. */
    void read(Cursor<Integer> cursor) {
        this.from = cursor.offset();
        this.cursor = cursor;
    }

    Cursor<Integer> cursor() {
        return Objects.requireNonNull(cursor);
    }

    /** Whether it reads a cursor. */
    boolean isAttached() {
        return cursor != null;
    }

    /** The offset at which its cursor was attached. */
    long from() {
        return from;
    }

    @Override
    public boolean claimParked() {
        return state.get() == PARKED && state.compareAndSet(PARKED, SCHEDULED);
    }

    @Override
    public Runnable runner() {
        return this;
    }

    @Override
    public void run() {
        if (!state.compareAndSet(SCHEDULED, RUNNING)) {
            ranTwice = true;
        }
        do {
            enter();
            drain();
            busy.set(false);
        } while (!park());
    }

    private void enter() {
        if (!busy.compareAndSet(false, true)) {
            ranTwice = true;
        }
    }

    private void drain() {
        Cursor<Integer> cursor = cursor();
        while (startNext(cursor)) {
            delivered.add(Objects.requireNonNull(hand.messageAt(hand.progress())));
            hand.settle();
        }
        if ((cursor.flags() & Cursor.STOPPED) != 0) {
            hand.begin();
            gaveUp += hand.rest();
            hand.giveUpRest();
            hand.end();
        }
    }

    private boolean startNext(Cursor<Integer> cursor) {
        if (hand.hasRest()) {
            boolean clear = cursor.isClear();
            if (clear) {
                hand.startNext();
            }
            return clear;
        }
        StoredMessage<Integer> first = cursor.peek();
        while (first != null && !cursor.claim(first.offset(), hand, MOST)) {
            first = cursor.peek();
        }
        if (first != null) {
            cursor.claimed();
        }
        return first != null;
    }

    private boolean park() {
        state.set(PARKED);
        cursor().park();
        return !looksAgain() || !state.compareAndSet(PARKED, RUNNING);
    }

    /** Whether there is something to read after the reader has parked. */
    boolean looksAgain() {
        return cursor().flags() == 0 && cursor().isBehind();
    }

    @Override
    public Hand<Integer> hand() {
        return hand;
    }

    @Override
    public Collection<?> handlers() {
        return List.of(this);
    }

    @Override
    public void overflowed(StoredMessage<Integer> message, Effects effects) {
        overflowed.add(message);
    }

    @Override
    public int overflowQuota() {
        return quota;
    }

    @Override
    public void overflowEvicted(long count, Effects effects) {
        dropped += count;
    }

    @Override
    public void dropped(long count, String reason, Effects effects) {
        dropped += count;
    }

    @Override
    public void filled(long waiting, Overflow overflow, Effects effects) {}

    @Override
    public void relieved(Effects effects) {}
}
