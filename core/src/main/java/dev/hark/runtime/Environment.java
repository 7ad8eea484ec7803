package dev.hark.runtime;

import dev.hark.BrokerEvent;
import dev.hark.BrokerListener;
import dev.hark.spi.Timers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** temporary */
public final class Environment {
    private final Executor executor;
    private final Timers timers;
    private final InstantSource clock;
    private final @Nullable BrokerListener listener;
    private final String runId;
    private final boolean own;

    private Environment(Executor e, Timers t, InstantSource c, @Nullable BrokerListener l, String r, boolean own) {
        executor = e;
        timers = t;
        clock = c;
        listener = l;
        runId = r;
        this.own = own;
    }
    /** x */
    public static Environment create(
            @Nullable Executor executor,
            @Nullable Timers timers,
            @Nullable InstantSource clock,
            @Nullable RandomGenerator random,
            @Nullable BrokerListener listener,
            boolean keepAlive) {
        RandomGenerator r = random == null ? new java.security.SecureRandom() : random;
        return new Environment(
                executor == null ? task -> Thread.ofVirtual().start(task) : executor,
                timers == null ? new T() : timers,
                clock == null ? InstantSource.system() : clock,
                listener,
                Long.toString(r.nextLong() & 0xffffffffffL, 36),
                timers == null);
    }

    static final class T implements Timers {
        final ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1, r -> {
            Thread t = new Thread(r, "hark-timers");
            t.setDaemon(true);
            return t;
        });

        {
            s.setRemoveOnCancelPolicy(true);
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Timer schedule(long d, Runnable task) {
            if (s.isShutdown()) return () -> {};
            var f = s.schedule(task, d, TimeUnit.NANOSECONDS);
            return () -> f.cancel(false);
        }

        @Override
        public void close() {
            s.shutdownNow();
        }
    }
    /** x */
    public void execute(Runnable task) {
        executor.execute(task);
    }
    /** x */
    public Timers timers() {
        return timers;
    }
    /** x */
    public long nanoTime() {
        return timers.nanoTime();
    }
    /** x */
    public Instant now() {
        return clock.instant();
    }
    /** x */
    public long currentTimeMillis() {
        return clock.millis();
    }
    /** x */
    public String runId() {
        return runId;
    }
    /** x */
    public void emit(BrokerEvent event) {
        if (listener != null) listener.onEvent(event);
    }
    /** x */
    public void report(String what, Throwable e) {
        e.printStackTrace();
    }
    /** x */
    public long eventsDropped() {
        return 0;
    }
    /** x */
    public void close() {
        if (own) timers.close();
    }
}
