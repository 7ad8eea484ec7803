package dev.hark.bench.inner;

import dev.hark.delivery.Ledger;
import dev.hark.log.StoredMessage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Delivering a backlog of {@value #MESSAGES} messages to a handler that acks each, per message and all by one thread.
 *
 * <p>A backlog has to be appended before it is drained, and a setup before every invocation would distort the times. So
 * {@link #appendAndDrain} measures both, {@link #appendOnly} the same appends without a drain, and their difference is
 * what one message costs a delivery: peek, claim, handler, ack, and its share of one turn for every 256 messages.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class DrainBenchmark {
    private static final int MESSAGES = 10_000;

    /** A partition with a parked delivery, which counts what it handled. */
    @State(Scope.Thread)
    public static class Delivered {
        private final Turns turns = new Turns();
        private final MeasuredLog log = new MeasuredLog(turns);
        private long handled;

        /** Makes the partition. */
        public Delivered() {
            log.subscribe(message -> {
                handled++;
                return true;
            });
        }
    }

    /** A partition with a cursor that is replaced after each backlog, so that it does not retain it. */
    @State(Scope.Thread)
    public static class Undelivered {
        private final MeasuredLog log = new MeasuredLog(task -> {});
        private Ledger<String> reader = log.attach();

        private void replaceReader() {
            Ledger<String> passed = reader;
            reader = log.attach();
            log.detach(passed);
        }
    }

    /** Appends the backlog, the first message of which wakes the delivery, and runs its turns until it parks. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long appendAndDrain(Delivered state) {
        appendAll(state.log);
        state.turns.runAll();
        return state.handled;
    }

    /** Appends the backlog and lets go of it unread. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void appendOnly(Undelivered state) {
        appendAll(state.log);
        state.replaceReader();
    }

    private static void appendAll(MeasuredLog log) {
        for (int i = 0; i < MESSAGES; i++) {
            StoredMessage<String> _ = log.append();
        }
    }
}
