package dev.hark.bench.cell;

import com.sun.management.ThreadMXBean;
import dev.hark.bench.engine.Engine;
import dev.hark.bench.engine.Engines;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.jr.ob.JSON;

/** One workload on one engine, in a JVM of its own: prints its figures as a line of JSON. */
public final class Cell {
    /** What the line of a cell begins with; engines may print others. */
    public static final String MARK = "cell: ";

    private final Workload workload;
    private final Engines kind;
    private final Duration warmUp;
    private final Duration time;

    private Cell(Workload workload, Engines kind, Duration warmUp, Duration time) {
        this.workload = workload;
        this.kind = kind;
        this.warmUp = warmUp;
        this.time = time;
    }

    /** Runs the cell: workload, engine, milliseconds to warm up and to measure. */
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Cell cell = new Cell(
                Workload.named(args[0]),
                Engines.valueOf(args[1]),
                Duration.ofMillis(Long.parseLong(args[2])),
                Duration.ofMillis(Long.parseLong(args[3])));
        Map<String, Object> result = new LinkedHashMap<>();
        try {
            result.putAll(cell.measure(start));
        } catch (CellFailedException | UnsupportedOperationException e) {
            result.put("failed", String.valueOf(e.getMessage()));
        }
        System.out.println(MARK + JSON.std.asString(result));
        System.out.flush();
        Runtime.getRuntime().halt(0); // not every engine can be closed while it is full
    }

    private Map<String, Double> measure(long start) throws InterruptedException {
        Engine engine = kind.make();
        return switch (workload.measures()) {
            case THROUGHPUT -> throughput(new Audience(workload, engine));
            case PUBLISH -> new Bursts(new Audience(workload, engine), warmUp, time).publish();
            case PARKED -> new Bursts(new Audience(workload, engine), warmUp, time).wake();
            case LATENCY -> new Latency(engine, warmUp, time).measure();
            case IDLE -> new Idle(workload, engine).measure();
            case START -> firstDelivery(new Audience(workload, engine), start);
        };
    }

    private static Map<String, Double> firstDelivery(Audience audience, long start) throws InterruptedException {
        audience.channels().getFirst().publish(Publishing.event(1));
        while (audience.delivered() == 0) {
            Thread.onSpinWait();
        }
        return Map.of("ms", (System.nanoTime() - start) / 1e6);
    }

    private Map<String, Double> throughput(Audience audience) throws InterruptedException {
        List<Publishing> publishings = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workload.publishers(); i++) {
            Publishing publishing = new Publishing(audience, kind, workload.publishers());
            publishings.add(publishing);
            threads.add(Thread.ofPlatform().name("publisher-" + i).start(publishing));
        }
        LockSupport.parkNanos(warmUp.toNanos());
        Moment before = Moment.now(audience, publishings);
        LockSupport.parkNanos(time.toNanos());
        Moment after = Moment.now(audience, publishings);
        publishings.forEach(Publishing::stop);
        for (Thread thread : threads) {
            thread.join();
        }
        checkAll(audience, publishings);
        return after.since(before);
    }

    private static void checkAll(Audience audience, List<Publishing> publishings) {
        long published = publishings.stream().mapToLong(Publishing::published).sum();
        boolean _ = audience.await(published * audience.deliveriesOfEach());
        for (int topic = 0; topic < audience.channels().size(); topic++) {
            int checked = topic;
            audience.check(
                    checked,
                    publishings.stream()
                            .mapToLong(publishing -> publishing.publishedTo(checked))
                            .sum(),
                    publishings.stream()
                            .mapToLong(publishing -> publishing.sum(checked))
                            .sum());
        }
    }

    /**
     * How far a run has come.
     *
     * @param nanos the time
     * @param delivered how much was delivered
     * @param published how much was published
     * @param allocated bytes that all threads have allocated
     */
    private record Moment(long nanos, long delivered, long published, long allocated) {
        private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

        static Moment now(Audience audience, List<Publishing> publishings) {
            long nanos = System.nanoTime();
            return new Moment(
                    nanos,
                    audience.delivered(),
                    publishings.stream().mapToLong(Publishing::published).sum(),
                    THREADS.getTotalThreadAllocatedBytes());
        }

        Map<String, Double> since(Moment before) {
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("deliveries/s", (delivered - before.delivered) * 1e9 / (nanos - before.nanos));
            figures.put(
                    "B/publish", (allocated - before.allocated) / (double) Math.max(1, published - before.published));
            return figures;
        }
    }
}
