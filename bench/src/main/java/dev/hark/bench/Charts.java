package dev.hark.bench;

import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;

/** The results as bars, a file for each measure. */
final class Charts {
    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 500;

    /** Where the axis begins. A gap counts as 0, which a logarithmic axis does not have. */
    private static final double LEAST = 1;

    private final Results results;

    Charts(Results results) {
        this.results = results;
    }

    /** Writes the charts into a folder, which is made. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        write(
                folder.resolve("throughput.svg"),
                "deliveries per second",
                List.of("one-to-one", "fan-100", "topics-16x16", "fan-10000", "group-8"));
        write(
                folder.resolve("publishers.svg"),
                "deliveries per second",
                List.of(
                        "publishers-1",
                        "publishers-2",
                        "publishers-4",
                        "publishers-8",
                        "publishers-16",
                        "publishers-32"));
        write(
                folder.resolve("publish.svg"),
                "nanoseconds per publish",
                List.of("publish-1", "publish-100", "publish-10000"));
        write(folder.resolve("latency.svg"), "median microseconds at 20,000 per second", List.of("latency-20k"));
        write(folder.resolve("idle.svg"), "bytes per idle subscription", List.of("idle-100k"));
    }

    private void write(Path file, String unit, List<String> names) throws IOException {
        List<Workload> workloads = names.stream()
                .map(Workload::named)
                .filter(results.workloads()::contains)
                .toList();
        if (workloads.isEmpty()) {
            return;
        }
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .yAxisTitle(unit)
                .build();
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(LEAST);
        chart.getStyler().setYAxisDecimalPattern("#,###");
        for (Engines engine : results.engines()) {
            List<Double> values = new ArrayList<>();
            for (Workload workload : workloads) {
                OptionalDouble value = results.headline(workload, engine);
                values.add(value.isPresent() ? value.getAsDouble() : null);
            }
            if (values.stream().anyMatch(value -> value != null)) {
                chart.addSeries(
                        engine.title(), workloads.stream().map(Workload::name).toList(), values);
            }
        }
        VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
    }
}
