package dev.hark.delivery;

import dev.hark.BrokerEvent;
import dev.hark.Buffer;
import dev.hark.DeadLetter;
import dev.hark.DeadLetterLimits;
import dev.hark.DeadLetterReason;
import dev.hark.EndReason;
import dev.hark.Overflow;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import dev.hark.log.Hand;
import dev.hark.log.Partition;
import dev.hark.log.Reader;
import dev.hark.log.Stock;
import dev.hark.log.StoredMessage;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The account of one subscription or group: its cursor, its dead letters, and how many messages went which way.
 *
 * <p>A ledger with a cursor gets what its partition appends; one without is given messages by a topic's strategy. All
 * fields are guarded by the partition's lock, but for {@code worker}, set once before the cursor is attached, and
 * {@code redrivenHint}, written under the lock and read by the worker: a redrive wakes the worker after it wrote it.
 *
 * @param <T> the type of the payloads
 */
public final class Ledger<T> implements Reader<T>, Source<T> {
    private static final String EVICTED = "dead letters evicted for newer ones";

    private final String id;
    private final BrokerContext context;
    private final Partition<T> partition;
    private final DeadLetterLimits limits;
    private @Nullable LedgerEvents events;
    private final @Nullable Cursor<T> cursor;
    private @Nullable Worker<T> worker;
    private volatile boolean redrivenHint;

    private @Nullable DeadLetterBox<T> box;
    private long routed;
    private long dropped;
    private long evicted;
    private long purged;
    private @Nullable EndReason endReason;

    private Ledger(
            String id,
            BrokerContext context,
            Partition<T> partition,
            DeadLetterLimits limits,
            @Nullable Buffer buffer) {
        this.id = id;
        this.context = context;
        this.partition = partition;
        this.limits = limits;
        this.cursor = buffer == null ? null : new Cursor<>(partition, this, buffer, 0);
    }

    /** Makes the ledger of a subscription or group that reads the partition. */
    public static <T> Ledger<T> reading(
            String id, BrokerContext context, Partition<T> partition, DeadLetterLimits limits, Buffer buffer) {
        return new Ledger<>(id, context, partition, limits, buffer);
    }

    /** Makes the ledger of a subscription that is given messages by a strategy. */
    public static <T> Ledger<T> routed(
            String id, BrokerContext context, Partition<T> partition, DeadLetterLimits limits) {
        return new Ledger<>(id, context, partition, limits, null);
    }

    /** Sets what moves the cursor on. Called once, before {@link #attach}. */
    public void setWorker(Worker<T> worker) {
        this.worker = worker;
    }

    /** Begins to read: see {@link Partition#attach}. */
    public void attach() {
        partition.attach(cursor());
    }

    /** Returns the id of the subscription or the name of the group. */
    @Override
    public String id() {
        return id;
    }

    /** Returns the partition whose lock guards this. */
    public Partition<T> partition() {
        return partition;
    }

    /** Returns the cursor of a ledger that reads its partition. */
    public Cursor<T> cursor() {
        return Objects.requireNonNull(cursor, "cursor");
    }

    /** Returns the partition's lock. */
    public ReentrantLock lock() {
        return partition.lock();
    }

    /** Returns the topic's name. */
    public String topic() {
        return partition.origin().topic();
    }

    /** Returns what the broker's workers share. */
    public BrokerContext context() {
        return context;
    }

    /** Returns why this ended, or null. The caller holds the lock. */
    public @Nullable EndReason endReason() {
        return endReason;
    }

    // As a source: called by the worker.

    @Override
    public boolean next(InFlight<T> inFlight, int most) {
        Cursor<T> reading = cursor();
        while (true) {
            if (redrivenHint && nextRedriven(inFlight)) {
                return true;
            }
            if (inFlight.hasRest()) {
                if (reading.isClear()) {
                    inFlight.startNext();
                    return true;
                }
                if (reading.flags() != 0) {
                    return false;
                }
            } else {
                StoredMessage<T> first = reading.peek();
                if (first == null) {
                    return false;
                }
                if (reading.claim(first.offset(), inFlight, most)) {
                    reading.claimed();
                    return true;
                }
            }
        }
    }

