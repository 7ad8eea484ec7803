package dev.hark.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.BrokerClosedException;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.Receipt;
import dev.hark.tables.HandDriven;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A sealed partition asks every publisher once more, and lets in those that waited before. */
class SealTest {
    private final HandDriven hand = new HandDriven();
    private final Partition<Long> partition =
            new Partition<>(new Origin("topic", 0, "run", 0), hand.environment(), new WaitGraph(), 10);
    private final AtomicInteger asked = new AtomicInteger();

    private StoredMessage<Long> message() {
        return new StoredMessage<>(partition.origin(), 0L, null, PublishOptions.none(), 0);
    }

    @Test
    void publisher_thatThePartitionsGuardRefuses_appendsNothing() {
        partition.seal(() -> {
            throw new BrokerClosedException("closing");
        });

        assertThat(partition.tryAppend(message())).isFalse();
        assertThatThrownBy(() -> partition.append(message(), null, false)).isInstanceOf(BrokerClosedException.class);
        assertThat(partition.size()).isZero();
    }

    @Test
    void everyPublisher_afterTheSeal_isAsked_andAppendsIfTheGuardLetsIt() {
        partition.seal(asked::incrementAndGet);

        for (int i = 1; i <= 3; i++) {
            assertThat(partition.tryAppend(message())).isFalse();
            partition.append(message(), null, false);

            assertThat(asked).hasValue(i);
            assertThat(partition.size()).isEqualTo(i);
        }
    }

    @Test
    void publisher_thatWaitedBeforeTheSeal_isLetInWithoutBeingAsked() {
        GapBench bench = new GapBench(1, Overflow.block(Duration.ofSeconds(1)));
        bench.publish(1);
        CompletableFuture<Receipt> waiting = bench.publish();
        bench.partition().seal(asked::incrementAndGet);

        bench.read(1);
        bench.driven().run();

        assertThat(waiting).isCompleted();
        assertThat(asked).hasValue(0);
    }
}
