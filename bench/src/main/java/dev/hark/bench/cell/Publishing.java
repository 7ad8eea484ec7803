package dev.hark.bench.cell;

import dev.hark.bench.engine.Engine;
import dev.hark.bench.engine.Engines;
import dev.hark.bench.engine.Event;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that publishes as fast as it is let. {@code published} is written by it and read by others. For an engine
 * without bounds it waits while as much is on its way as bounded engines would hold back.
 */
final class Publishing implements Runnable {
    private static final int LOOK_EVERY = 64;
    private static final long PAUSE_NANOS = 50_000;
    private static final String[] KEYS = new String[64];

    static {
        for (int i = 0; i < KEYS.length; i++) {
            KEYS[i] = "key-" + i;
        }
    }

    private final Audience audience;
    private final boolean paced;
    private final int publishers;
    private final long[] publishedTo;
    private final long[] sums;
    private volatile boolean stopped;
    private volatile long published;

    Publishing(Audience audience, Engines engine, int publishers) {
        this.audience = audience;
        this.paced = !engine.isBounded();
        this.publishers = publishers;
        this.publishedTo = new long[audience.channels().size()];
        this.sums = new long[publishedTo.length];
    }

    static Event event(long number) {
        return new Event(number, KEYS[(int) number & (KEYS.length - 1)], 0);
    }

    @Override
    public void run() {
        int topics = publishedTo.length;
        try {
            for (long number = 0; !stopped; number++) {
                int topic = (int) (number % topics);
                audience.channels().get(topic).publish(event(number));
                publishedTo[topic]++;
                sums[topic] += number;
                published = number + 1;
                if (paced && number % LOOK_EVERY == 0) {
                    pace(number);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pace(long number) {
        long each = audience.deliveriesOfEach();
        long most = Engine.CAPACITY * each * publishedTo.length;
        while (!stopped && number * each * publishers - audience.delivered() > most) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    void stop() {
        stopped = true;
    }

    long published() {
        return published;
    }

    /** How many it published to a topic. Read after it ended. */
    long publishedTo(int topic) {
        return publishedTo[topic];
    }

    /** The sum of the numbers of those. */
    long sum(int topic) {
        return sums[topic];
    }
}
