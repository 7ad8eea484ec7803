package dev.hark.bench.engine;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** The textbook design: every subscription has a bounded queue and a thread that takes from it and tries three times. */
final class TextbookEngine implements Engine {
    private static final int ATTEMPTS = 3;

    /** From here on a thread of the system each is no longer an option. */
    private static final int MOST_PLATFORM_THREADS = 1_000;

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<Event> deadLetters = new CopyOnWriteArrayList<>();

    @Override
    public Channel open(String topic) {
        return new TextbookChannel();
    }

    private final class TextbookChannel implements Channel {
        private final List<BlockingQueue<Event>> queues = new CopyOnWriteArrayList<>();

        @Override
        public void subscribe(Handler handler) {
            BlockingQueue<Event> queue = new ArrayBlockingQueue<>(CAPACITY);
            queues.add(queue);
            start(queue, handler);
        }

        @Override
        public void join(Handler handler) {
            if (queues.isEmpty()) {
                queues.add(new ArrayBlockingQueue<>(CAPACITY));
            }
            start(queues.getFirst(), handler);
        }

        private void start(BlockingQueue<Event> queue, Handler handler) {
            Thread.Builder builder = threads.size() < MOST_PLATFORM_THREADS ? Thread.ofPlatform() : Thread.ofVirtual();
            threads.add(builder.start(() -> drain(queue, handler)));
        }

        @Override
        public void publish(Event event) throws InterruptedException {
            for (BlockingQueue<Event> queue : queues) {
                queue.put(event);
            }
        }
    }

    private void drain(BlockingQueue<Event> queue, Handler handler) {
        try {
            while (true) {
                deliver(queue.take(), handler);
            }
        } catch (InterruptedException e) {
            // the engine was closed
        }
    }

    private void deliver(Event event, Handler handler) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (handler.handle(event)) {
                return;
            }
        }
        deadLetters.add(event);
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
