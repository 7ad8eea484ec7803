package dev.hark.bench.inner;

import dev.hark.delivery.Ledger;
import dev.hark.log.StoredMessage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Making a message and appending it without the lock, to a partition that nobody reads or that one cursor reads. No
 * reader is parked, so nobody is woken. With two threads, the time is that of one append by one of them.
 *
 * <p>The cursor would retain everything appended since it was attached. Every {@value #MESSAGES_HELD} messages it is
 * therefore replaced by one attached at the end; that takes about as long as a few dozen appends, which is lost in so
 * many.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class AppendBenchmark {
    /** How many messages are appended before the cursor lets go of them: a power of two. */
    private static final int MESSAGES_HELD = 4_096;

    private final MeasuredLog log = new MeasuredLog(task -> {});
    private @Nullable Ledger<String> reader;

    /** How many cursors are attached: none or one. */
    @Param({"0", "1"})
    public int cursors;

    /** Attaches the cursor, if there is to be one. */
    @Setup
    public void attach() {
        if (cursors == 1) {
            reader = log.attach();
        }
    }

    /** One thread appends. */
    @Benchmark
    public StoredMessage<String> oneThread() {
        return append();
    }

    /** Two threads append to the same partition. */
    @Benchmark
    @Threads(2)
    public StoredMessage<String> twoThreads() {
        return append();
    }

    private StoredMessage<String> append() {
        StoredMessage<String> message = log.append();
        if ((message.offset() & (MESSAGES_HELD - 1)) == 0) {
            replaceReader();
        }
        return message;
    }

    private synchronized void replaceReader() {
        Ledger<String> passed = reader;
        if (passed != null) {
            reader = log.attach();
            log.detach(passed);
        }
    }
}
