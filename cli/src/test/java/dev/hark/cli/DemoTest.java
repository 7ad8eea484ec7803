package dev.hark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.SubscriptionStats;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

/** The main job, run on a real broker. */
class DemoTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder = Path.of("");

    private DemoView plain() {
        return new PlainView(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void demo_onTheBuiltInFeed_comesToItsFigures() throws Exception {
        Demo demo = new Demo(QuakeFeed.builtIn(), new Pace(0), plain());

        DemoFigures figures = demo.run();

        assertThat(figures.faults(true)).isEmpty();
        assertThat(figures.subscriptions().keySet()).containsExactly("alerts", "stats", "flaky", "poison", "map");
        assertThat(stats(figures, "flaky").redelivered()).isEqualTo(9_366 / 50);
        assertThat(stats(figures, "poison").redelivered()).isEqualTo(2 * 16);
        assertThat(stats(figures, "poison").failures()).isEqualTo(3 * 16);
        assertThat(stats(figures, "map").tally().purged()).isPositive();
        assertThat(demo.byNetwork().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(9_366);
        assertThat(demo.byType()).containsEntry("ice quake", 16L);
        assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("M ")))
                .hasSize(419);
    }

    private static SubscriptionStats stats(DemoFigures figures, String name) {
        return Objects.requireNonNull(figures.subscriptions().get(name), name);
    }

    @Test
    void figures_asJson_haveTheAgreedShape() throws Exception {
        Path file = folder.resolve("feed.ndjson");
        Files.writeString(
                file,
                "{\"id\":\"a\",\"time\":\"2025-05-06T09:24:12Z\",\"net\":\"us\",\"type\":\"ice quake\",\"mag\":5}\nbad\n");

        DemoFigures figures = new Demo(QuakeFeed.of(file), new Pace(0), plain()).run();

        Map<String, Object> json = JSON.std.mapFrom(figures.toJson());
        assertThat(json.keySet()).containsExactly("published", "alerts", "redriven", "subscriptions");
        assertThat(json)
                .containsEntry("published", 1)
                .containsEntry("alerts", 1)
                .containsEntry("redriven", 1);
        assertThat(figures.toJson())
                .contains("\"alerts\":{\"published\":1,\"acked\":1,\"deadLettered\":0,\"dropped\":0,\"expired\":0,"
                        + "\"purged\":0,\"pending\":0,\"replayed\":0,\"redelivered\":0}");
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("line 2 ");
        assertThat(figures.faults(false)).isEmpty();
        assertThat(figures.faults(true)).contains("published is 1, not 9366");
    }
}
