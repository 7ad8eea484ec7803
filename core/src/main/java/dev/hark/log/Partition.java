package dev.hark.log;

import dev.hark.PublishException;
import dev.hark.runtime.Environment;
import dev.hark.runtime.Handles;
import dev.hark.runtime.Interleaving;
import dev.hark.spi.Timers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a topic: a log to which publishers append without a lock, as long as every reader has room.
 *
 * <p><b>Appending.</b> {@code tail} is the next offset and the FROZEN bit; {@code limit} is at most the least gate of
 * the attached cursors. A publisher loads tail, then limit; if the tail is not frozen and below the limit, it reserves
 * its offset by CAS on tail and stores its message in that slot. Anything else is done under the lock, which freezes
 * tail: no offset is reserved while it is frozen but by the lock's holder, so the offset seen when freezing <i>is</i>
 * the moment of an attach, detach, rejoin, seal or end. Tail stays frozen while publishers wait for room, so that none
 * overtakes them, and from a seal on.
 *
 * <p>The limit goes down only while tail is frozen, and never to or below the tail of that moment: a cursor attaches
 * with its whole capacity free and rejoins with half of it. A publisher whose CAS succeeds on a tail that was frozen in
 * between therefore has the room that it saw; one that loads a later tail also loads the new limit.
 *
 * <p><b>Waiting for room.</b> A publisher that has to wait sets {@code tellAt} of one cursor that is full, and then looks
 * at what that cursor has freed; a reader that ends a run claims the next one, by CAS, or parks, by a volatile store, and
 * then looks at {@code tellAt}. Either the publisher sees all that the run freed, or the reader sees that it is to tell;
 * and no run goes beyond {@code tellAt}, see {@link Cursor}. It tells after an eighth of its buffer, not after each
 * message, or the publishers would be woken for every single one: what waits for room would stand behind all that is
 * there anyway. Whoever's time is over looks once more.
 *
 * <p><b>Parking.</b> A reader that finds its next slot empty marks itself parked, pushes its cursor on the stack
 * {@code parked} if it wins the cursor's {@code linked} bit, and then looks at the <i>tail</i>. A publisher reserves its
 * offset by CAS on tail, stores the slot, and takes the whole stack if it is not empty; for each cursor it loads next,
 * clears linked, and then claims the reader if that is parked. The CAS on tail and the look at the stack, the push and
 * the look at the tail are all sequentially consistent: either the reader sees the new tail or the publisher sees the
 * cursor on the stack. The store of the slot needs no such place in the order, and no fence: a reader that sees the tail
 * beyond its offset knows that a message is on its way, though it may not see it yet, and does not rest. If the reader
 * does not win linked, some publisher holds its cursor and has yet to clear linked: it will find the reader parked, since
 * that was marked before. Whoever claims, runs the reader: never two at once.
 *
 * <pre>
 *   tail      publishers by CAS while not frozen; the lock's holder by plain volatile writes while frozen
 *   limit     the lock's holder; read by publishers, after tail
 *   last      a chunk that holds or precedes the tail; moved on by CAS
 *   parked    readers push by CAS; publishers take all by exchange
 *   attached  the lock's holder; read by publishers after they reserved: 0 means that nobody will read the slot
 * </pre>
 *
 * @param <T> the type of the payloads
 */
public final class Partition<T> {
    private static final long FROZEN = Long.MIN_VALUE;
    private static final VarHandle TAIL = Handles.field(MethodHandles.lookup(), "tail", long.class);
    private static final VarHandle LAST = Handles.field(MethodHandles.lookup(), "last", Chunk.class);
    private static final VarHandle PARKED = Handles.field(MethodHandles.lookup(), "parked", Cursor.class);

    private final Origin origin;
    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile long tail;
    private volatile long limit = Long.MAX_VALUE;
    private volatile Chunk<T> last = new Chunk<>(0, Chunk.FIRST_SIZE);
    private volatile @Nullable Cursor<T> parked;
    private volatile int attached;

    // Guarded by the lock.
    private final Admissions<T> admissions;
    private @Nullable Runnable guard;
    private @Nullable Supplier<? extends PublishException> ended;
    private @Nullable Cursor<T> awaited;
    private int detached;

    /** Makes an empty partition in which at most so many publishers wait for room. */
    public Partition(Origin origin, Environment environment, WaitGraph waitGraph, int maxWaiting) {
        this.origin = origin;
        this.environment = environment;
        this.admissions = new Admissions<>(this, environment, waitGraph, maxWaiting);
    }

    /** Returns the name of this partition. */
    public Origin origin() {
        return origin;
    }

    /** The lock that guards bounds, and the ledgers of this partition's readers. */
    public ReentrantLock lock() {
        return lock;
    }

    /** Returns how many messages were ever appended. */
    public long size() {
        return tail & ~FROZEN;
    }

