package dev.hark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.Tally;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pictures of the live view. */
class LiveFrameTest {
    private static final DemoSnapshot HALF_WAY = new DemoSnapshot(
            "publishing",
            4_683,
            9_366,
            TimeUnit.SECONDS.toNanos(2),
            Map.of(
                    "flaky",
                    new SubscriptionStats(
                            "flaky",
                            "quakes",
                            SubscriptionState.BACKING_OFF,
                            new Tally(4_683, 0, 4_600, 3, 0, 0, 0, 80),
                            79,
                            0,
                            1,
                            4_700,
                            97,
                            94,
                            0,
                            List.of())),
            new Quake("a", Instant.EPOCH, "us", "earthquake", 5.25, "a place with a very long name ".repeat(5)));

    @Test
    void frame_at80Columns_showsAll() {
        List<String> lines = new LiveFrame(79, false).lines(HALF_WAY);

        assertThat(lines.get(0))
                .contains(" 50 % 4,683 of 9,366, 2,342/s")
                .startsWith("[###")
                .contains("-]");
        assertThat(lines.get(1)).contains("lag", "acked", "retried", "dead", "dropped", "state");
        assertThat(lines.get(2)).startsWith("flaky").contains("80", "4,600", "94", "3", " backing off");
        assertThat(lines.get(3)).startsWith("last alert: M 5.3  1970-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 20, 40, 60, 79, 200})
    void frame_atAnyWidth_fits(int width) {
        assertThat(new LiveFrame(width, false).lines(HALF_WAY))
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    }

    @Test
    void frame_withoutColour_hasNoEscapes() {
        assertThat(String.join("", new LiveFrame(79, false).lines(HALF_WAY))).doesNotContain("\u001b");
        assertThat(String.join("", new LiveFrame(79, true).lines(HALF_WAY))).contains("\u001b[31m");
    }
}
