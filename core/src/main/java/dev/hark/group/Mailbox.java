package dev.hark.group;

import dev.hark.Buffer;
import dev.hark.Member;
import dev.hark.Overflow;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.InFlight;
import dev.hark.delivery.Ledger;
import dev.hark.delivery.Parcel;
import dev.hark.delivery.Source;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The messages bound to one member and not yet started.
 *
 * <p>All is guarded by the partition's lock, under which messages are started, too. {@code flags} and {@code filled}
 * are written under it and read by anyone: a member looks at them after it parked; who changed them wakes it after.
 * {@code joinedAt} is set before the router knows of this.
 *
 * @param <T> the type of the payloads
 */
public final class Mailbox<T> implements Source<T> {
    private final String id;
    private final int weight;
    private final Buffer buffer;
    private final Router<T> router;
    private final Ledger<T> ledger;
    private long joinedAt;
    private final ArrayDeque<Parcel<T>> queue = new ArrayDeque<>(1);
    private @Nullable Delivery<T> delivery;
    private volatile int flags;
    private volatile boolean filled;

    /**
     * Makes an empty mailbox.
     *
     * @param ledger the group's, or the member's own if a topic's strategy fills this
     */
    public Mailbox(String id, int weight, Buffer buffer, Router<T> router, Ledger<T> ledger) {
        this.id = id;
        this.weight = weight;
        this.buffer = buffer;
        this.router = router;
        this.ledger = ledger;
    }

    /** Sets what empties this. Called once, before the mailbox joins its router. */
    public void setDelivery(Delivery<T> delivery) {
        this.delivery = delivery;
    }

    /** Returns the id of the member's subscription. */
    @Override
    public String id() {
        return id;
    }

    /** Returns what empties this. */
    public Delivery<T> delivery() {
        return Objects.requireNonNull(delivery, "delivery");
    }

    private boolean ownsLedger() {
        return ledger != router.ledger();
    }

    private ReentrantLock lock() {
        return ledger.lock();
    }

    // As a source.

    @Override
    public boolean next(InFlight<T> inFlight, int most) {
        if (!filled && !(ownsLedger() && ledger.hasRedriven())) {
            return false;
        }
        lock().lock();
        try {
            Parcel<T> parcel = flags == 0 ? poll() : null;
            if (parcel == null) {
                return false;
            }
            inFlight.begin();
            inFlight.take(parcel);
            inFlight.end();
            return true;
        } finally {
            lock().unlock();
        }
    }

    private @Nullable Parcel<T> poll() {
        Parcel<T> redriven = ownsLedger() ? ledger.pollRedriven() : null;
        if (redriven != null) {
            return redriven;
        }
        Parcel<T> next = queue.poll();
        filled = !queue.isEmpty();
        return next;
    }

    @Override
    public boolean isClear() {
        return flags == 0;
    }

    @Override
    public boolean confirm() {
        lock().lock();
        try {
            return flags == 0;
        } finally {
            lock().unlock();
        }
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public boolean ready() {
        return flags == 0 && (filled || (ownsLedger() && ledger.hasRedriven()));
    }

    @Override
    public boolean isDrained() {
        return !filled && !(ownsLedger() && ledger.hasRedriven());
    }

    @Override
    public void park() {
        VarHandle.fullFence(); // after the member let go of its message, before looking whether the router rests
        router.roomMade(this);
    }

    @Override
    public void finish(InFlight<T> inFlight, Effects effects) {
        if (ownsLedger()) {
            ledger.finish(inFlight, effects);
        } else {
            router.left(this, inFlight);
            effects.add(router::wake);
        }
    }

    @Override
    public void raise(int flag) {
        lock().lock();
        try {
            flags |= flag;
        } finally {
            lock().unlock();
        }
    }

    @Override
    public void lower(int flag) {
        lock().lock();
        try {
            flags &= ~flag;
        } finally {
            lock().unlock();
        }
    }

    // For the router, under the lock.

    /** Sets the offset of the first message that may be put here. */
    void setJoinedAt(long offset) {
        joinedAt = offset;
    }

    boolean mayGet(long offset) {
        return (flags & (Cursor.STOPPED | Cursor.AWAY)) == 0 && offset >= joinedAt;
    }

    /** Whether it is idle and not paused, so that a message bound to it now would start at once. Takes no lock. */
    boolean isIdle() {
        return flags == 0 && !filled && !delivery().inFlight().isSeenApart();
    }

    /** Returns this member as a strategy sees it that waits until members are idle. Takes no lock. */
    Member viewIfIdle() {
        int pending = (filled ? 1 : 0) + (delivery().inFlight().isSeenApart() ? 1 : 0);
        return new Member(id, weight, flags == 0 && pending == 0, pending);
    }

    /** Returns this member as a strategy sees it that fills mailboxes. The caller holds the lock. */
    Member view() {
        int pending = queue.size() + delivery().inFlight().read().held();
        return new Member(id, weight, queue.size() < buffer.capacity(), pending);
    }

    /** Takes a message, or treats it as the overflow policy says if there is no room. */
    void put(Parcel<T> parcel, Effects effects) {
        if (ownsLedger()) {
            ledger.countRouted();
        }
        if (queue.size() >= buffer.capacity()) {
            overflow(parcel, effects);
        } else {
            add(parcel);
        }
    }

    private void add(Parcel<T> parcel) {
        queue.add(parcel);
        filled = true;
    }

    private void overflow(Parcel<T> parcel, Effects effects) {
        switch (buffer.overflow()) {
            case Overflow.DropOldest oldest -> {
                queue.remove();
                ledger.countDropped("dropOldest", effects);
                add(parcel);
            }
            case Overflow.DropNewest newest -> ledger.countDropped("dropNewest", effects);
            case Overflow.DeadLetter letter -> ledger.buryOverflow(parcel, effects);
            case Overflow.Block block -> ledger.buryOverflow(parcel, effects);
            case Overflow.Fail fail -> ledger.buryOverflow(parcel, effects);
        }
    }

    /** Returns how many messages are bound to this and not started. The caller holds the lock. */
    public int size() {
        return queue.size();
    }

    /** Returns the messages bound to this and not started. The caller holds the lock. */
    public List<Parcel<T>> contents() {
        return List.copyOf(queue);
    }

    /** Takes out all that was not started. The caller holds the lock. */
    public List<Parcel<T>> clear() {
        List<Parcel<T>> all = new ArrayList<>(queue);
        queue.clear();
        filled = false;
        return all;
    }
}