    // Appending.

    /** Appends a message if that needs no lock. */
    public boolean tryAppend(StoredMessage<T> message) {
        Chunk<T> from = last;
        while (true) {
            long at = tail;
            Interleaving.point();
            if (at < 0 || at >= limit) {
                return false;
            }
            Chunk<T> chunk = from.findOrGrow(at);
            Interleaving.point();
            if (TAIL.compareAndSet(this, at, at + 1)) {
                try {
                    store(message, chunk, at);
                } finally {
                    if (chunk != from) {
                        LAST.compareAndSet(this, from, chunk);
                    }
                    wakeParked();
                }
                return true;
            }
        }
    }

    /** Fills a reserved slot, whatever happens: with a tombstone, if not with the message. */
    private void store(StoredMessage<T> message, Chunk<T> chunk, long offset) {
        try {
            Interleaving.point();
            message.place(offset);
            if (attached > 0) {
                chunk.set(offset, message);
            }
        } catch (Throwable e) {
            chunk.set(offset, StoredMessage.tombstone());
            throw e;
        }
    }

    private void wakeParked() {
        Interleaving.point();
        if (parked != null) {
            Cursor<T> head = takeParked();
            if (head != null) {
                Wakeup.start(environment, head);
            }
        }
    }

    @SuppressWarnings("unchecked") // the field's type
    private @Nullable Cursor<T> takeParked() {
        return (Cursor<T>) PARKED.getAndSet(this, null);
    }

    /**
     * Takes the cursors that have ended off the stack, so that it does not grow with those that come and go while nobody
     * publishes. A cursor that goes back may have missed a publisher's look at the stack, hence a look at the tail.
     */
    private void sweepParked() {
        Cursor<T> rest = takeParked();
        while (rest != null) {
            Cursor<T> cursor = rest;
            rest = Wakeup.unlink(cursor);
            if ((cursor.flags() & Cursor.STOPPED) == 0) {
                park(cursor);
                if (cursor.isBehind() && cursor.reader().claimParked()) {
                    environment.execute(cursor.reader().runner());
                }
            }
        }
    }

    void park(Cursor<T> cursor) {
        Interleaving.point();
        if (!cursor.link()) {
            return;
        }
        Cursor<T> head;
        do {
            head = parked;
            cursor.setNext(head);
            Interleaving.point();
        } while (!PARKED.compareAndSet(this, head, cursor));
        Interleaving.point();
    }

    // Under the lock.

    /** Does something under the lock, and what follows from it after the lock was released. */
    private <R extends @Nullable Object> R locked(Function<Effects, R> action) {
        Effects effects = new Effects();
        lock.lock();
        try {
            return action.apply(effects);
        } finally {
            lock.unlock();
            effects.run();
        }
    }

    private long freeze() {
        long at = (long) TAIL.getAndBitwiseOr(this, FROZEN) & ~FROZEN;
        Interleaving.point();
        return at;
    }

    private void thaw() {
        if (ended == null && guard == null && admissions.waiting() == 0) {
            tail = size();
        }
    }

    Chunk<T> lastChunk(long at) {
        Chunk<T> chunk = last.findOrGrow(at);
        last = chunk;
        return chunk;
    }

    void appendFrozen(StoredMessage<T> message, Effects effects) {
        long at = size();
        Chunk<T> chunk = lastChunk(at);
        effects.add(this::wakeParked);
        tail = FROZEN | (at + 1);
        store(message, chunk, at);
    }

    void updateLimit() {
        limit = admissions.gates().least();
    }

    /**
     * Has a cursor's reader tell when it has made some room, and no other any more.
     *
     * @param cursor one that was found full, or null if nobody waits
     * @return whether it has moved on meanwhile, so that the caller has to look again
     */
    boolean await(@Nullable Cursor<T> cursor) {
        Cursor<T> before = awaited;
        if (before != null && before != cursor) {
            before.tellAt(Long.MAX_VALUE);
        }
        awaited = cursor;
        return cursor != null && cursor.tellAt(cursor.bound().roomierFrom());
    }

    /**
     * Decides about a message that {@link #tryAppend} did not take.
     *
     * @param handler the handler that publishes, if one does
     * @param waits whether that handler's thread will wait for the outcome
     * @throws PublishException what the guard throws, if this is sealed
     */
    public Admission<T> append(StoredMessage<T> message, @Nullable Object handler, boolean waits) {
        return locked(effects -> {
            Runnable asked = guard;
            if (asked != null) {
                asked.run();
            }
            Admission<T> admission = new Admission<>(this, message, handler, waits);
            freeze();
            Supplier<? extends PublishException> refusal = ended;
            if (refusal == null) {
                admissions.ask(admission, effects);
            } else {
                admission.refuse(environment, refusal, effects);
            }
            thaw();
            return admission;
        });
    }

