package dev.hark.log;

import dev.hark.Buffer;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A partition with one cursor, whose reader is the case: it is parked or not, and counts how often somebody claimed to
 * run it. Nothing that is handed to the executor runs, and no timer fires.
 */
public final class StressReader implements Reader<Integer> {
    /** A capacity of which an eighth is a run of several messages. */
    private static final int ROOM = 64;

    private static final Environment ENVIRONMENT = environment(task -> {});

    private final Partition<Integer> partition;
    private final Cursor<Integer> cursor;
    private final Hand<Integer> hand = new Hand<>();
    private final Predicate<AtomicInteger> unpark;
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicInteger claims = new AtomicInteger();

    /** Makes an empty partition and a cursor that is not attached. */
    public StressReader(int capacity, Overflow overflow) {
        this(capacity, overflow, parked -> parked.compareAndSet(1, 0));
    }

    /**
     * Makes an empty partition and a cursor that is not attached.
     *
     * @param unpark takes the reader out of its parked state, which is 1; whoever gets true runs it
     */
    public StressReader(int capacity, Overflow overflow, Predicate<AtomicInteger> unpark) {
        this(
                new Partition<>(new Origin("topic", 0, "run", 0), ENVIRONMENT, new WaitGraph(), 10),
                unpark,
                Buffer.of(capacity, overflow));
    }

    private StressReader(Partition<Integer> partition, Predicate<AtomicInteger> unpark, Buffer buffer) {
        this.partition = partition;
        this.unpark = unpark;
        this.cursor = new Cursor<>(partition, this, buffer, 0);
    }

    /** Makes an environment that hands its tasks to the executor, and whose time stands still. */
    static Environment environment(Executor executor) {
        return Environment.create(
                executor,
                new NoTimers(),
                InstantSource.fixed(Instant.EPOCH),
                new SplittableRandom(1),
                event -> {},
                false);
    }

    /** Makes an empty partition with an attached cursor that has room. */
    public static StressReader attached() {
        StressReader reader = new StressReader(ROOM, Overflow.fail());
        reader.partition().attach(reader.cursor());
        return reader;
    }

    /** Makes another attached cursor that has room, of the same partition. */
    StressReader beside() {
        StressReader other = new StressReader(partition, unpark, Buffer.of(ROOM, Overflow.fail()));
        partition.attach(other.cursor);
        return other;
    }

    /** Returns the partition. */
    public Partition<Integer> partition() {
        return partition;
    }

    /** Returns the cursor. */
    public Cursor<Integer> cursor() {
        return cursor;
    }

    /** Appends a message, which may wait for room. */
    public void publish(int payload) {
        StoredMessage<Integer> message =
                new StoredMessage<>(partition.origin(), payload, null, PublishOptions.none(), 0);
        if (!partition.tryAppend(message)) {
            Admission<Integer> _ = partition.append(message, null, false);
        }
    }

    /** Does what a reader does that found nothing: marks itself parked, then asks to be woken. */
    public void park() {
        parked.set(1);
        cursor.park();
    }

    /** Returns 1 if a message was appended that is not claimed, stored or on its way, else 0. */
    public int look() {
        return cursor.isBehind() ? 1 : 0;
    }

    /** Claims at most so many messages from an offset on, and starts the first. */
    public boolean claim(long offset, int most) {
        return cursor.claim(offset, hand, most);
    }

    /** Returns what it has claimed. */
    @Override
    public Hand<Integer> hand() {
        return hand;
    }

    /** Takes a reading of the hand and the cursor, and returns how many messages are claimed and in no place, or in two. */
    long misplaced() {
        while (true) {
            int since = hand.awaitStill();
            long progress = hand.progress();
            long placed = Hand.settledAt(progress) + Hand.startedAt(progress) + hand.restAt(progress);
            long misplaced = cursor.offset() - placed;
            if (hand.isStill(since)) {
                return misplaced;
            }
        }
    }

    /** Claims the next messages, and starts and settles all of them; returns the sum of their payloads. */
    int readAll() {
        int sum = 0;
        StoredMessage<Integer> first = cursor.peek();
        while (first != null && claim(first.offset(), Integer.MAX_VALUE)) {
            sum += started();
            hand.settle();
            while (hand.hasRest()) {
                hand.startNext();
                sum += started();
                hand.settle();
            }
            cursor.claimed();
            first = cursor.peek();
        }
        return sum;
    }

    private int started() {
        return Objects.requireNonNull(hand.messageAt(hand.progress())).payload();
    }

    /** Returns how often somebody claimed to run this reader. */
    public int claims() {
        return claims.get();
    }

    @Override
    public boolean claimParked() {
        boolean claimed = unpark.test(parked);
        if (claimed) {
            claims.incrementAndGet();
        }
        return claimed;
    }

    @Override
    public Runnable runner() {
        return () -> {};
    }

    @Override
    public Collection<?> handlers() {
        return List.of();
    }

    @Override
    public void overflowed(StoredMessage<Integer> message, Effects effects) {
        // no case keeps dead letters
    }

    @Override
    public int overflowQuota() {
        return 10;
    }

    @Override
    public void overflowEvicted(long count, Effects effects) {
        // no case keeps dead letters
    }

    @Override
    public void dropped(long count, String reason, Effects effects) {
        // nobody listens
    }

    @Override
    public void filled(long waiting, Overflow overflow, Effects effects) {
        // nobody listens
    }

    @Override
    public void relieved(Effects effects) {
        // nobody listens
    }

    /** Timers that never fire. */
    private static final class NoTimers implements Timers {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return () -> {};
        }

        @Override
        public void close() {
            // there is nothing to give up
        }
    }
}
