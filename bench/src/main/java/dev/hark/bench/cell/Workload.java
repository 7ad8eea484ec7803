package dev.hark.bench.cell;

import dev.hark.bench.engine.Engines;
import java.util.List;
import java.util.stream.Stream;

/**
 * A line of the comparison.
 *
 * @param name its name on the command line
 * @param measures what is measured
 * @param publishers threads that publish
 * @param topics topics, to which publishers publish in turn
 * @param subscriptions subscriptions, or members of the group, of each topic
 * @param sharing who gets an event
 * @param work what handlers do
 * @param flags flags of the cell's JVM
 */
public record Workload(
        String name,
        Measure measures,
        int publishers,
        int topics,
        int subscriptions,
        Sharing sharing,
        Work work,
        List<String> flags) {

    private static final int MOST_OF_ARTEMIS = 256;
    private static final int MOST_OF_A_THREAD_EACH = 256;
    private static final int MOST_OF_PEERS = 100_000;

    /** Who of a topic gets an event. */
    public enum Sharing {
        /** Every subscription. */
        EACH,
        /** One member of a group, in turns. */
        GROUP,
        /** One member of a group, by the event's key. */
        GROUP_BY_KEY
    }

    /**
     * What a handler does with an event, besides counting it.
     *
     * @param spinMicros how long it computes
     * @param sleepMillis how long it blocks
     * @param failing of how many events it fails the first attempt of one; 0 if it fails none
     * @param keeps how many of the latest events it keeps alive
     */
    public record Work(long spinMicros, long sleepMillis, int failing, int keeps) {
        static final Work NONE = new Work(0, 0, 0, 0);
    }

    private static Workload throughput(String name, int publishers, int topics, int subscriptions) {
        return new Workload(
                name, Measure.THROUGHPUT, publishers, topics, subscriptions, Sharing.EACH, Work.NONE, List.of());
    }

    private static Workload of(String name, Measure measures, int topics, int subscriptions) {
        return new Workload(name, measures, 1, topics, subscriptions, Sharing.EACH, Work.NONE, List.of());
    }

    private Workload sharing(Sharing other) {
        return new Workload(name, measures, publishers, topics, subscriptions, other, work, flags);
    }

    private Workload with(Work other) {
        return new Workload(name, measures, publishers, topics, subscriptions, sharing, other, flags);
    }

    private Workload on(String... jvmFlags) {
        return new Workload(name, measures, publishers, topics, subscriptions, sharing, work, List.of(jvmFlags));
    }

    /** Returns all there are, the most telling first. */
    public static List<Workload> all() {
        return Stream.of(
                        Stream.of(
                                throughput("one-to-one", 1, 1, 1),
                                throughput("fan-100", 1, 1, 100),
                                throughput("topics-16x16", 2, 16, 16),
                                throughput("fan-10000", 1, 1, 10_000),
                                throughput("group-8", 1, 1, 8).sharing(Sharing.GROUP),
                                of("parked-10000", Measure.PARKED, 1, 10_000),
                                of("publish-1", Measure.PUBLISH, 1, 1),
                                of("publish-100", Measure.PUBLISH, 1, 100),
                                of("publish-10000", Measure.PUBLISH, 1, 10_000),
                                of("latency-20k", Measure.LATENCY, 1, 1),
                                of("idle-100k", Measure.IDLE, 100_000, 1),
                                of("idle-1m", Measure.IDLE, 1_000_000, 1).on("-Xmx6g"),
                                of("idle-1m-one-topic", Measure.IDLE, 1, 1_000_000)
                                        .on("-Xmx6g"),
                                of("start", Measure.START, 1, 1)),
                        Stream.of(1, 2, 4, 8, 16, 32).map(n -> throughput("publishers-" + n, n, 1, 1)),
                        Stream.of(
                                throughput("group-8-keys", 1, 1, 8).sharing(Sharing.GROUP_BY_KEY),
                                throughput("failing", 1, 1, 100).with(new Work(0, 0, 20, 0)),
                                throughput("handler-1us", 1, 1, 100).with(new Work(1, 0, 0, 0)),
                                throughput("handler-100us", 1, 1, 100).with(new Work(100, 0, 0, 0)),
                                throughput("blocking-1ms", 1, 1, 10_000).with(new Work(0, 1, 0, 0)),
                                throughput("kept-g1", 1, 1, 100)
                                        .with(new Work(0, 0, 0, 10_000))
                                        .on("-XX:+UseG1GC"),
                                throughput("kept-zgc", 1, 1, 100)
                                        .with(new Work(0, 0, 0, 10_000))
                                        .on("-XX:+UseZGC")))
                .flatMap(workloads -> workloads)
                .toList();
    }

    /**
     * Returns the one of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Workload named(String name) {
        return all().stream()
                .filter(workload -> workload.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no workload '" + name + "'; there are "
                        + all().stream().map(Workload::name).toList()));
    }

    /** Whether that engine takes part: it has what is needed, and would be done before the day is over. */
    public boolean suits(Engines engine) {
        int all = topics * subscriptions;
        return switch (engine) {
            case HARK_POOL -> work.sleepMillis() == 0;
            case HARK -> true;
            case TEXTBOOK -> sharing != Sharing.GROUP_BY_KEY && all <= MOST_OF_PEERS;
            case ARTEMIS -> all <= MOST_OF_ARTEMIS && measures != Measure.PUBLISH && work.keeps() == 0;
            case DISRUPTOR -> plain() && all <= MOST_OF_A_THREAD_EACH;
            case VERTX, PEKKO -> work.equals(Work.NONE) && sharing != Sharing.GROUP_BY_KEY && all <= MOST_OF_PEERS;
            case GUAVA -> plain() && all <= MOST_OF_PEERS;
            default -> plain() && all <= MOST_OF_PEERS;
        };
    }

    private boolean plain() {
        return sharing == Sharing.EACH && work.failing() == 0 && work.sleepMillis() == 0;
    }
}
