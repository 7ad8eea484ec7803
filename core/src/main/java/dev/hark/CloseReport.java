package dev.hark;

import java.util.List;
import java.util.Map;

/**
 * What closing a broker achieved.
 *
 * @param settled messages that were settled while it drained
 * @param left messages that were pending at the end and are gone, by id of the subscription or name of the group; those
 *     that had none are absent
 * @param stuck the ids of subscriptions whose handler did not end although it was interrupted, ended subscriptions included,
 *     and the names of groups whose strategy did not
 */
public record CloseReport(long settled, Map<String, Long> left, List<String> stuck) {
    /** Copies the values. */
    public CloseReport {
        left = Map.copyOf(left);
        stuck = List.copyOf(stuck);
    }

    /** Whether everything was handled and every handler ended. */
    public boolean isClean() {
        return left.isEmpty() && stuck.isEmpty();
    }
}
