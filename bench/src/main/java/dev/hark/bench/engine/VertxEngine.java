package dev.hark.bench.engine;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageCodec;
import io.vertx.core.file.FileSystemOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The event bus of Vert.x, which passes events by reference. Every subscription is a verticle: consumers that are made
 * by one thread outside of Vert.x share one event loop.
 */
final class VertxEngine implements Engine {
    private static final String CODEC = "event";
    private static final DeliveryOptions OPTIONS =
            new DeliveryOptions().setCodecName(CODEC).setLocalOnly(true);

    private final Vertx vertx;
    private final Set<Thread> eventLoops = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    VertxEngine() {
        // Handlers may block on purpose, which Vert.x would report again and again.
        vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(THREADS)
                .setUseDaemonThread(true)
                .setBlockedThreadCheckInterval(1)
                .setBlockedThreadCheckIntervalUnit(TimeUnit.DAYS)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        vertx.eventBus().registerCodec(new ByReference());
    }

    @Override
    public Channel open(String topic) {
        return new BusChannel(topic);
    }

    private final class BusChannel implements Channel {
        private final String address;
        private volatile boolean grouped;

        BusChannel(String address) {
            this.address = address;
        }

        @Override
        public void subscribe(Handler handler) {
            await(vertx.deployVerticle(new Consumer(address, handler)));
        }

        /** The bus tells apart only while sending whether all consumers get an event or the next one in turn. */
        @Override
        public void join(Handler handler) {
            subscribe(handler);
            grouped = true;
        }

        @Override
        public void publish(Event event) {
            if (grouped) {
                vertx.eventBus().send(address, event, OPTIONS);
            } else {
                vertx.eventBus().publish(address, event, OPTIONS);
            }
        }
    }

    private final class Consumer extends AbstractVerticle {
        private final String address;
        private final Handler handler;

        Consumer(String address, Handler handler) {
            this.address = address;
            this.handler = handler;
        }

        @Override
        public void start() {
            eventLoops.add(Thread.currentThread());
            vertx.eventBus().<Event>localConsumer(address, message -> deliver(message.body()));
        }

        private void deliver(Event event) {
            if (closed) {
                return;
            }
            try {
                boolean _ = handler.handle(event);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class ByReference implements MessageCodec<Event, Event> {
        @Override
        public void encodeToWire(Buffer buffer, Event event) {
            throw new UnsupportedOperationException("events stay in the JVM");
        }

        @Override
        public Event decodeFromWire(int position, Buffer buffer) {
            throw new UnsupportedOperationException("events stay in the JVM");
        }

        @Override
        public Event transform(Event event) {
            return event;
        }

        @Override
        public String name() {
            return CODEC;
        }

        @Override
        public byte systemCodecID() {
            return -1; // not one of Vert.x's own
        }
    }

    private static void await(Future<?> future) {
        future.toCompletionStage().toCompletableFuture().join();
    }

    /** Vert.x waits for its event loops but does not interrupt them. */
    @Override
    public void close() {
        closed = true;
        eventLoops.forEach(Thread::interrupt);
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .completeOnTimeout(null, 1, TimeUnit.SECONDS)
                .join();
    }
}
