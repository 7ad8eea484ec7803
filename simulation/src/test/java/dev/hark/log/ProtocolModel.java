package dev.hark.log;

import dev.hark.Buffer;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.TopicDeletedException;
import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A partition with a bounded reader, a witness that has room for everything, and a reader that comes later: what the
 * model checker runs, one operation of each thread against those of the others. When all have ended, what is left to
 * run is run, and then nothing may be lost, double, out of order or forgotten.
 */
public abstract class ProtocolModel {
    /** How many overflowed messages the bounded reader takes. */
    static final int QUOTA = 2;

    static final Origin ORIGIN = new Origin("model", 0, "model-");

    final Tasks tasks = new Tasks();
    final Partition<Integer> partition = new Partition<>(ORIGIN, environment(tasks), new WaitGraph(), 8);
    final ModelReader reader;
    final ModelReader latecomer = new ModelReader(QUOTA);
    final ModelReader witness = new ModelReader(QUOTA);

    private final Sent sent = new Sent();
    private long stoppedAt = -1;
    private long left;

    ProtocolModel(ModelReader reader, int capacity, Overflow overflow) {
        this.reader = reader;
        attach(reader, Buffer.of(capacity, overflow));
        attach(witness, Buffer.unlimited());
        reader.run();
    }

    static Environment environment(Tasks tasks) {
        return Environment.create(tasks, new StillTimers(), () -> Instant.EPOCH, () -> 0L, event -> {}, false);
    }

    private void attach(ModelReader added, Buffer buffer) {
        Cursor<Integer> cursor = new Cursor<>(partition, added, buffer, 0);
        partition.attach(cursor);
        added.read(cursor);
    }

    // What the threads do.

    /** Publishes a message; it may have to wait for room. */
    @Operation
    public void publish() {
        StoredMessage<Integer> message = new StoredMessage<>(ORIGIN, 0, null, PublishOptions.none(), 0);
        if (partition.tryAppend(message)) {
            sent.appended(message);
        } else {
            sent.asked(partition.append(message, null, false));
        }
    }

    /** Runs what was handed to the executor first. */
    @Operation
    public void turn() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }

    /** Attaches another reader, and has it look for messages. */
    @Operation(runOnce = true)
    public void subscribe() {
        try {
            attach(latecomer, Buffer.unlimited());
        } catch (TopicDeletedException e) {
            return;
        }
        tasks.execute(latecomer);
    }

    /** Ends the bounded reader, as unsubscribing does. */
    @Operation(runOnce = true)
    public void close() {
        Effects effects = new Effects();
        partition.lock().lock();
        try {
            reader.cursor().raise(Cursor.STOPPED);
            stoppedAt = reader.cursor().offset();
            left = partition.detach(reader.cursor(), effects);
        } finally {
            partition.lock().unlock();
        }
        effects.run();
    }

    /** Ends the partition. */
    @Operation(runOnce = true)
    public void end() {
        Effects effects = new Effects();
        partition.end(() -> new TopicDeletedException("model"), effects);
        effects.run();
    }

    // What holds in the end.

    /** Runs what is left to run; then checks that every message is where it belongs. */
    @Validate
    public void everythingIsInItsPlace() {
        Runnable task = tasks.poll();
        while (task != null) {
            task.run();
            task = tasks.poll();
        }
        expect("publishers that still wait", 0, partition.waitingPublishers());
        expect("publishes without an outcome", 0L, sent.undecided());
        checkWitness();
        checkSum();
        checkReader(reader);
        if (latecomer.isAttached()) {
            checkReader(latecomer);
            expect("what the latecomer read", range(latecomer.from(), partition.size()), offsets(latecomer.delivered));
        }
    }

    /** Every offset below the tail is readable, and holds a message that was accepted. */
    private void checkWitness() {
        witness.run();
        expect("every offset below the tail", range(0, partition.size()), offsets(witness.delivered));
        List<StoredMessage<Integer>> accepted = sent.accepted();
        accepted.sort(Comparator.comparingLong(StoredMessage::offset));
        expect("what was accepted, against what is in the log", accepted, witness.delivered);
    }

    private void checkSum() {
        Effects effects = new Effects();
        Stock stock;
        partition.lock().lock();
        try {
            stock = partition.stock(reader.cursor(), effects);
        } finally {
            partition.lock().unlock();
        }
        effects.run();
        expect("waiting, though the reader is parked", 0L, stock.waiting());
        expect("missed and not handed over", 0L, stock.missed());
        expect("told as dropped", stock.dropped(), reader.dropped);
        expect(
                "delivered, overflowed, dropped and left unread, against entered",
                stock.entered(),
                reader.delivered.size() + reader.overflowed.size() + stock.dropped() + left);
    }

    private void checkReader(ModelReader checked) {
        expect("two turns at once", false, checked.ranTwice);
        expect("state", ModelReader.PARKED, checked.state.get());
        List<Long> delivered = offsets(checked.delivered);
        List<Long> overflowed = offsets(checked.overflowed);
        expect("delivered in order and once", sorted(delivered), delivered);
        expect("overflowed in order and once", sorted(overflowed), overflowed);
        expect("delivered and overflowed", false, delivered.stream().anyMatch(overflowed::contains));
        if (stoppedAt >= 0 && checked == reader) {
            expect("started after the stop", false, delivered.stream().anyMatch(offset -> offset >= stoppedAt));
        }
    }

    /** Not AssertJ: the model checker would come between its steps. */
    private static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError(what + ": expected " + expected + ", but was " + actual);
        }
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<Long> sorted(List<Long> offsets) {
        return offsets.stream().sorted().distinct().toList();
    }

    private static List<Long> offsets(List<StoredMessage<Integer>> messages) {
        return messages.stream().map(StoredMessage::offset).toList();
    }

    /** What was published. Each method is one step to the model checker. */
    static final class Sent {
        private final List<StoredMessage<Integer>> appended = new ArrayList<>();
        private final List<Admission<Integer>> asked = new ArrayList<>();

        synchronized void appended(StoredMessage<Integer> message) {
            appended.add(message);
        }

        synchronized void asked(Admission<Integer> admission) {
            asked.add(admission);
        }

        synchronized long undecided() {
            return asked.stream().filter(admission -> !admission.future().isDone()).count();
        }

        synchronized List<StoredMessage<Integer>> accepted() {
            List<StoredMessage<Integer>> accepted = new ArrayList<>(appended);
            for (Admission<Integer> admission : asked) {
                if (!admission.future().isCompletedExceptionally()) {
                    accepted.add(admission.message());
                }
            }
            return accepted;
        }
    }

    /** Timers under which no time passes. */
    static final class StillTimers implements Timers {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return () -> {};
        }

        @Override
        public void close() {}
    }
}
