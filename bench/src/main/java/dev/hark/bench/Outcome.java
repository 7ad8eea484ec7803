package dev.hark.bench;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one cell.
 *
 * @param figures its figures by name; empty if it failed
 * @param failure why it has none, or null
 */
record Outcome(Map<String, Double> figures, @Nullable String failure) {
    static Outcome of(Map<String, Double> figures) {
        return new Outcome(figures, null);
    }

    static Outcome failed(String why) {
        return new Outcome(Map.of(), why);
    }
}
