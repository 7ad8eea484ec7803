package dev.hark.bench.inner;

import dev.hark.Broker;
import dev.hark.DeliveryStrategy;
import dev.hark.Membership;
import dev.hark.Receipt;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Publishing one message to a group of {@value #MEMBERS} members that take turns, through a broker that runs everything
 * in the publishing thread: when publish returns, the message was appended, routed, handled by a member and acked.
 *
 * <p>So much code is behind it that the compilers need longer than for the other benchmarks.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 6, time = 1)
@Measurement(iterations = 3, time = 1)
public class RouterBenchmark {
    private static final int MEMBERS = 8;

    private final Broker broker = Broker.builder().executor(Runnable::run).build();
    private final Topic<String> topic = broker.createTopic("topic", String.class);

    /** Fills the group. */
    @Setup
    public void join() {
        Membership membership = Membership.of("group").withStrategy(DeliveryStrategy.roundRobin());
        SubscriptionOptions options = SubscriptionOptions.defaults().withMembership(membership);
        for (int i = 0; i < MEMBERS; i++) {
            topic.subscribe(options, message -> true);
        }
    }

    /** Gives up the broker. */
    @TearDown
    public void close() {
        broker.close(Duration.ZERO);
    }

    /** Publish, route and deliver. */
    @Benchmark
    public Receipt publish() {
        return topic.publish("payload");
    }
}
