package dev.hark.log;

import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.Retry;
import dev.hark.delivery.BrokerContext;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.Ledger;
import java.util.concurrent.atomic.AtomicInteger;

/** A parked delivery of a partition. The turns that it is to run are counted, and run by the case alone. */
final class StressDelivery {
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger handled = new AtomicInteger();
    private final BrokerContext context = new BrokerContext(StressReader.environment(task -> turns.incrementAndGet()));
    private final Partition<Integer> partition =
            new Partition<>(new Origin("topic", 0, "run", 0), context.environment(), context.waitGraph(), 10);
    private final Delivery<Integer> delivery;

    /** Makes a delivery that waits for the next publish. */
    StressDelivery() {
        Ledger<Integer> ledger = Ledger.reading(
                "subscription", context, partition, DeadLetterLimits.defaults(), Buffer.of(10, Overflow.fail()));
        delivery = new Delivery<>(ledger, ledger, Retry.defaults(), message -> {
            handled.incrementAndGet();
            return true;
        });
        ledger.setWorker(delivery);
        ledger.attach();
        ledger.park();
    }

    /** Appends a message, for which there is room. */
    void publish() {
        boolean _ = partition.tryAppend(new StoredMessage<>(partition.origin(), 1, null, PublishOptions.none(), 0));
    }

    /** Has it run, if it is parked. */
    void wake() {
        delivery.wake();
    }

    /** Takes back a turn that it is to run. */
    void takeTurn() {
        turns.decrementAndGet();
    }

    /** Runs the turn that was taken. */
    void run() {
        delivery.run();
    }

    /** Returns how many turns it is to run. */
    int turns() {
        return turns.get();
    }

    /** Returns how many messages it handled. */
    int handled() {
        return handled.get();
    }
}
