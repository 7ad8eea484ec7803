package dev.hark.bench;

import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A ratio that is to be reached within one run, in which more is better: above 1 Hark is ahead.
 *
 * @param name what is compared
 * @param workload the workload of Hark
 * @param other the workload that it is compared with, often the same
 * @param figure the figure
 * @param others the engines it is compared with, of which the best counts; Hark itself if the workloads differ
 * @param least the ratio that is to be reached
 * @param floor the ratio below which the guard fails, with wide room for noise; 0 if the guard leaves it out
 */
record Target(
        String name, String workload, String other, String figure, Set<Engines> others, double least, double floor) {
    private static final Set<Engines> HARK = EnumSet.of(Engines.HARK, Engines.HARK_POOL);
    private static final Set<Engines> PEERS =
            EnumSet.complementOf(EnumSet.of(Engines.HARK, Engines.HARK_POOL, Engines.QUEUES, Engines.TEXTBOOK));
    private static final String RATE = "deliveries/s";

    private static Target against(String name, String workload, double least, double floor, Engines... others) {
        return new Target(name, workload, workload, RATE, EnumSet.copyOf(Arrays.asList(others)), least, floor);
    }

    private static Target faster(String name, String workload, String figure, double least, Engines other) {
        return new Target(name, workload, workload, figure, EnumSet.of(other), least, 0);
    }

    static List<Target> all() {
        return List.of(
                new Target("100 subscriptions, best peer", "fan-100", "fan-100", RATE, PEERS, 2, 0),
                against("100 subscriptions, a queue each", "fan-100", 20, 0.3, Engines.QUEUES),
                against("100 subscriptions, textbook", "fan-100", 500, 8, Engines.TEXTBOOK),
                new Target("10,000 subscriptions, best peer", "fan-10000", "fan-10000", RATE, PEERS, 2, 0),
                against("10,000 subscriptions, a queue each", "fan-10000", 20, 1.5, Engines.QUEUES),
                against("10,000 subscriptions, textbook", "fan-10000", 500, 0, Engines.TEXTBOOK),
                against(
                        "one to one, best of three peers",
                        "one-to-one",
                        1.5,
                        0,
                        Engines.REACTOR,
                        Engines.SUBMISSION_PUBLISHER,
                        Engines.DISRUPTOR),
                against("one to one, a queue each", "one-to-one", 0.5, 0.03, Engines.QUEUES),
                new Target(
                        "publish to 10,000 against to 1", "publish-10000", "publish-1", "ns/publish", HARK, 1 / 1.5, 0),
                faster("publish to 10,000 parked, a queue each", "parked-10000", "us/publish", 100, Engines.QUEUES),
                new Target("32 publishers against 1", "publishers-32", "publishers-1", RATE, HARK, 0.8, 0),
                against("group of 8, Artemis", "group-8", 3, 0, Engines.ARTEMIS),
                new Target("group of 8, next best", "group-8", "group-8", RATE, groups(), 1.5, 0),
                faster("median latency, a thread on its queue", "latency-20k", "p50 us", 1, Engines.TEXTBOOK),
                faster("99% latency, a thread on its queue", "latency-20k", "p99 us", 1, Engines.TEXTBOOK));
    }

    private static Set<Engines> groups() {
        return EnumSet.of(Engines.TEXTBOOK, Engines.VERTX, Engines.PEKKO);
    }

    /** The ratio reached, if both sides were measured. */
    OptionalDouble reached(Results results) {
        OptionalDouble hark = best(results, Workload.named(workload), HARK);
        OptionalDouble theirs = best(results, Workload.named(other), others);
        if (hark.isEmpty() || theirs.isEmpty()) {
            return OptionalDouble.empty();
        }
        double ratio = hark.getAsDouble() / theirs.getAsDouble();
        return OptionalDouble.of(isHigherBetter() ? ratio : 1 / ratio);
    }

    private boolean isHigherBetter() {
        return Workload.named(workload).measures().isHigherBetter();
    }

    private OptionalDouble best(Results results, Workload measured, Set<Engines> engines) {
        var values = engines.stream()
                .map(engine -> results.median(measured, engine, figure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble);
        return isHigherBetter() ? values.max() : values.min();
    }
}