    void keepTimer(Admission<T> admission, Timers.Timer timer) {
        locked(effects -> {
            if (!admission.setTimer(timer)) {
                effects.add(timer::cancel);
            }
            return null;
        });
    }

    /** Gives up a wait for the given reason, unless it is over or there is room by now. */
    void withdraw(Admission<T> admission, Function<String, ? extends PublishException> reason) {
        locked(effects -> {
            freeze();
            admissions.withdraw(admission, reason, effects);
            thaw();
            return null;
        });
    }

    /** Lets in publishers that wait, as far as there is room. */
    void admit() {
        locked(effects -> {
            freeze();
            admissions.admitWaiting(effects);
            thaw();
            return null;
        });
    }

    // Cursors.

    /**
     * Attaches a cursor: it reads every message appended after this returned, and none appended before the call.
     *
     * @throws PublishException if the partition has ended
     */
    public void attach(Cursor<T> cursor) {
        locked(effects -> {
            if (ended != null) {
                throw ended.get();
            }
            long at = freeze();
            cursor.bound().attach(at);
            cursor.moveTo(at, lastChunk(at));
            admissions.gates().add(cursor.bound());
            attached = admissions.gates().size();
            updateLimit();
            thaw();
            return null;
        });
    }

    /**
     * Detaches a stopped cursor. The caller holds the lock.
     *
     * @return how many messages it leaves unclaimed
     */
    public long detach(Cursor<T> cursor, Effects effects) {
        long at = freeze();
        long left = cursor.bound().detach(at, effects);
        admissions.gates().remove(cursor.bound());
        attached = admissions.gates().size();
        updateLimit();
        admissions.admitWaiting(effects);
        thaw();
        detached++;
        if (detached > attached) {
            detached = 0;
            effects.add(this::sweepParked);
        }
        return left;
    }

    /** Sets whether a cursor has no handler, and must not hold up publishers. The caller holds the lock. */
    public void setAway(Cursor<T> cursor, boolean away, Effects effects) {
        freeze();
        cursor.bound().setAway(away);
        admissions.admitWaiting(effects);
        thaw();
    }

    /** Lets a reader jump over a gap, or rejoin; false if it can do neither now. Called by that reader. */
    boolean advanceGap(Cursor<T> cursor) {
        return locked(effects -> {
            Bound<T> bound = cursor.bound();
            boolean advanced = bound.jump();
            if (bound.mayRejoin()) {
                long at = freeze();
                if (bound.rejoin(at, lastChunk(at), effects)) {
                    advanced = true;
                    admissions.gates().refresh(bound, Long.MIN_VALUE);
                    updateLimit();
                }
                thaw();
            }
            return advanced;
        });
    }

    /** Moves a reader past a tombstone. */
    void skip(Cursor<T> cursor, long offset) {
        locked(effects -> {
            freeze();
            cursor.bound().skip(offset);
            admissions.admitWaiting(effects);
            thaw();
            return null;
        });
    }

    /** Tells once that a cursor which was full has half of its capacity free again. Called by its reader. */
    void recover(Cursor<T> cursor) {
        locked(effects -> {
            cursor.bound().recover(size(), effects);
            return null;
        });
    }

    /**
     * Keeps some publishers out: from when this has returned, nothing is appended whose publisher did not ask the guard
     * first, in its own thread and under the lock, but for those that wait for room already. Tail stays frozen.
     *
     * @param guard throws what a publisher gets that may not publish any more
     */
    public void seal(Runnable guard) {
        locked(effects -> {
            freeze();
            this.guard = guard;
            return null;
        });
    }

    /**
     * Ends the partition: every waiting and later publish and attach fails for the given reason. The caller may hold
     * locks, and has the effects run without them.
     */
    public void end(Supplier<? extends PublishException> reason, Effects effects) {
        lock.lock();
        try {
            if (ended == null) {
                freeze();
                ended = reason;
                admissions.refuseAll(reason, effects);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many publishers wait for room. */
    public int waitingPublishers() {
        return locked(effects -> admissions.waiting());
    }

    /** Takes stock of a cursor. The caller holds the lock. */
    public Stock stock(Cursor<T> cursor, Effects effects) {
        Bound<T> bound = cursor.bound();
        long at = size();
        bound.absorb(at, effects);
        bound.recover(at, effects);
        return new Stock(bound.entered(at), bound.unclaimed(at), bound.dropped(), bound.unabsorbed(at));
    }

    /** Whether the message at the offset was published to a cursor. The caller holds the lock. */
    public boolean entered(Cursor<T> cursor, long offset) {
        return cursor.bound().entered(size(), offset);
    }

    /** Calls back with every message that waits for a cursor, in order. The caller holds the lock. */
    public void forEachWaiting(Cursor<T> cursor, Consumer<StoredMessage<T>> action) {
        cursor.bound().forEachWaiting(size(), action);
    }
}
