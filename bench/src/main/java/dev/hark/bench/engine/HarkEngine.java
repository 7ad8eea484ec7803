package dev.hark.bench.engine;

import dev.hark.Broker;
import dev.hark.BrokerBuilder;
import dev.hark.Buffer;
import dev.hark.DeliveryStrategy;
import dev.hark.Membership;
import dev.hark.Overflow;
import dev.hark.Subscriber;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.TopicOptions;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Hark with its default guarantees. */
public final class HarkEngine implements Engine {
    private static final Duration FOREVER = Duration.ofDays(1);
    private static final SubscriptionOptions OPTIONS =
            SubscriptionOptions.defaults().withBuffer(Buffer.of(CAPACITY, Overflow.block(FOREVER)));

    private final Broker broker;
    private final @Nullable ExecutorService pool;

    private HarkEngine(BrokerBuilder builder, @Nullable ExecutorService pool) {
        this.pool = pool;
        this.broker = (pool == null ? builder : builder.executor(pool)).build();
    }

    static HarkEngine onPool() {
        return new HarkEngine(Broker.builder(), Executors.newFixedThreadPool(THREADS));
    }

    static HarkEngine onVirtualThreads() {
        return new HarkEngine(Broker.builder(), null);
    }

    @Override
    public Channel open(String topic) {
        Topic<Event> opened = broker.createTopic(
                topic, Event.class, TopicOptions.<Event>defaults().withKey(Event::key));
        return new HarkChannel(opened);
    }

    private record HarkChannel(Topic<Event> topic) implements Channel {
        private static Subscriber<Event> subscriber(Handler handler) {
            return message -> handler.handle(message.payload());
        }

        @Override
        public void subscribe(Handler handler) {
            topic.subscribe(OPTIONS, subscriber(handler));
        }

        @Override
        public void join(Handler handler) {
            topic.subscribe(OPTIONS.withGroup("group"), subscriber(handler));
        }

        @Override
        public void joinByKey(Handler handler) {
            Membership membership = Membership.of("group").withStrategy(DeliveryStrategy.sticky());
            topic.subscribe(OPTIONS.withMembership(membership), subscriber(handler));
        }

        @Override
        public void publish(Event event) {
            topic.publish(event);
        }
    }

    @Override
    public void close() {
        broker.close(Duration.ZERO);
        if (pool != null) {
            pool.shutdownNow();
        }
    }
}
