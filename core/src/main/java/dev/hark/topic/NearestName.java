package dev.hark.topic;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name that somebody probably meant.
 *
 * <p>Names are compared by the Damerau-Levenshtein distance in its restricted form, optimal string alignment (F. J.
 * Damerau, "A technique for computer detection and correction of spelling errors", 1964; V. I. Levenshtein, 1966): the
 * number of characters to insert, delete, replace or exchange with their neighbour, none of them twice.
 *
 * <p>Cheap for many names: only distances up to the best one so far matter, so names of another length are passed over,
 * of the table only a band along the diagonal is computed, and that ends with the first row that is too far off.
 */
final class NearestName {
    /** The distance at which even a short name counts as near. */
    private static final int MIN_LIMIT = 2;

    /** One in so many characters of a longer name may differ. */
    private static final int CHARACTERS_PER_FAULT = 3;

    private final String name;
    private int[] beforeLast;
    private int[] last;
    private int[] current;

    private NearestName(String name) {
        this.name = name;
        beforeLast = new int[name.length() + 1];
        last = new int[name.length() + 1];
        current = new int[name.length() + 1];
    }

    /**
     * Returns the name nearest to the given one, the first in alphabetical order of several, or null if none is near: at
     * most two characters or a third of them differ, and not all.
     */
    static @Nullable String of(String name, Collection<String> names) {
        NearestName search = new NearestName(name);
        int limit = Math.max(MIN_LIMIT, name.length() / CHARACTERS_PER_FAULT);
        String nearest = null;
        for (String candidate : names) {
            int longer = Math.max(name.length(), candidate.length());
            int distance = search.distance(candidate, Math.min(limit, longer - 1));
            if (distance < limit || (distance == limit && (nearest == null || candidate.compareTo(nearest) < 0))) {
                nearest = candidate;
                limit = distance;
            }
        }
        return nearest;
    }

    /** Returns the distance of a name, or a number larger than any limit if it is beyond this one. */
    private int distance(String other, int limit) {
        if (Math.abs(other.length() - name.length()) > limit) {
            return Integer.MAX_VALUE;
        }
        for (int column = 0; column <= name.length(); column++) {
            last[column] = column;
        }
        for (int row = 1; row <= other.length(); row++) {
            if (fillRow(other, row, limit) > limit) {
                return Integer.MAX_VALUE;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = current;
            current = free;
        }
        int distance = last[name.length()];
        return distance > limit ? Integer.MAX_VALUE : distance;
    }

    /** Computes the cells of a row that are at most limit away from the diagonal; returns the least of them. */
    private int fillRow(String other, int row, int limit) {
        int beyond = limit + 1;
        int from = Math.max(1, row - limit);
        int to = Math.min(name.length(), row + limit);
        Arrays.fill(current, beyond);
        current[0] = row;
        int least = from == 1 ? row : beyond;
        for (int column = from; column <= to; column++) {
            int cost = name.charAt(column - 1) == other.charAt(row - 1) ? 0 : 1;
            int distance = Math.min(last[column - 1] + cost, Math.min(last[column], current[column - 1]) + 1);
            if (row > 1 && column > 1 && isExchange(other, row, column)) {
                distance = Math.min(distance, beforeLast[column - 2] + 1);
            }
            current[column] = distance;
            least = Math.min(least, distance);
        }
        return least;
    }

    private boolean isExchange(String other, int row, int column) {
        return name.charAt(column - 1) == other.charAt(row - 2) && name.charAt(column - 2) == other.charAt(row - 1);
    }
}
