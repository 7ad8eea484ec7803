package dev.hark.log;

import java.util.List;
import java.util.stream.Collectors;

/** How a refusal names those that are full: the first few, and how many more there are, if those are few, too. */
final class FullReaders {
    /** How many are counted. */
    static final int MAX_COUNTED = 16;

    private static final int MAX_NAMED = 3;

    private FullReaders() {}

    /** Describes at least one bound that is full. */
    static <T> String describe(List<Bound<T>> full) {
        if (full.size() == 1) {
            Bound<T> only = full.getFirst();
            return "subscription '" + only.cursor().reader() + "' has " + only.capacity()
                    + " messages waiting, which is its limit";
        }
        String named = full.stream()
                .limit(MAX_NAMED)
                .map(bound -> "'" + bound.cursor().reader() + "' (limit " + bound.capacity() + ")")
                .collect(Collectors.joining(", "));
        return "subscriptions " + named + others(full.size()) + " are full";
    }

    private static String others(int counted) {
        if (counted <= MAX_NAMED) {
            return "";
        }
        return counted < MAX_COUNTED ? " and " + (counted - MAX_NAMED) + " more" : " and many more";
    }
}
