package dev.hark.bench.cell;

import dev.hark.bench.engine.Channel;
import dev.hark.bench.engine.Engine;
import dev.hark.bench.engine.Event;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Publishes at a fixed rate and records when each event was handled, measured from when it should have been published:
 * a publisher that is late because it had to wait does not hide that (coordinated omission).
 */
final class Latency {
    private static final long RATE = 20_000;
    private static final long INTERVAL_NANOS = 1_000_000_000 / RATE;
    private static final long HIGHEST_NANOS = Duration.ofSeconds(10).toNanos();

    private final Channel channel;
    private final Duration warmUp;
    private final Duration time;
    private final Histogram histogram = new Histogram(HIGHEST_NANOS, 3);
    private volatile long measureFrom = Long.MAX_VALUE;
    private volatile long handled;

    Latency(Engine engine, Duration warmUp, Duration time) {
        this.channel = engine.open("latency");
        this.warmUp = warmUp;
        this.time = time;
    }

    Map<String, Double> measure() throws InterruptedException {
        channel.subscribe(this::handle);
        long start = System.nanoTime();
        measureFrom = start + warmUp.toNanos();
        long count = warmUp.plus(time).toNanos() / INTERVAL_NANOS;
        for (long i = 0; i < count; i++) {
            long due = start + i * INTERVAL_NANOS;
            while (System.nanoTime() - due < 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            channel.publish(new Event(i, "", due));
        }
        long giveUp = System.nanoTime() + HIGHEST_NANOS;
        while (handled < count) {
            if (System.nanoTime() - giveUp > 0) {
                throw new CellFailedException("lost " + (count - handled) + " of " + count);
            }
            Thread.onSpinWait();
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("p50 us", histogram.getValueAtPercentile(50) / 1e3);
        figures.put("p99 us", histogram.getValueAtPercentile(99) / 1e3);
        figures.put("p99.9 us", histogram.getValueAtPercentile(99.9) / 1e3);
        return figures;
    }

    private boolean handle(Event event) {
        if (event.nanos() - measureFrom >= 0) {
            histogram.recordValue(Math.clamp(System.nanoTime() - event.nanos(), 0, HIGHEST_NANOS));
        }
        handled = event.number() + 1;
        return true;
    }
}
