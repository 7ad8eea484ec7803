package dev.hark;

import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import dev.hark.topic.LocalBroker;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes a broker: its defaults, and what it takes from outside. What comes from outside is never closed by the broker.
 * Used by one thread.
 */
public final class BrokerBuilder {
    private BrokerDefaults defaults = BrokerDefaults.standard();
    private @Nullable Executor executor;
    private @Nullable Timers timers;
    private @Nullable InstantSource clock;
    private @Nullable RandomGenerator random;
    private @Nullable BrokerListener listener;
    private boolean keepAlive;

    BrokerBuilder() {}

    /** Sets what subscriptions get that say nothing else. */
    public BrokerBuilder defaults(BrokerDefaults defaults) {
        this.defaults = Objects.requireNonNull(defaults, "defaults");
        return this;
    }

    /**
     * Sets what runs handlers, strategies and listeners. It should run tasks in other threads than the caller's: one
     * that runs them in place makes publishers run handlers. By default each activation of a subscription gets a
     * virtual thread (before JDK 24, a thread of a bounded pool).
     */
    public BrokerBuilder executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /** Sets the timers for backoff and timeouts; by default one platform thread of the broker. */
    public BrokerBuilder timers(Timers timers) {
        this.timers = Objects.requireNonNull(timers, "timers");
        return this;
    }

    /** Sets the clock for timestamps; by default the system's. */
    public BrokerBuilder clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /** Sets the source of the broker's run name, which begins every derived message id. */
    public BrokerBuilder random(RandomGenerator random) {
        this.random = Objects.requireNonNull(random, "random");
        return this;
    }

    /** Sets who learns of events, instead of the rate-limited log through {@link System.Logger}. */
    public BrokerBuilder listener(BrokerListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Makes the broker's timer thread keep the JVM alive until the broker is closed; without, it does not. */
    public BrokerBuilder keepAlive() {
        this.keepAlive = true;
        return this;
    }

    /**
     * Returns a new broker.
     *
     * @throws IllegalStateException if {@link #keepAlive} was asked for together with timers from outside
     */
    public Broker build() {
        return new LocalBroker(defaults, Environment.create(executor, timers, clock, random, listener, keepAlive));
    }
}
