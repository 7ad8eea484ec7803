package dev.hark.cli;

import dev.hark.SubscriptionStats;
import dev.hark.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.jr.ob.JSON;

/**
 * What the demo came to.
 *
 * @param published how many events were published
 * @param alerts how many alerts were shown
 * @param redriven how many dead letters were redriven
 * @param subscriptions the figures of each subscription by its name
 */
record DemoFigures(long published, long alerts, long redriven, Map<String, SubscriptionStats> subscriptions) {
    /** What the feed that comes with the command has to come to. */
    private static final Map<String, Long> BUILT_IN = Map.of("published", 9_366L, "alerts", 419L, "redriven", 16L);

    private static final List<String> ALL_ACKED = List.of("alerts", "stats", "flaky", "poison");

    /** Returns a sentence for each figure that is not as it has to be. */
    List<String> faults(boolean builtIn) {
        List<String> faults = new ArrayList<>();
        subscriptions.forEach((name, stats) -> {
            if (stats.tally().missing() != 0) {
                faults.add("the sum of '" + name + "' does not hold: " + stats.tally());
            }
            if (stats.tally().pending() != 0) {
                faults.add("'" + name + "' has " + stats.tally().pending() + " messages pending at the end");
            }
            if (stats.tally().published() != published) {
                faults.add("'" + name + "' was given " + stats.tally().published() + " of " + published);
            }
        });
        subscriptions.forEach((name, stats) -> {
            long acked = stats.tally().acked();
            if (ALL_ACKED.contains(name) && acked != published) {
                faults.add("'" + name + "' acked " + acked + " of " + published);
            }
        });
        if (builtIn) {
            Map<String, Long> totals = Map.of("published", published, "alerts", alerts, "redriven", redriven);
            BUILT_IN.forEach((name, expected) -> {
                if (!expected.equals(totals.get(name))) {
                    faults.add(name + " is " + totals.get(name) + ", not " + expected);
                }
            });
        }
        return faults;
    }

    /** Returns the figures as one line of JSON. */
    String toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("published", published);
        all.put("alerts", alerts);
        all.put("redriven", redriven);
        Map<String, Object> each = new LinkedHashMap<>();
        subscriptions.forEach((name, stats) -> each.put(name, fields(stats)));
        all.put("subscriptions", each);
        return JSON.std.asString(all);
    }

    private static Map<String, Object> fields(SubscriptionStats stats) {
        Tally tally = stats.tally();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("published", tally.published());
        fields.put("acked", tally.acked());
        fields.put("deadLettered", tally.deadLettered());
        fields.put("dropped", tally.dropped());
        fields.put("expired", tally.expired());
        fields.put("purged", tally.purged());
        fields.put("pending", tally.pending());
        fields.put("replayed", tally.replayed());
        fields.put("redelivered", stats.redelivered());
        return fields;
    }

    /** Returns the figures as a table of lines. */
    List<String> toTable() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "%,d events published, %,d alerts shown, %,d dead letters redriven", published, alerts, redriven));
        lines.add("");
        lines.add(row("subscription", "acked", "dead", "dropped", "purged", "pending", "redelivered", "sum holds"));
        subscriptions.forEach((name, stats) -> {
            Tally tally = stats.tally();
            lines.add(row(
                    name,
                    number(tally.acked()),
                    number(tally.deadLettered()),
                    number(tally.dropped()),
                    number(tally.purged()),
                    number(tally.pending()),
                    number(stats.redelivered()),
                    tally.missing() == 0 ? "yes" : "NO"));
        });
        return lines;
    }

    private static String row(Object... cells) {
        return String.format("%-12s %7s %5s %7s %6s %7s %11s %9s", cells);
    }

    private static String number(long value) {
        return String.format("%,d", value);
    }
}
