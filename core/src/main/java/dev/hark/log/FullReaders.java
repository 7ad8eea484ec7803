package dev.hark.log;

import java.util.List;
import java.util.stream.Collectors;

/** How a refusal names those that are full: the first few, and how many more there are. */
final class FullReaders {
    private static final int MAX_NAMED = 3;

    private FullReaders() {}

    /** Describes at least one bound that is full. */
    static <T> String describe(List<Bound<T>> full) {
        if (full.size() == 1) {
            Bound<T> only = full.getFirst();
            return "subscription '" + only.cursor().reader() + "' has " + only.capacity()
                    + " messages waiting, which is its limit";
        }
        int more = Math.max(full.size() - MAX_NAMED, 0);
        String named = full.stream()
                .limit(MAX_NAMED)
                .map(bound -> "'" + bound.cursor().reader() + "' (limit " + bound.capacity() + ")")
                .collect(Collectors.joining(", "));
        return "subscriptions " + named + (more == 0 ? "" : " and " + more + " more") + " are full";
    }
}
