package dev.hark.bench;

import dev.hark.bench.cell.Measure;
import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.jr.ob.JSON;

/** Measures Hark and its peers side by side. */
@Command(
        name = "./hark bench",
        description = {
            "Measures Hark and its peers side by side: each cell in a fresh JVM, the engines in turns, every delivery "
                    + "counted.",
            "Prints tables in Markdown. Without --quick, --full or --guard: three rounds of all workloads."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class Main implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final int ROUNDS_IN_FULL = 5;
    private static final int ATTEMPTS_OF_THE_GUARD = 3;

    private static final List<String> QUICK =
            List.of("one-to-one", "fan-100", "topics-16x16", "fan-10000", "group-8", "parked-10000", "latency-20k");
    private static final List<String> GUARDED = List.of("one-to-one", "fan-100", "fan-10000");
    private static final List<Engines> GUARDS = List.of(Engines.HARK_POOL, Engines.TEXTBOOK, Engines.QUEUES);

    @Option(names = "--quick", description = "One short round of the most telling workloads: about 3 minutes.")
    private boolean quick;

    @Option(names = "--full", description = "All peers, five rounds: hours.")
    private boolean full;

    @Option(
            names = "--guard",
            description = "Fail if Hark falls below a floor against a queue each and the textbook: 1 minute.")
    private boolean guard;

    @Option(names = "--only", split = ",", paramLabel = "WORKLOAD", description = "Only these workloads.")
    private @Nullable List<String> only;

    @Option(
            names = "--engines",
            split = ",",
            paramLabel = "ENGINE",
            description = "Only these engines: ${COMPLETION-CANDIDATES}.")
    private @Nullable List<Engines> engines;

    @Option(names = "--rounds", paramLabel = "N", description = "How often each cell is run; the median counts.")
    private @Nullable Integer rounds;

    @Option(names = "--json", paramLabel = "FILE", description = "Write what every cell gave to a file.")
    private @Nullable Path json;

    @Option(names = "--charts", paramLabel = "FOLDER", description = "Write charts (SVG) into a folder.")
    private @Nullable Path charts;

    @Spec
    private CommandSpec spec;

    /** Runs it: exit code 0, or 1 if the guard fails, or 2 if it was called wrongly. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (rounds != null && rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds must be at least 1");
        }
        return guard ? guard() : compare();
    }

    private int compare() throws IOException, InterruptedException {
        Results results = new Results();
        Runner runner = quick
                ? new Runner(Duration.ofMillis(1_200), Duration.ofMillis(800))
                : new Runner(Duration.ofSeconds(2), Duration.ofSeconds(3));
        int times = rounds != null ? rounds : quick ? 1 : full ? ROUNDS_IN_FULL : ROUNDS;
        run(runner, workloads(), chosenEngines(), times, results);
        Tables tables = new Tables(results);
        System.out.println(tables.all());
        if (json != null) {
            Files.writeString(json, json(results));
        }
        if (charts != null) {
            new Charts(results).write(charts);
        }
        return 0;
    }

    private List<Workload> workloads() {
        List<String> names = only != null ? only : quick ? QUICK : null;
        try {
            return names == null
                    ? Workload.all()
                    : names.stream().map(Workload::named).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private List<Engines> chosenEngines() {
        return engines != null ? engines : Engines.of(full);
    }

    private static void run(Runner runner, List<Workload> workloads, List<Engines> engines, int rounds, Results results)
            throws IOException, InterruptedException {
        List<Map.Entry<Workload, Engines>> cells = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (Workload workload : workloads) {
                engines.stream().filter(workload::suits).forEach(engine -> cells.add(Map.entry(workload, engine)));
            }
        }
        for (int i = 0; i < cells.size(); i++) {
            Workload workload = cells.get(i).getKey();
            Engines engine = cells.get(i).getValue();
            Outcome outcome = runner.run(workload, engine);
            results.add(workload, engine, outcome);
            System.err.printf(
                    Locale.ROOT,
                    "%d/%d %s, %s: %s%n",
                    i + 1,
                    cells.size(),
                    workload.name(),
                    engine.title(),
                    describe(workload.measures(), outcome));
        }
    }

    private static String describe(Measure measure, Outcome outcome) {
        if (outcome.failure() != null) {
            return outcome.failure();
        }
        List<String> parts = new ArrayList<>();
        measure.figures().forEach(figure -> {
            Double value = outcome.figures().get(figure);
            if (value != null) {
                parts.add(Tables.format(value) + " " + figure);
            }
        });
        return String.join(", ", parts);
    }

    private static String json(Results results) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Workload workload : results.workloads()) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (Engines engine : results.engines()) {
                List<Object> rounds = new ArrayList<>();
                results.of(workload, engine)
                        .forEach(outcome ->
                                rounds.add(outcome.failure() == null ? outcome.figures() : outcome.failure()));
                if (!rounds.isEmpty()) {
                    row.put(engine.title(), rounds);
                }
            }
            all.put(workload.name(), row);
        }
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(all);
    }

    /** Measures what has a floor; what falls below it is measured again, as machines are noisy. */
    private int guard() throws IOException, InterruptedException {
        Runner runner = new Runner(Duration.ofSeconds(2), Duration.ofSeconds(1));
        List<Target> open =
                Target.all().stream().filter(target -> target.floor() > 0).toList();
        List<String> names = GUARDED;
        for (int attempt = 1; attempt <= ATTEMPTS_OF_THE_GUARD && !open.isEmpty(); attempt++) {
            Results results = new Results();
            run(runner, names.stream().map(Workload::named).toList(), GUARDS, 1, results);
            List<Target> below = new ArrayList<>();
            for (Target target : open) {
                OptionalDouble reached = target.reached(results);
                boolean held = reached.isPresent() && reached.getAsDouble() >= target.floor();
                System.out.printf(
                        Locale.ROOT,
                        "%s: %s, floor %.3g%s%n",
                        target.name(),
                        reached.isPresent()
                                ? String.format(Locale.ROOT, "%.3g", reached.getAsDouble())
                                : "not measured",
                        target.floor(),
                        held ? "" : ": below");
                if (!held) {
                    below.add(target);
                }
            }
            open = below;
            names = GUARDED.stream()
                    .filter(name -> below.stream()
                            .anyMatch(target -> target.workload().equals(name)
                                    || target.other().equals(name)))
                    .toList();
        }
        System.out.println(
                open.isEmpty()
                        ? "every ratio is above its floor"
                        : "below the floor in every attempt: "
                                + open.stream().map(Target::name).toList());
        return open.isEmpty() ? 0 : 1;
    }
}
