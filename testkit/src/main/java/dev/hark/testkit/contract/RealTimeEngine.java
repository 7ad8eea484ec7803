package dev.hark.testkit.contract;

import static org.assertj.core.api.Assertions.fail;

import dev.hark.Broker;
import dev.hark.BrokerBuilder;
import dev.hark.BrokerStats;
import dev.hark.MemberStats;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * The engine in memory with threads and real time. What the stats say is asked again and again in short intervals; only
 * a wait that lasts beyond every reason ends in a failure.
 */
final class RealTimeEngine implements ContractEngine {
    private static final Duration HANG_GUARD = Duration.ofMinutes(1);
    private static final Duration CLOSE_DEADLINE = Duration.ofMillis(100);
    private static final long POLL_NANOS = 1_000_000;
    private static final int POLLS_AT_REST = 3;
    private static final int POLLS_UNCHANGED = 300;

    private final List<Broker> brokers = new ArrayList<>();

    @Override
    public Broker broker(UnaryOperator<BrokerBuilder> settings) {
        Broker made = settings.apply(Broker.builder()).build();
        brokers.add(made);
        return made;
    }

    /** Some states look busy for good, such as a handler that hangs: then it is enough that nothing changes for long. */
    @Override
    public void settle() {
        List<BrokerStats> last = snapshot();
        int atRest = 0;
        for (int unchanged = 0; atRest < POLLS_AT_REST && unchanged < POLLS_UNCHANGED; unchanged++) {
            LockSupport.parkNanos(POLL_NANOS);
            List<BrokerStats> now = snapshot();
            if (!now.equals(last)) {
                unchanged = 0;
            }
            atRest = now.equals(last) && now.stream().allMatch(RealTimeEngine::isAtRest) ? atRest + 1 : 0;
            last = now;
        }
    }

    private List<BrokerStats> snapshot() {
        return brokers.stream().map(Broker::stats).toList();
    }

    private static boolean isAtRest(BrokerStats stats) {
        return stats.topics().stream()
                .flatMap(topic -> topic.subscriptions().stream())
                .allMatch(RealTimeEngine::isAtRest);
    }

    private static boolean isAtRest(SubscriptionStats stats) {
        return isAtRest(stats.state(), stats.waiting())
                && stats.members().stream().allMatch(RealTimeEngine::isAtRest);
    }

    private static boolean isAtRest(MemberStats stats) {
        return isAtRest(stats.state(), stats.waiting());
    }

    private static boolean isAtRest(SubscriptionState state, long waiting) {
        return switch (state) {
            case SCHEDULED, RUNNING -> false;
            case PARKED -> waiting == 0;
            case BACKING_OFF, PAUSED, AWAY, CLOSED -> true;
        };
    }

    @Override
    public void pass(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        settle();
    }

    @Override
    public void until(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > HANG_GUARD.toNanos()) {
                fail("the condition did not hold within " + HANG_GUARD + "; " + snapshot());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @Override
    public <T> T await(CompletableFuture<T> future) {
        until(future::isDone);
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public boolean isVirtual() {
        return false;
    }

    @Override
    public void close() {
        brokers.forEach(broker -> await(broker.closeAsync(CLOSE_DEADLINE)));
    }
}
