package dev.hark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Ratios: above 1 Hark is ahead, whichever way the figure counts. */
class TargetTest {
    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    private final Results results = new Results();

    private void add(String workload, Engines engine, String figure, double value) {
        results.add(Workload.named(workload), engine, Outcome.of(Map.of(figure, value)));
    }

    private double reached(String name) {
        return target(name).reached(results).orElseThrow();
    }

    private static Target target(String name) {
        return Target.all().stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rate_againstTheBestPeer_isDividedByIt() {
        add("fan-100", Engines.HARK_POOL, "deliveries/s", 60);
        add("fan-100", Engines.HARK, "deliveries/s", 50);
        add("fan-100", Engines.REACTOR, "deliveries/s", 10);
        add("fan-100", Engines.MBASSADOR, "deliveries/s", 20);
        add("fan-100", Engines.QUEUES, "deliveries/s", 40);

        assertThat(reached("100 subscriptions, best peer")).isEqualTo(3, EXACT);
        assertThat(reached("100 subscriptions, a queue each")).isEqualTo(1.5, EXACT);
    }

    @Test
    void time_againstAPeer_isDividedTheOtherWayRound() {
        add("parked-10000", Engines.HARK, "us/publish", 20);
        add("parked-10000", Engines.QUEUES, "us/publish", 4_000);

        assertThat(reached("publish to 10,000 parked, a queue each")).isEqualTo(200, EXACT);
    }

    @Test
    void median_ofThreeRounds_counts() {
        for (double rate : new double[] {90, 10, 40}) {
            add("one-to-one", Engines.HARK, "deliveries/s", rate);
        }
        add("one-to-one", Engines.QUEUES, "deliveries/s", 80);

        assertThat(reached("one to one, a queue each")).isEqualTo(0.5, EXACT);
    }

    @Test
    void round_thatFailed_leavesNoRatio() {
        add("one-to-one", Engines.HARK, "deliveries/s", 10);
        results.add(Workload.named("one-to-one"), Engines.HARK, Outcome.failed("lost 1 of 10"));
        add("one-to-one", Engines.QUEUES, "deliveries/s", 80);

        assertThat(target("one to one, a queue each").reached(results)).isEmpty();
        assertThat(new Tables(results).figures()).contains("lost 1 of 10");
    }
}
