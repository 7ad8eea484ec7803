package dev.hark.bench.inner;

import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Scheduling a timer and cancelling it before it fires, as a publish does that waited for room and got it, while no
 * others or many are pending. None fires while this runs.
 *
 * <p>While no others are pending, every new timer is the next to fire, so the timers' thread is woken each time to look
 * at it: that wake-up is part of what is measured then.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class TimerBenchmark {
    private static final long SOONEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long MEASURED_NANOS = TimeUnit.HOURS.toNanos(2);
    private static final long LATEST_NANOS = TimeUnit.HOURS.toNanos(3);

    private final Environment environment = Environment.create(Runnable::run, null, null, null, event -> {}, false);
    private final Timers timers = environment.timers();

    /** How many other timers are pending. */
    @Param({"0", "100000"})
    public int pending;

    /** Schedules the other timers, in no particular order. */
    @Setup
    public void schedule() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < pending; i++) {
            Timers.Timer _ = timers.schedule(random.nextLong(SOONEST_NANOS, LATEST_NANOS), () -> {});
        }
    }

    /** Gives up the timers' thread. */
    @TearDown
    public void close() {
        environment.close();
    }

    /** Schedules a timer in the middle of the others and cancels it. */
    @Benchmark
    public void scheduleAndCancel() {
        timers.schedule(MEASURED_NANOS, () -> {}).cancel();
    }
}
