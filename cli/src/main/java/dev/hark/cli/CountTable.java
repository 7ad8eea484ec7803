package dev.hark.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Lists counts, the largest first, in lines of a fixed width. */
final class CountTable {
    private static final int PER_LINE = 5;

    private CountTable() {}

    static List<String> lines(String heading, Map<String, Long> counts) {
        List<String> cells = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> String.format("%s %,d", entry.getKey(), entry.getValue()))
                .toList();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < cells.size(); i += PER_LINE) {
            String start = i == 0 ? heading : " ".repeat(heading.length());
            lines.add(start + "  " + String.join(", ", cells.subList(i, Math.min(i + PER_LINE, cells.size()))));
        }
        return lines;
    }
}
