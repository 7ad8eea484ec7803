package dev.hark.bench.inner;

import dev.hark.log.StoredMessage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * Publishing to deliveries that are parked, and parking them again, all by one thread: what an executor's own threads
 * and queue cost is not in it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ParkBenchmark {
    private static final int WARM_UP_MESSAGES = 100_000;

    /** A partition with one parked delivery, run by whoever wakes it. */
    @State(Scope.Thread)
    public static class InPlace {
        private final MeasuredLog log = new MeasuredLog(Runnable::run);

        /** Makes the partition. */
        public InPlace() {
            log.subscribe(message -> true);
        }
    }

    /** A partition with parked deliveries, whose turns wait for the benchmark. */
    @State(Scope.Thread)
    public static class Audience {
        private final Turns turns = new Turns();
        private final MeasuredLog log = new MeasuredLog(turns);

        /** How many deliveries read the partition. */
        @Param({"1", "100", "10000"})
        public int readers;

        /** Attaches the deliveries. */
        @Setup
        public void subscribe() {
            warmUp();
            for (int i = 0; i < readers; i++) {
                log.subscribe(message -> true);
            }
        }

        /** Has the code compiled with one reader: with many, a run publishes only a few hundred times. */
        private static void warmUp() {
            Turns turns = new Turns();
            MeasuredLog log = new MeasuredLog(turns);
            log.subscribe(message -> true);
            for (int i = 0; i < WARM_UP_MESSAGES; i++) {
                StoredMessage<String> _ = log.append();
                turns.runAll();
            }
        }

        StoredMessage<String> append() {
            return log.append();
        }

        /** Runs the turns that wait, after which all deliveries are parked. */
        void park() {
            turns.runAll();
        }
    }

    /** An audience that is parked again after each publish, while the clock stands still. */
    @State(Scope.Thread)
    public static class ParkedBetween extends Audience {
        /** Parks the deliveries. */
        @Override
        @TearDown(Level.Invocation)
        public void park() {
            super.park();
        }
    }

    /** Append, wake, one turn with one message, park. */
    @Benchmark
    public StoredMessage<String> wakeAndPark(InPlace state) {
        return state.log.append();
    }

    /**
     * What the publisher alone pays: append, and hand the readers to an executor that only keeps its tasks.
     *
     * <p>Read the median: it is sampled, as the few publishes to many readers would be averaged with every pause of the
     * JVM. Each sample has a reading of the clock in it. The publisher hands over five tasks at most, however many
     * readers there are. Its time grows all the same: the turns of many readers, in between, evict what it touches from
     * the caches, and the loop around it runs too seldom to be compiled.
     */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    public StoredMessage<String> fanOutPublisher(ParkedBetween state) {
        return state.append();
    }

    /** The whole fan-out: append, wake all readers, run a turn with one message for each of them, park them. */
    @Benchmark
    public StoredMessage<String> fanOut(Audience state) {
        StoredMessage<String> message = state.append();
        state.park();
        return message;
    }
}
