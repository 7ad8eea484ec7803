package dev.hark.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Buffer;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.Receipt;
import dev.hark.tables.HandDriven;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A partition with one bounded cursor, whose reader is the test, and what the cursor's gaps looked like before and after
 * the event of a row. Payloads are the offsets.
 */
final class GapBench implements Reader<Long> {
    static final int QUOTA = 3;

    private static final VarHandle OPEN = field("open");
    private static final VarHandle AHEAD = field("jumpAhead");

    private final HandDriven driven = new HandDriven();
    private final Hand<Long> hand = new Hand<>();
    private final Partition<Long> partition =
            new Partition<>(new Origin("topic", 0, "run", 0), driven.environment(), new WaitGraph(), 10);
    private final Cursor<Long> cursor;
    private final List<Long> read = new ArrayList<>();
    private final List<Long> overflowed = new ArrayList<>();
    private boolean broken;
    private long left;
    private String before = "never looked";
    private String after = "never looked";
    private String messages = "never looked";

    GapBench(int capacity, Overflow overflow) {
        cursor = new Cursor<>(partition, this, Buffer.of(capacity, overflow), 0);
        partition.attach(cursor);
    }

    private static VarHandle field(String name) {
        try {
            return MethodHandles.privateLookupIn(Bound.class, MethodHandles.lookup())
                    .findVarHandle(Bound.class, name, boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a bound has no " + name, e);
        }
    }

    HandDriven driven() {
        return driven;
    }

    Cursor<Long> cursor() {
        return cursor;
    }

    Partition<Long> partition() {
        return partition;
    }

    // Events.

    /** Publishes; the outcome may come later. */
    CompletableFuture<Receipt> publish() {
        StoredMessage<Long> message =
                new StoredMessage<>(partition.origin(), partition.size(), null, PublishOptions.none(), 0);
        if (partition.tryAppend(message)) {
            return CompletableFuture.completedFuture(message.receipt());
        }
        CompletableFuture<Receipt> outcome =
                partition.append(message, null, false).future();
        driven.run();
        return outcome;
    }

    void publish(int count) {
        for (int i = 0; i < count; i++) {
            assertThat(publish()).isCompletedWithValueMatching(receipt -> receipt.offset() >= 0);
        }
    }

    /** Reads at most so many messages, and looks for the next one. */
    void read(int count) {
        for (int i = 0; i < count; i++) {
            StoredMessage<Long> message = cursor.peek();
            assertThat(message).isNotNull();
            if (message != null && cursor.claim(message.offset(), hand, 1)) {
                read.add(message.payload());
                hand.settle();
                cursor.claimed();
            }
        }
        StoredMessage<Long> unused = cursor.peek();
    }

    void setAway(boolean away) {
        under(effects -> partition.setAway(cursor, away, effects));
    }

    void detach() {
        cursor.raise(Cursor.STOPPED);
        under(effects -> left = partition.detach(cursor, effects));
    }

    private void under(Consumer<Effects> action) {
        Effects effects = new Effects();
        partition.lock().lock();
        try {
            action.accept(effects);
        } finally {
            partition.lock().unlock();
        }
        effects.run();
    }

    /** Has the reader throw when it is to take the next message that overflowed. */
    void breakReader() {
        broken = true;
    }

    // As a reader.

    @Override
    public boolean claimParked() {
        return false;
    }

    @Override
    public Runnable runner() {
        return () -> {};
    }

    @Override
    public Hand<Long> hand() {
        return hand;
    }

    @Override
    public Collection<?> handlers() {
        return List.of();
    }

    @Override
    public void overflowed(StoredMessage<Long> message, Effects effects) {
        if (broken) {
            broken = false;
            throw new IllegalStateException("the reader is broken, as the test wants it");
        }
        overflowed.add(message.payload());
    }

    @Override
    public int overflowQuota() {
        return QUOTA;
    }

    @Override
    public void overflowEvicted(long count, Effects effects) {
        // counted by the bound as dropped
    }

    @Override
    public void dropped(long count, String reason, Effects effects) {}

    @Override
    public void filled(long waiting, Overflow overflow, Effects effects) {}

    @Override
    public void relieved(Effects effects) {}

    // What can be seen.

    List<Long> readSoFar() {
        return read;
    }

    List<Long> overflowedSoFar() {
        return overflowed;
    }

    Stock stock() {
        Stock[] stock = new Stock[1];
        under(effects -> stock[0] = partition.stock(cursor, effects));
        return stock[0];
    }

    /** Notes the gaps before the event. */
    void before() {
        before = gaps();
    }

    /** Notes the gaps after the event, and where the messages are. */
    void after() {
        after = gaps();
        messages = places();
    }

    String seenBefore() {
        return before;
    }

    String seenAfter() {
        return after;
    }

    String seenMessages() {
        return messages;
    }

    private String gaps() {
        StringJoiner gaps = new StringJoiner(", ").setEmptyValue("none");
        if ((boolean) AHEAD.get(cursor.bound())) {
            gaps.add("closed ahead");
        }
        if ((boolean) OPEN.get(cursor.bound())) {
            gaps.add("open");
        }
        return gaps.toString();
    }

    private String places() {
        Stock stock = stock();
        long letters = overflowed.size() + stock.missed();
        assertThat(stock.unclaimed() + stock.dropped() + letters + read.size() + left)
                .as("the sum of all places")
                .isEqualTo(stock.entered());
        StringJoiner places = new StringJoiner(", ").setEmptyValue("none");
        add(places, stock.unclaimed(), "waiting");
        add(places, read.size(), "read");
        add(places, letters, "dead-lettered");
        add(places, stock.dropped(), "dropped");
        add(places, left, "purged");
        add(places, partition.waitingPublishers(), "publisher waits");
        return places.toString();
    }

    private static void add(StringJoiner places, long count, String place) {
        if (count > 0) {
            places.add(count + " " + place);
        }
    }
}
