package dev.hark.bench.engine;

import com.google.common.eventbus.AsyncEventBus;
import com.google.common.eventbus.Subscribe;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Guava's bus on a pool. Listeners are not marked as safe for several threads, so the bus calls each by one thread at a
 * time; which of two waiting events comes first is left to the lock. Nothing bounds the pool's queue.
 */
final class GuavaEngine implements Engine {
    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

    @Override
    public Channel open(String topic) {
        return new GuavaChannel(new AsyncEventBus(topic, pool));
    }

    private record GuavaChannel(AsyncEventBus bus) implements Channel {
        @Override
        public void subscribe(Handler handler) {
            bus.register(new Listener(handler));
        }

        @Override
        public void publish(Event event) {
            bus.post(event);
        }
    }

    private static final class Listener {
        private final Handler handler;

        Listener(Handler handler) {
            this.handler = handler;
        }

        @Subscribe
        void onEvent(Event event) {
            try {
                boolean _ = handler.handle(event);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
