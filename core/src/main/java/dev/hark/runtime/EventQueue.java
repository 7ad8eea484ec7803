package dev.hark.runtime;

import dev.hark.BrokerEvent;
import dev.hark.BrokerListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Events on their way to the listener: a bounded queue that is worked off in turns, never two at once, on the executor.
 *
 * <pre>
 *   idle ──offer──▶ scheduled ──▶ a turn of up to MAX_PER_TURN events ──▶ idle, or scheduled again if more came
 * </pre>
 *
 * <p>{@code count} is raised before an event is added and lowered after it was taken, so the queue never holds more than
 * {@link #MAX_QUEUED}. {@code scheduled} is true from the moment a turn is handed to the executor until that turn has
 * ended. A turn clears it and then looks at the queue again; an offer adds first and looks at the flag then: as both
 * accesses are volatile, at least one of the two sees the other, and no event is left behind. A turn that finds the flag
 * set sees everything the turn before wrote, so a listener needs no synchronization of its own.
 */
final class EventQueue implements Runnable {
    /** How many events wait at most; those beyond are dropped and counted. */
    static final int MAX_QUEUED = 1_024;

    /** How many events are delivered before others get the thread. */
    static final int MAX_PER_TURN = 64;

    private final BrokerListener listener;
    private final Executor executor;
    private final LimitedLog log;
    private final Queue<BrokerEvent> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final LongAdder dropped = new LongAdder();

    EventQueue(BrokerListener listener, Executor executor, LimitedLog log) {
        this.listener = listener;
        this.executor = executor;
        this.log = log;
    }

    void offer(BrokerEvent event) {
        if (!reserve()) {
            dropped.increment();
            return;
        }
        queue.add(event);
        schedule();
    }

    private boolean reserve() {
        while (true) {
            int before = count.get();
            if (before >= MAX_QUEUED) {
                return false;
            }
            if (count.compareAndSet(before, before + 1)) {
                return true;
            }
        }
    }

    private void schedule() {
        if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            executor.execute(this);
        }
    }

    /** Takes one turn. */
    @Override
    public void run() {
        for (int i = 0; i < MAX_PER_TURN; i++) {
            BrokerEvent event = queue.poll();
            if (event == null) {
                break;
            }
            count.decrementAndGet();
            deliver(event);
        }
        scheduled.set(false);
        if (!queue.isEmpty()) {
            schedule();
        }
    }

    private void deliver(BrokerEvent event) {
        try {
            listener.onEvent(event);
        } catch (Throwable e) {
            log.fault("the broker's listener failed", e);
        }
    }

    long dropped() {
        return dropped.sum();
    }
}
