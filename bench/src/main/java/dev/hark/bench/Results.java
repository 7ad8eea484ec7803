package dev.hark.bench;

import dev.hark.bench.cell.Workload;
import dev.hark.bench.engine.Engines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/** What all cells of a run gave, round by round. */
final class Results {
    private final Map<Workload, Map<Engines, List<Outcome>>> outcomes = new LinkedHashMap<>();

    void add(Workload workload, Engines engine, Outcome outcome) {
        outcomes.computeIfAbsent(workload, unseen -> new EnumMap<>(Engines.class))
                .computeIfAbsent(engine, unseen -> new ArrayList<>())
                .add(outcome);
    }

    Collection<Workload> workloads() {
        return outcomes.keySet();
    }

    List<Engines> engines() {
        return List.of(Engines.values()).stream()
                .filter(engine -> outcomes.values().stream().anyMatch(row -> row.containsKey(engine)))
                .toList();
    }

    List<Outcome> of(Workload workload, Engines engine) {
        return outcomes.getOrDefault(workload, Map.of()).getOrDefault(engine, List.of());
    }

    /** The median over the rounds that gave the figure; none if no round did, or one round failed. */
    OptionalDouble median(Workload workload, Engines engine, String figure) {
        List<Outcome> rounds = of(workload, engine);
        if (rounds.stream().anyMatch(round -> round.failure() != null)) {
            return OptionalDouble.empty();
        }
        double[] values = rounds.stream()
                .map(round -> round.figures().get(figure))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(values[values.length / 2]);
    }

    /** The median of the first figure that a workload measures. */
    OptionalDouble headline(Workload workload, Engines engine) {
        return median(workload, engine, workload.measures().headline());
    }
}
