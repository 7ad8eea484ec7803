package dev.hark.bench.engine;

import java.util.List;
import java.util.function.Supplier;

/** The engines that are measured. */
public enum Engines {
    HARK_POOL("hark, fixed pool", Set.USUAL, HarkEngine::onPool, true, "-"),
    HARK("hark, virtual threads", Set.USUAL, HarkEngine::onVirtualThreads, true, "-"),
    TEXTBOOK(
            "textbook: queue and thread each",
            Set.USUAL,
            TextbookEngine::new,
            true,
            "no stats, no pause, no redrive, no group"),
    QUEUES("JCTools queue each, same pool", Set.USUAL, QueueEngine::new, true, "no retry, no ack, no dead letter"),
    SUBMISSION_PUBLISHER(
            "SubmissionPublisher",
            Set.USUAL,
            SubmissionPublisherEngine::new,
            true,
            "no retry, no ack, no dead letter, no group; a throw ends the subscription"),
    MBASSADOR(
            "MBassador",
            Set.USUAL,
            MBassadorEngine::new,
            true,
            "no retry, no ack, no dead letter, no group; one bound for the whole bus: a slow handler holds up all"),
    REACTOR(
            "Reactor",
            Set.USUAL,
            ReactorEngine::new,
            true,
            "no ack, no dead letter, no group; a throw ends the subscription"),
    ARTEMIS("Artemis in the JVM", Set.USUAL, ArtemisEngine::new, true, "- (a server, run in memory in the JVM)"),
    GUAVA(
            "Guava AsyncEventBus",
            Set.FULL,
            GuavaEngine::new,
            false,
            "no retry, no ack, no dead letter, no group, no order, no bound"),
    VERTX("Vert.x event bus", Set.FULL, VertxEngine::new, false, "no retry, no ack, no dead letter, no bound"),
    PEKKO("Pekko", Set.FULL, PekkoEngine::new, false, "no retry, no ack, no dead letter, no bound"),
    DISRUPTOR(
            "Disruptor, blocking wait",
            Set.FULL,
            DisruptorEngine::new,
            true,
            "no retry, no ack, no dead letter, no subscribing while it runs; a thread each");

    /** When an engine takes part. */
    private enum Set {
        USUAL,
        FULL
    }

    private final String title;
    private final Set set;

    @SuppressWarnings("ImmutableEnumChecker") // references to constructors have no state
    private final Supplier<Engine> maker;

    private final boolean bounded;
    private final String lacks;

    Engines(String title, Set set, Supplier<Engine> maker, boolean bounded, String lacks) {
        this.title = title;
        this.set = set;
        this.maker = maker;
        this.bounded = bounded;
        this.lacks = lacks;
    }

    /** Returns the name in tables. */
    public String title() {
        return title;
    }

    /** Whether it takes part without {@code --full}. */
    public boolean isUsual() {
        return set == Set.USUAL;
    }

    /** Whether publishers wait for slow subscriptions. If not, the harness makes them. */
    public boolean isBounded() {
        return bounded;
    }

    /** Returns what it does not do of what Hark does, in words. */
    public String lacks() {
        return lacks;
    }

    /** Whether it is Hark itself. */
    public boolean isHark() {
        return this == HARK || this == HARK_POOL;
    }

    /** Makes one. */
    public Engine make() {
        return maker.get();
    }

    /** Returns those that take part. */
    public static List<Engines> of(boolean full) {
        return List.of(values()).stream()
                .filter(engine -> full || engine.isUsual())
                .toList();
    }
}
