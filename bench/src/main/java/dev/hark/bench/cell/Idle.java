package dev.hark.bench.cell;

import dev.hark.bench.engine.Channel;
import dev.hark.bench.engine.Engine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Makes many subscriptions that nobody publishes to, weighs them, and then has some answer. */
final class Idle {
    private static final int COLLECTIONS = 3;
    private static final int ANSWERS = 1_000;
    private static final long SEED = 7;

    private final Workload workload;
    private final Engine engine;
    private final AtomicLong handled = new AtomicLong();

    Idle(Workload workload, Engine engine) {
        this.workload = workload;
        this.engine = engine;
    }

    Map<String, Double> measure() throws InterruptedException {
        int all = workload.topics() * workload.subscriptions();
        List<Channel> channels = new ArrayList<>(workload.topics());
        open(channels, 1); // loads the classes
        long before = usedHeap();
        long start = System.nanoTime();
        for (int topic = 0; topic < workload.topics(); topic++) {
            open(channels, workload.subscriptions());
        }
        double micros = (System.nanoTime() - start) / 1e3 / all;
        double bytes = (usedHeap() - before) / (double) all;
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("B/subscription", bytes);
        figures.put("us to make", micros);
        figures.put("us to answer", answer(channels));
        return figures;
    }

    private void open(List<Channel> channels, int subscriptions) {
        Channel channel = engine.open("topic-" + channels.size());
        for (int i = 0; i < subscriptions; i++) {
            channel.subscribe(event -> {
                handled.incrementAndGet();
                return true;
            });
        }
        channels.add(channel);
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** The mean time until a publish to one of them is answered. */
    private double answer(List<Channel> channels) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED);
        long start = System.nanoTime();
        int publishes = workload.subscriptions() == 1 ? ANSWERS : 1;
        for (int i = 0; i < publishes; i++) {
            long expected = handled.get() + workload.subscriptions();
            channels.get(1 + random.nextInt(channels.size() - 1)).publish(Publishing.event(i));
            while (handled.get() < expected) {
                Thread.onSpinWait();
            }
        }
        return (System.nanoTime() - start) / 1e3 / publishes;
    }
}
