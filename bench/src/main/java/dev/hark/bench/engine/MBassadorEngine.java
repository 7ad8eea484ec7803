package dev.hark.bench.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import net.engio.mbassy.bus.MBassador;
import net.engio.mbassy.bus.config.BusConfiguration;
import net.engio.mbassy.bus.config.Feature;
import net.engio.mbassy.bus.error.PublicationError;
import net.engio.mbassy.listener.Listener;
import net.engio.mbassy.listener.References;

/**
 * MBassador with a bus for each topic. One thread of the bus takes published events and calls all listeners in turn:
 * with more threads, a listener would see events out of order and twice at a time.
 */
final class MBassadorEngine implements Engine {
    private final List<MBassador<Event>> buses = new CopyOnWriteArrayList<>();

    @Override
    public Channel open(String topic) {
        MBassador<Event> bus = new MBassador<>(new BusConfiguration()
                .addFeature(Feature.SyncPubSub.Default())
                .addFeature(Feature.AsynchronousHandlerInvocation.Default())
                .addFeature(Feature.AsynchronousMessageDispatch.Default()
                        .setNumberOfMessageDispatchers(1)
                        .setMessageQueue(new LinkedBlockingQueue<>(CAPACITY)))
                .addPublicationErrorHandler(MBassadorEngine::onError));
        buses.add(bus);
        return new BusChannel(bus);
    }

    /** The bus tells a publisher that was interrupted while it waited for room in no other way. */
    private static void onError(PublicationError error) {
        if (error.getCause() instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    private record BusChannel(MBassador<Event> bus) implements Channel {
        @Override
        public void subscribe(Handler handler) {
            bus.subscribe(new EventListener(handler));
        }

        @Override
        public void publish(Event event) throws InterruptedException {
            bus.publishAsync(event);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Strongly referenced, as nobody else keeps it. */
    @Listener(references = References.Strong)
    private static final class EventListener {
        private final Handler handler;

        EventListener(Handler handler) {
            this.handler = handler;
        }

        @SuppressWarnings("UnusedMethod") // the bus calls it
        @net.engio.mbassy.listener.Handler
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
        buses.forEach(MBassador::shutdown);
    }
}
