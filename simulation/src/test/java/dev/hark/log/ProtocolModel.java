package dev.hark.log;

import dev.hark.Buffer;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.TopicDeletedException;
import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    static final Origin ORIGIN = new Origin("model", 0, "model", 0);

    final Tasks tasks = new Tasks();
    final Partition<Integer> partition = new Partition<>(ORIGIN, environment(tasks), new WaitGraph(), 8);
    final ModelReader reader;
    final ModelReader latecomer = new ModelReader(QUOTA);
    final ModelReader witness = new ModelReader(QUOTA);

    final Sent sent = new Sent();
    long stoppedAt = -1;
    long left;

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
        Outcome.check(this);
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
            return asked.stream()
                    .filter(admission -> !admission.future().isDone())
                    .count();
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
