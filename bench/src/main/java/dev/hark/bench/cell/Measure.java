package dev.hark.bench.cell;

import java.util.List;

/** What a workload measures: the figures that its cells give, the telling one first. */
public enum Measure {
    /** Deliveries per second while publishers publish as fast as they are let, and bytes allocated per publish. */
    THROUGHPUT,
    /** What a publish costs the publisher while nothing is parked and nothing is full. */
    PUBLISH,
    /** What one publish costs the publisher when every subscription is parked, and how long until all have it. */
    PARKED,
    /** Time from when an event should have been published until it is handled, at a fixed rate. */
    LATENCY,
    /** Heap that an idle subscription takes, its topic included; how long it takes to make, and to answer. */
    IDLE,
    /** Time from the start of main to the first delivery. */
    START;

    /** Whether more of the first figure is better. */
    public boolean isHigherBetter() {
        return this == THROUGHPUT;
    }

    /** Returns the names of the figures, which are also their units. */
    public List<String> figures() {
        return switch (this) {
            case THROUGHPUT -> List.of("deliveries/s", "B/publish");
            case PUBLISH -> List.of("ns/publish");
            case PARKED -> List.of("us/publish", "us to the last");
            case LATENCY -> List.of("p50 us", "p99 us", "p99.9 us");
            case IDLE -> List.of("B/subscription", "us to make", "us to answer");
            case START -> List.of("ms");
        };
    }

    /** Returns the first figure. */
    public String headline() {
        return figures().getFirst();
    }
}
