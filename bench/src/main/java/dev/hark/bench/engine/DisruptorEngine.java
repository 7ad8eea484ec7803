package dev.hark.bench.engine;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A ring of the Disruptor for each topic, which each subscription follows with a thread of its own. */
final class DisruptorEngine implements Engine {
    private final List<Follower> followers = new CopyOnWriteArrayList<>();

    @Override
    public Channel open(String topic) {
        return new RingChannel(RingBuffer.create(ProducerType.MULTI, Slot::new, CAPACITY, new BlockingWaitStrategy()));
    }

    private final class RingChannel implements Channel {
        private final RingBuffer<Slot> ring;

        RingChannel(RingBuffer<Slot> ring) {
            this.ring = ring;
        }

        @Override
        public void subscribe(Handler handler) {
            EventHandler<Slot> consumer =
                    (slot, sequence, endOfBatch) -> handler.handle(Objects.requireNonNull(slot.event));
            BatchEventProcessor<Slot> processor =
                    new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), consumer);
            processor.setExceptionHandler(new Ignoring());
            ring.addGatingSequences(processor.getSequence());
            followers.add(new Follower(ring, processor, Thread.ofPlatform().start(processor)));
        }

        @Override
        public void publish(Event event) {
            ring.publishEvent((slot, sequence, published) -> slot.event = published, event);
        }
    }

    /** A place in the ring, used again for every event that comes to it. */
    private static final class Slot {
        private @Nullable Event event;
    }

    private record Follower(RingBuffer<Slot> ring, BatchEventProcessor<Slot> processor, Thread thread) {
        void stop() {
            processor.halt();
            thread.interrupt();
            // Nobody reads here any more: publishers must not wait for it, as they cannot be interrupted.
            ring.removeGatingSequence(processor.getSequence());
        }
    }

    /** A processor that was stopped and interrupted reports that too, and would print it. */
    private static final class Ignoring implements ExceptionHandler<Slot> {
        @Override
        public void handleEventException(Throwable exception, long sequence, Slot slot) {
            // the engine was closed
        }

        @Override
        public void handleOnStartException(Throwable exception) {
            // consumers do nothing at the start
        }

        @Override
        public void handleOnShutdownException(Throwable exception) {
            // consumers do nothing at the end
        }
    }

    @Override
    public void close() {
        followers.forEach(Follower::stop);
    }
}