    @Override
    public boolean isClear() {
        return cursor().isClear();
    }

    private boolean nextRedriven(InFlight<T> inFlight) {
        lock().lock();
        try {
            Parcel<T> parcel = confirm() ? pollRedriven() : null;
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

    /** Takes the next message that goes back to the handlers, if there is one. The caller holds the lock. */
    public @Nullable Parcel<T> pollRedriven() {
        Parcel<T> parcel = box == null ? null : box.nextRedriven();
        updateHint();
        return parcel;
    }

    void updateHint() {
        boolean redriven = box != null && box.redrivenSize() > 0;
        if (redriven != redrivenHint) {
            redrivenHint = redriven;
            if (cursor != null) {
                cursor.setRedriving(redriven);
            }
        }
    }

    /** Whether messages wait to go back to the handlers; exact under the lock. */
    public boolean hasRedriven() {
        return redrivenHint;
    }

    @Override
    public boolean confirm() {
        return cursor().confirm();
    }

    @Override
    public int flags() {
        return cursor().flags();
    }

    @Override
    public void raise(int flag) {
        cursor().raise(flag);
    }

    @Override
    public void lower(int flag) {
        cursor().lower(flag);
    }

    @Override
    public boolean ready() {
        return flags() == 0 && (redrivenHint || worker().inFlight().hasRest() || cursor().isBehind());
    }

    @Override
    public boolean isDrained() {
        return !redrivenHint && !cursor().isBehind();
    }

    @Override
    public void park() {
        cursor().park();
    }

    @Override
    public void finish(InFlight<T> inFlight, Effects effects) {
        lock().lock();
        try {
            purge(inFlight);
        } finally {
            lock().unlock();
        }
    }

    /** Gives up all that the worker holds. The caller holds the lock and is the worker. */
    public void purge(InFlight<T> inFlight) {
        purged += inFlight.size();
        inFlight.begin();
        inFlight.giveUp();
        inFlight.end();
    }

    // As a reader: called by the partition.

    @Override
    public boolean claimParked() {
        return worker().claimParked();
    }

    @Override
    public Runnable runner() {
        return worker();
    }

    @Override
    public Hand<T> hand() {
        return worker().inFlight();
    }

    @Override
    public Collection<?> handlers() {
        return worker().handlers();
    }

    Worker<T> worker() {
        return Objects.requireNonNull(worker, "worker");
    }

    @Override
    public int overflowQuota() {
        return limits.overflowed();
    }

    @Override
    public void overflowed(StoredMessage<T> message, Effects effects) {
        add(Parcel.fresh(message), DeadLetterReason.OVERFLOW, "the buffer was full", effects);
    }

    @Override
    public void overflowEvicted(long count, Effects effects) {
        evicted += count;
        events().dropped(count, EVICTED, effects);
    }

    private void add(Parcel<T> parcel, DeadLetterReason reason, String detail, Effects effects) {
        if (openBox().add(parcel, reason, detail, context.environment().currentTimeMillis())) {
            countEvicted(1, effects);
        }
    }

    private void countEvicted(long count, Effects effects) {
        evicted += count;
        dropped += count;
        events().dropped(count, EVICTED, effects);
    }

    private DeadLetterBox<T> openBox() {
        DeadLetterBox<T> letters = box;
        if (letters == null) {
            letters = new DeadLetterBox<>(limits);
            box = letters;
        }
        return letters;
    }

    @Override
    public void dropped(long count, String reason, Effects effects) {
        events().dropped(count, reason, effects);
    }

    @Override
    public void filled(long waiting, Overflow overflow, Effects effects) {
        events().filled(waiting, overflow, effects);
    }

    @Override
    public void relieved(Effects effects) {
        events().relieved(effects);
    }

    /** What is told of it. The caller holds the lock. */
    private LedgerEvents events() {
        LedgerEvents told = events;
        if (told == null) {
            told = new LedgerEvents(context.environment(), partition.origin(), id);
            events = told;
        }
        return told;
    }

    // Moving messages from place to place.

    /** Makes the message in flight a dead letter. Called by the worker that holds it, without the lock. */
    public void bury(InFlight<T> inFlight, DeadLetterReason reason, String detail) {
        Parcel<T> parcel = inFlight.parcel();
        Effects effects = new Effects();
        lock().lock();
        try {
            add(parcel, reason, detail, effects); // first: should it fail, the message is still in flight
            inFlight.begin();
            inFlight.release();
            inFlight.end();
        } finally {
            lock().unlock();
        }
        DeadLetter letter = new DeadLetter(
                id, parcel.message(), reason, detail, context.environment().now(), parcel.failures());
        effects.run();
        context.environment().emit(new BrokerEvent.DeadLettered(topic(), id, letter));
    }

    /** Counts a message given by a strategy. The caller holds the lock. */
    public void countRouted() {
        routed++;
    }

    /** Makes a message that a full mailbox gave up a dead letter. The caller holds the lock. */
    public void buryOverflow(Parcel<T> parcel, Effects effects) {
        add(parcel, DeadLetterReason.OVERFLOW, "the member's buffer was full", effects);
    }

    /** Counts a message that a full mailbox dropped. The caller holds the lock. */
    public void countDropped(String reason, Effects effects) {
        dropped++;
        dropped(1, reason, effects);
    }

    /** Puts messages that a member did not settle before all others. The caller holds the lock, and wakes the worker. */
    public void giveBack(List<Parcel<T>> parcels) {
        if (!parcels.isEmpty()) {
            openBox().giveBack(parcels);
            updateHint();
        }
    }

    /** Counts messages that were given up. The caller holds the lock. */
    public void countPurged(long count) {
        purged += count;
    }

    /**
     * Ends the account: detaches the cursor, which was stopped before, and purges what waits. The caller holds the lock.
     *
     * @return how many messages were purged
     */
    public long end(EndReason reason, Effects effects) {
        endReason = reason;
        long left = box == null ? 0 : box.dropRedriven();
        updateHint();
        if (cursor != null) {
            left += partition.detach(cursor, effects);
        }
        purged += left;
        if (events != null) {
            events.tellDrops("before it ended", effects);
        }
        return left;
    }

    // Looking. The caller holds the lock.

    /** Takes stock: exact as long as the caller holds the lock and the worker claims nothing. */
    public Account account(Effects effects) {
        Stock stock = cursor == null ? new Stock(routed, 0, 0, 0) : partition.stock(cursor, effects);
        DeadLetterBox<T> letters = box;
        int beyond = letters == null ? 0 : letters.makeRoom(stock.missed()); // now, or what is counted could come back
        if (beyond > 0) {
            countEvicted(beyond, effects);
        }
        return new Account(
                stock.entered(),
                stock.unclaimed() + (letters == null ? 0 : letters.redrivenSize()),
                stock.missed() + (letters == null ? 0 : letters.size()),
                stock.dropped() + dropped,
                purged,
                evicted);
    }

    /** Whether the message at the offset was published to this. */
    public boolean entered(long offset) {
        return cursor != null && partition.entered(cursor, offset);
    }

    /** Calls back with every message that waits in the log, in order, and how many are ahead of it. */
    void forEachWaiting(ObjLongConsumer<StoredMessage<T>> action) {
        if (cursor != null) {
            AtomicLong ahead = new AtomicLong(worker().inFlight().read().rest());
            partition.forEachWaiting(cursor, message -> action.accept(message, ahead.getAndIncrement()));
        }
    }

    /** Returns the dead letters and what goes back, or null if there never was any. */
    @Nullable DeadLetterBox<T> box() {
        return box;
    }

    @Override
    public String toString() {
        return id;
    }
}
