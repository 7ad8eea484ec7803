package dev.hark.bench;

import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The results as Markdown. */
final class Tables {
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;

    private final Results results;

    Tables(Results results) {
        this.results = results;
    }

    String all() {
        return figures() + "\n" + targets() + "\n" + peers();
    }

    /** A line for each workload and figure, a column for each engine. */
    String figures() {
        List<Engines> engines = results.engines();
        StringBuilder table = new StringBuilder("| workload | figure |");
        engines.forEach(engine -> table.append(' ').append(engine.title()).append(" |"));
        table.append("\n|---|---|").append("--:|".repeat(engines.size())).append('\n');
        for (Workload workload : results.workloads()) {
            for (String figure : workload.measures().figures()) {
                table.append("| ")
                        .append(workload.name())
                        .append(" | ")
                        .append(figure)
                        .append(" |");
                engines.forEach(engine ->
                        table.append(' ').append(cell(workload, engine, figure)).append(" |"));
                table.append('\n');
            }
        }
        return table.toString();
    }

    private String cell(Workload workload, Engines engine, String figure) {
        OptionalDouble median = results.median(workload, engine, figure);
        if (median.isPresent()) {
            return format(median.getAsDouble());
        }
        return results.of(workload, engine).stream()
                .map(Outcome::failure)
                .filter(failure -> failure != null)
                .findFirst()
                .orElse("");
    }

    static String format(double value) {
        if (value >= MILLION) {
            return String.format(Locale.ROOT, "%.2f M", value / MILLION);
        }
        if (value >= THOUSAND) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, "%.3g", value);
    }

    /** What was to be reached and what was. */
    String targets() {
        StringBuilder table = new StringBuilder("| Hark against | ratio | to be reached | |\n|---|--:|--:|---|\n");
        for (Target target : Target.all()) {
            OptionalDouble reached = target.reached(results);
            if (reached.isPresent()) {
                table.append(String.format(
                        Locale.ROOT,
                        "| %s | %.3g | %.3g | %s |\n",
                        target.name(),
                        reached.getAsDouble(),
                        target.least(),
                        reached.getAsDouble() >= target.least() ? "reached" : "missed"));
            }
        }
        return table.toString();
    }

    /** What each engine does not do. */
    String peers() {
        return "| engine | does not do, of what Hark does |\n|---|---|\n"
                + results.engines().stream()
                        .map(engine -> "| " + engine.title() + " | " + engine.lacks() + " |\n")
                        .collect(Collectors.joining());
    }
}
