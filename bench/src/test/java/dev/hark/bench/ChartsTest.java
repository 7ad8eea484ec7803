package dev.hark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charts of results, which are seldom complete. */
class ChartsTest {
    @TempDir
    private Path folder;

    @Test
    void charts_ofResultsWithGaps_showWhatThereIs() throws Exception {
        Results results = new Results();
        results.add(Workload.named("one-to-one"), Engines.HARK, Outcome.of(Map.of("deliveries/s", 2e6)));
        results.add(Workload.named("group-8"), Engines.HARK, Outcome.of(Map.of("deliveries/s", 2e5)));
        results.add(Workload.named("one-to-one"), Engines.QUEUES, Outcome.of(Map.of("deliveries/s", 5e6)));
        results.add(Workload.named("one-to-one"), Engines.REACTOR, Outcome.failed("lost 1 of 2"));

        new Charts(results).write(folder);

        assertThat(folder)
                .isDirectoryContaining("glob:**throughput.svg")
                .isDirectoryNotContaining("glob:**latency.svg");
        assertThat(Files.readString(folder.resolve("throughput.svg"))).contains("<svg", "<path", "</svg>");
    }
}
