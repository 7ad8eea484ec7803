package dev.hark.bench.cell;

import dev.hark.bench.engine.Channel;
import dev.hark.bench.engine.Engine;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Publishes in bursts, each after the one before was handled and all subscriptions have come to rest. */
final class Bursts {
    private static final int MOST_BURSTS = 20_000;

    /** As much of a burst as goes by until everything that was parked has been woken. */
    private static final int LEAD = Engine.CAPACITY / 4;

    /** Leaves room: what is held back must not reach the bound, or publishing would be waiting. */
    private static final int BURST = Engine.CAPACITY * 7 / 8;

    private static final long REST_NANOS = 2_000_000;

    private final Audience audience;
    private final Channel channel;
    private final Duration warmUp;
    private final Duration time;
    private final double[] publishing = new double[MOST_BURSTS];
    private final double[] arriving = new double[MOST_BURSTS];
    private long published;

    Bursts(Audience audience, Duration warmUp, Duration time) {
        this.audience = audience;
        this.channel = audience.channels().getFirst();
        this.warmUp = warmUp;
        this.time = time;
    }

    /** One action, measured many times; what it returns is how many bursts were measured. */
    private int repeat(Burst burst) throws InterruptedException {
        long start = System.nanoTime();
        int measured = 0;
        while (measured < MOST_BURSTS
                && System.nanoTime() - start < warmUp.plus(time).toNanos()) {
            burst.run(measured);
            if (!audience.await(published * audience.deliveriesOfEach())) {
                throw new CellFailedException("lost some of a burst");
            }
            LockSupport.parkNanos(REST_NANOS);
            measured = System.nanoTime() - start < warmUp.toNanos() ? 0 : measured + 1;
        }
        return Math.max(1, measured);
    }

    private interface Burst {
        void run(int index) throws InterruptedException;
    }

    /** Measures what a publish costs when nobody has to be woken. */
    Map<String, Double> publish() throws InterruptedException {
        int measured = repeat(index -> {
            publish(LEAD);
            long start = System.nanoTime();
            publish(BURST - LEAD);
            publishing[index] = (System.nanoTime() - start) / (double) (BURST - LEAD);
        });
        return Map.of("ns/publish", median(publishing, measured));
    }

    /** Measures what a publish costs when everybody has to be woken. */
    Map<String, Double> wake() throws InterruptedException {
        int measured = repeat(index -> {
            long start = System.nanoTime();
            publish(1);
            publishing[index] = (System.nanoTime() - start) / 1e3;
            long expected = published * audience.deliveriesOfEach();
            while (audience.delivered() < expected) {
                Thread.onSpinWait();
            }
            arriving[index] = (System.nanoTime() - start) / 1e3;
        });
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("us/publish", median(publishing, measured));
        figures.put("us to the last", median(arriving, measured));
        return figures;
    }

    private void publish(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            channel.publish(Publishing.event(published++));
        }
    }

    private static double median(double[] values, int count) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }
}
