package dev.hark.testkit.contract;

import static org.assertj.core.api.Assertions.fail;

import dev.hark.Broker;
import dev.hark.BrokerBuilder;
import dev.hark.testkit.VirtualBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The engine in memory under virtual time. Brokers of one test have clocks of their own, which pass together. */
final class VirtualTimeEngine implements ContractEngine {
    private static final int MAX_STEPS = 1_000_000;
    private static final Duration STEP = Duration.ofMillis(1);

    private final @Nullable Long seed;
    private final List<VirtualBroker> brokers = new ArrayList<>();

    VirtualTimeEngine(@Nullable Long seed) {
        this.seed = seed;
    }

    @Override
    public Broker broker(UnaryOperator<BrokerBuilder> settings) {
        VirtualBroker made = seed == null ? VirtualBroker.create(settings) : VirtualBroker.create(seed, settings);
        brokers.add(made);
        return made.broker();
    }

    @Override
    public void settle() {
        brokers.forEach(VirtualBroker::runUntilIdle);
    }

    @Override
    public void pass(Duration duration) {
        brokers.forEach(broker -> broker.advance(duration));
    }

    @Override
    public void until(BooleanSupplier condition) {
        settle();
        for (int step = 0; !condition.getAsBoolean(); step++) {
            if (step == MAX_STEPS || brokers.stream().allMatch(broker -> broker.pendingTimers() == 0)) {
                fail("the condition never held; virtual time passed for " + STEP.multipliedBy(step));
            }
            pass(STEP);
        }
    }

    @Override
    public <T> T await(CompletableFuture<T> future) {
        until(future::isDone);
        return brokers.getFirst().await(future);
    }

    @Override
    public boolean isVirtual() {
        return true;
    }

    @Override
    public void close() {
        brokers.forEach(VirtualBroker::close);
    }
}
