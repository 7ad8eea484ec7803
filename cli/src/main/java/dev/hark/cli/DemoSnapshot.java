package dev.hark.cli;

import dev.hark.SubscriptionStats;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far the demo is.
 *
 * @param step what it is doing, in words
 * @param published how many events were published
 * @param total how many there are
 * @param elapsedNanos how long it has run
 * @param subscriptions the figures of each subscription by its name
 * @param lastAlert the last alert, or null before the first
 */
record DemoSnapshot(
        String step,
        long published,
        long total,
        long elapsedNanos,
        Map<String, SubscriptionStats> subscriptions,
        @Nullable Quake lastAlert) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Events published per second. */
    double rate() {
        return elapsedNanos == 0 ? 0 : published * NANOS_PER_SECOND / elapsedNanos;
    }

    int percent() {
        return total == 0 ? 0 : (int) Math.min(100, published * 100 / total);
    }
}
