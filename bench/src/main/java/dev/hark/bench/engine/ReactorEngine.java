package dev.hark.bench.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A multicasting sink of Reactor for each topic, whose subscribers run on a pool. A sink refuses an event while another
 * thread emits or while its buffer is full, so publishers try until it is taken.
 */
final class ReactorEngine implements Engine {
    private static final int SPINS = 100;
    private static final long PAUSE_NANOS = 1_000;
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    private final Scheduler scheduler = Schedulers.fromExecutorService(pool);
    private final List<Sinks.Many<Event>> sinks = new CopyOnWriteArrayList<>();
    private final List<Disposable> subscriptions = new CopyOnWriteArrayList<>();

    @Override
    public Channel open(String topic) {
        Sinks.Many<Event> sink = Sinks.many().multicast().onBackpressureBuffer(CAPACITY, false);
        sinks.add(sink);
        return new SinkChannel(sink);
    }

    private final class SinkChannel implements Channel {
        private final Sinks.Many<Event> sink;

        SinkChannel(Sinks.Many<Event> sink) {
            this.sink = sink;
        }

        @Override
        public void subscribe(Handler handler) {
            subscriptions.add(sink.asFlux().publishOn(scheduler, CAPACITY).subscribe(event -> deliver(event, handler)));
        }

        @Override
        public void publish(Event event) throws InterruptedException {
            for (int spins = 0; !emit(event); spins++) {
                if (spins <= SPINS) {
                    Thread.onSpinWait();
                } else if (Thread.interrupted()) {
                    throw new InterruptedException();
                } else {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }

        private boolean emit(Event event) {
            EmitResult result = sink.tryEmitNext(event);
            if (result == EmitResult.FAIL_NON_SERIALIZED || result == EmitResult.FAIL_OVERFLOW) {
                return false;
            }
            result.orThrow();
            return true;
        }
    }

    private static void deliver(Event event, Handler handler) {
        try {
            boolean _ = handler.handle(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        subscriptions.forEach(Disposable::dispose);
        sinks.forEach(sink -> sink.emitComplete(EmitFailureHandler.busyLooping(CLOSING)));
        scheduler.dispose();
        pool.shutdownNow();
    }
}
