package dev.hark.bench.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscArrayQueue;

/**
 * A queue of JCTools for each subscription, drained by tasks on a pool: the fastest that a queue each can be. It neither
 * retries nor acks.
 */
final class QueueEngine implements Engine {
    private static final int TURN = 256;
    private static final int SPINS = 100;
    private static final long PAUSE_NANOS = 1_000;

    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

    @Override
    public Channel open(String topic) {
        return new QueueChannel();
    }

    private final class QueueChannel implements Channel {
        private final List<Drain> drains = new CopyOnWriteArrayList<>();

        @Override
        public void subscribe(Handler handler) {
            drains.add(new Drain(handler));
        }

        @Override
        public void publish(Event event) {
            for (Drain drain : drains) {
                drain.put(event);
            }
        }
    }

    /** A queue and the task that empties it; {@code scheduled} is true while the task has yet to run or runs. */
    private final class Drain implements Runnable {
        private final MpscArrayQueue<Event> queue = new MpscArrayQueue<>(CAPACITY);
        private final AtomicBoolean scheduled = new AtomicBoolean();
        private final Handler handler;

        Drain(Handler handler) {
            this.handler = handler;
        }

        void put(Event event) {
            for (int spins = 0; !queue.offer(event); spins++) {
                if (spins > SPINS) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                } else {
                    Thread.onSpinWait();
                }
            }
            schedule();
        }

        private void schedule() {
            if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
                pool.execute(this);
            }
        }

        @Override
        public void run() {
            try {
                for (int done = 0; done < TURN; done++) {
                    Event event = queue.poll();
                    if (event == null) {
                        break;
                    }
                    boolean _ = handler.handle(event);
                }
            } catch (InterruptedException e) {
                return; // the engine was closed
            }
            scheduled.set(false);
            if (!queue.isEmpty()) {
                schedule();
            }
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
