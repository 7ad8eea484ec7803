package dev.hark.testkit.contract;

import dev.hark.Broker;
import dev.hark.BrokerBuilder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * An engine under test: makes brokers, and lets their time pass, be it real or virtual. One is made for each test and
 * used by one thread.
 */
public interface ContractEngine extends AutoCloseable {
    /** Returns the engine that keeps everything in memory, with its own threads and the system's time. */
    static ContractEngine realTime() {
        return new RealTimeEngine();
    }

    /** Returns the engine that keeps everything in memory, under virtual time, with tasks in order. */
    static ContractEngine virtualTime() {
        return new VirtualTimeEngine(null);
    }

    /** Returns the engine that keeps everything in memory, under virtual time, with tasks in an order drawn from a seed. */
    static ContractEngine virtualTime(long seed) {
        return new VirtualTimeEngine(seed);
    }

    /**
     * Makes a broker. The engine closes it when it is closed itself.
     *
     * @param settings may set the defaults and the listener of the builder it receives
     */
    Broker broker(UnaryOperator<BrokerBuilder> settings);

    /**
     * Lets everything run that is ready, until nothing is left to do but to wait for a time, for a paused subscription
     * or for a handler that does not end.
     */
    void settle();

    /** Lets a duration pass, at least, then {@link #settle settles}. */
    void pass(Duration duration);

    /**
     * Lets everything run and time pass until the condition holds.
     *
     * @throws AssertionError if it seems that it never will
     */
    void until(BooleanSupplier condition);

    /** Lets everything run and time pass until the future is complete; returns its result or throws what it failed with. */
    <T> T await(CompletableFuture<T> future);

    /** Whether time is virtual: then it is exact, nothing runs between calls, and no call and no handler may block. */
    boolean isVirtual();

    /** Closes the brokers. */
    @Override
    void close();
}
