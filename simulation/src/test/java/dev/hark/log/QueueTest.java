package dev.hark.log;

import dev.hark.Buffer;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Under {@code fail} a partition with one cursor is a bounded queue of offsets: its operations are linearizable. */
class QueueTest {
    private static final int INVOCATIONS = 50;

    @Test
    void operations_underFail_areThoseOfABoundedQueue() {
        Protocol.checkLinearizable(
                Queue.class,
                INVOCATIONS,
                "publish read | publish read",
                "publish publish | read read",
                "publish | publish | read",
                "publish : publish | publish | read",
                "publish : publish | publish | attach");
    }

    /** A partition as a queue. Run by one thread alone, it is its own specification. */
    public static final class Queue {
        private static final int CAPACITY = 2;
        private static final long FULL = -1;
        private static final long EMPTY = -2;

        private final Partition<Integer> partition =
                new Partition<>(ProtocolModel.ORIGIN, ProtocolModel.environment(new Tasks()), new WaitGraph(), 8);
        private final ModelReader reader = new ModelReader(0);
        private final Cursor<Integer> cursor = attached(reader, Buffer.of(CAPACITY, Overflow.fail()));

        private Cursor<Integer> attached(ModelReader owner, Buffer buffer) {
            Cursor<Integer> added = new Cursor<>(partition, owner, buffer, 0);
            partition.attach(added);
            return added;
        }

        /** Appends a message and returns its offset, or FULL. */
        @Operation
        public long publish() {
            StoredMessage<Integer> message =
                    new StoredMessage<>(ProtocolModel.ORIGIN, 0, null, PublishOptions.none(), 0);
            if (!partition.tryAppend(message)) {
                partition.append(message, null, true);
            }
            return message.offset() < 0 ? FULL : message.offset();
        }

        /** Starts the next message and returns its offset, or EMPTY; waits for one that is reserved to be stored. */
        @Operation
        public synchronized long read() {
            while (true) {
                StoredMessage<Integer> message = cursor.peek();
                if (message != null) {
                    start(message);
                    return message.offset();
                }
                if (partition.size() == cursor.offset()) {
                    return EMPTY;
                }
                Thread.onSpinWait();
            }
        }

        private void start(StoredMessage<Integer> message) {
            if (!cursor.claim(message.offset(), reader.hand(), 1)) {
                throw new AssertionError("no message at " + cursor.offset());
            }
            reader.hand().settle();
        }

        /** Attaches another cursor and returns the first offset that it will read. */
        @Operation
        public long attach() {
            return attached(new ModelReader(0), Buffer.unlimited()).offset();
        }

        /** Every offset below the tail has its message. */
        @Validate
        public void everythingIsInItsPlace() {
            while (cursor.offset() < partition.size()) {
                StoredMessage<Integer> message = cursor.peek();
                if (message == null) {
                    throw new AssertionError("no message at " + cursor.offset());
                }
                start(message);
            }
        }
    }
}
