package dev.hark.bench.inner;

import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.PublishOptions;
import dev.hark.Retry;
import dev.hark.Subscriber;
import dev.hark.delivery.BrokerContext;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Ledger;
import dev.hark.log.Admission;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import dev.hark.log.Origin;
import dev.hark.log.Partition;
import dev.hark.log.StoredMessage;
import dev.hark.runtime.Environment;
import java.util.concurrent.Executor;

/**
 * A partition without a topic or broker around it, and what reads it.
 *
 * <p>Every reader has an unlimited buffer, so that no benchmark ends up measuring what happens at a bound.
 */
final class MeasuredLog {
    private static final String PAYLOAD = "payload";

    private final BrokerContext context;
    private final Partition<String> partition;

    /** Makes an empty partition whose readers are run by the executor. */
    MeasuredLog(Executor executor) {
        context = new BrokerContext(Environment.create(executor, null, null, null, event -> {}, false));
        partition = new Partition<>(new Origin("topic", 0, "run", 0), context.environment(), context.waitGraph(), 10);
    }

    /**
     * Makes a message and appends it, as a publisher does: without the lock, unless another thread attaches or detaches
     * a reader at this moment.
     *
     * @return the message, for the benchmark to return: the JVM would not even make one that nobody gets to see
     * @throws IllegalStateException if it was not appended
     */
    StoredMessage<String> append() {
        StoredMessage<String> message =
                new StoredMessage<>(partition.origin(), PAYLOAD, null, PublishOptions.none(), 0);
        if (!partition.tryAppend(message)) {
            Admission<String> _ = partition.append(message, null, false);
            if (message.offset() < 0) {
                throw new IllegalStateException("a message was not appended, though no buffer has a bound");
            }
        }
        return message;
    }

    /** Attaches a reader that never reads, and never asks to be woken. */
    Ledger<String> attach() {
        Ledger<String> ledger =
                Ledger.reading("subscription", context, partition, DeadLetterLimits.defaults(), Buffer.unlimited());
        ledger.attach();
        return ledger;
    }

    /** Detaches a reader that never reads, with all that it holds. */
    void detach(Ledger<String> ledger) {
        ledger.raise(Cursor.STOPPED);
        Effects effects = new Effects();
        partition.lock().lock();
        try {
            long _ = partition.detach(ledger.cursor(), effects);
        } finally {
            partition.lock().unlock();
        }
        effects.run();
    }

    /** Attaches a delivery to the handler, parked. */
    void subscribe(Subscriber<String> handler) {
        Ledger<String> ledger =
                Ledger.reading("subscription", context, partition, DeadLetterLimits.defaults(), Buffer.unlimited());
        ledger.setWorker(new Delivery<>(ledger, ledger, Retry.defaults(), handler));
        ledger.attach();
        ledger.park();
    }
}
