package dev.hark.bench.cell;

import dev.hark.bench.engine.Channel;
import dev.hark.bench.engine.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The topics of a cell and all who subscribe to them. */
final class Audience {
    /** How long nothing may arrive before what is missing counts as lost. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final long LOOK_NANOS = 20_000;

    private final Workload workload;
    private final List<Channel> channels = new ArrayList<>();
    private final List<List<Count>> counts = new ArrayList<>();

    Audience(Workload workload, Engine engine) {
        this.workload = workload;
        for (int topic = 0; topic < workload.topics(); topic++) {
            Channel channel = engine.open("topic-" + topic);
            List<Count> subscribed = new ArrayList<>(workload.subscriptions());
            for (int i = 0; i < workload.subscriptions(); i++) {
                Count count = new Count(workload.work());
                switch (workload.sharing()) {
                    case EACH -> channel.subscribe(count);
                    case GROUP -> channel.join(count);
                    case GROUP_BY_KEY -> channel.joinByKey(count);
                }
                subscribed.add(count);
            }
            channels.add(channel);
            counts.add(subscribed);
        }
    }

    List<Channel> channels() {
        return channels;
    }

    /** How many deliveries an event leads to. */
    long deliveriesOfEach() {
        return workload.sharing() == Workload.Sharing.EACH ? workload.subscriptions() : 1;
    }

    long delivered() {
        long sum = 0;
        for (List<Count> subscribed : counts) {
            for (Count count : subscribed) {
                sum += count.count();
            }
        }
        return sum;
    }

    long delivered(int topic) {
        return counts.get(topic).stream().mapToLong(Count::count).sum();
    }

    /** Waits until so many deliveries were made in all; returns false if they never come. */
    boolean await(long expected) {
        long seen = delivered();
        long since = System.nanoTime();
        while (seen < expected) {
            LockSupport.parkNanos(LOOK_NANOS);
            long now = delivered();
            if (now != seen) {
                seen = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE.toNanos()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Checks that every topic's events were delivered once to each who is to get them.
     *
     * @throws CellFailedException if anything was lost or came twice
     */
    void check(int topic, long published, long sum) {
        List<Count> subscribed = counts.get(topic);
        if (workload.sharing() == Workload.Sharing.EACH) {
            for (Count count : subscribed) {
                check(published, sum, count.count(), count.sum());
            }
        } else {
            check(
                    published,
                    sum,
                    delivered(topic),
                    subscribed.stream().mapToLong(Count::sum).sum());
        }
    }

    private static void check(long published, long sum, long counted, long summed) {
        if (counted != published) {
            throw new CellFailedException(
                    counted < published
                            ? "lost " + (published - counted) + " of " + published
                            : "delivered " + (counted - published) + " twice");
        }
        if (summed != sum) {
            throw new CellFailedException("lost some and delivered others twice");
        }
    }
}
