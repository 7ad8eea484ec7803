package dev.hark.bench;

import dev.hark.bench.cell.Cell;
import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.jr.ob.JSON;

/**
 * Runs cells, each in a JVM of its own.
 *
 * @param warmUp how long a cell warms up
 * @param time how long it measures
 */
record Runner(Duration warmUp, Duration time) {
    /** What a cell may take beyond its time: to make a million subscriptions, and to be patient with what is lost. */
    private static final Duration MARGIN = Duration.ofSeconds(90);

    Outcome run(Workload workload, Engines engine) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(workload, engine))
                .redirectErrorStream(true)
                .start();
        CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process));
        long most = warmUp.plus(time).plus(MARGIN).toMillis();
        if (!process.waitFor(most, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            return Outcome.failed("not done after " + most / 1_000 + " s");
        }
        return outcome(output.join());
    }

    private List<String> command(Workload workload, Engines engine) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms1g",
                "-Xmx4g",
                "-XX:+UseG1GC",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED"));
        if (workload.flags().stream().anyMatch(flag -> flag.startsWith("-XX:+Use"))) {
            command.remove("-XX:+UseG1GC");
        }
        command.addAll(workload.flags());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Cell.class.getName(),
                workload.name(),
                engine.name(),
                Long.toString(warmUp.toMillis()),
                Long.toString(time.toMillis())));
        return command;
    }

    private static String read(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "its output could not be read: " + e;
        }
    }

    private static Outcome outcome(String output) throws IOException {
        for (String line : output.lines().toList()) {
            if (line.startsWith(Cell.MARK)) {
                return outcome(JSON.std.mapFrom(line.substring(Cell.MARK.length())));
            }
        }
        return Outcome.failed("died: "
                + output.lines()
                        .filter(line -> line.contains("Exception") || line.contains("Error"))
                        .findFirst()
                        .orElse("no word of why"));
    }

    private static Outcome outcome(Map<String, Object> result) {
        Object failure = result.get("failed");
        if (failure != null) {
            return Outcome.failed(failure.toString());
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        result.forEach((name, value) -> {
            if (value instanceof Number number) {
                figures.put(name, number.doubleValue());
            }
        });
        return Outcome.of(figures);
    }
}
