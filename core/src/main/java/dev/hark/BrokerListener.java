package dev.hark;

/**
 * Learns what happens in a broker. Called on the broker's executor, by one thread at a time, in the order of the
 * events of each subscription. A listener that is slow or throws cannot hurt delivery: it misses events beyond a bound,
 * which {@link BrokerStats#eventsDropped} counts.
 */
@FunctionalInterface
public interface BrokerListener {
    /** Called for each event. */
    void onEvent(BrokerEvent event);
}
