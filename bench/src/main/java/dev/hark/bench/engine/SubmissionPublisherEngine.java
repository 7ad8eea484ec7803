package dev.hark.bench.engine;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

/** The JDK's own publisher of {@link Flow}, whose subscribers ask for all there is. */
final class SubmissionPublisherEngine implements Engine {
    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

    @Override
    public Channel open(String topic) {
        return new FlowChannel(new SubmissionPublisher<>(pool, CAPACITY));
    }

    private record FlowChannel(SubmissionPublisher<Event> publisher) implements Channel {
        @Override
        public void subscribe(Handler handler) {
            publisher.subscribe(new FlowSubscriber(handler));
        }

        @Override
        public void publish(Event event) throws InterruptedException {
            // Unlike submit, an offer with a timeout can be interrupted.
            if (publisher.offer(event, 1, TimeUnit.DAYS, null) < 0 && Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** No record: a publisher refuses a subscriber that is equal to another, and two may have the same handler. */
    private static final class FlowSubscriber implements Flow.Subscriber<Event> {
        private final Handler handler;

        FlowSubscriber(Handler handler) {
            this.handler = handler;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Event event) {
            try {
                boolean _ = handler.handle(event);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onError(Throwable throwable) {
            // a handler threw
        }

        @Override
        public void onComplete() {
            // publishers are never closed
        }
    }

    /** Leaves publishers open: one that waits for room holds the lock that closing needs. */
    @Override
    public void close() {
        pool.shutdownNow();
    }
}
