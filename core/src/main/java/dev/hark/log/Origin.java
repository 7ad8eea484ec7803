package dev.hark.log;

/**
 * The partition that messages come from.
 *
 * @param topic the topic's name
 * @param partition the partition's number
 * @param run what tells this run of the broker from others
 * @param incarnation what tells this topic from others of the run, also from those of its name
 */
public record Origin(String topic, int partition, String run, long incarnation) {
    /** What the derived ids of its messages begin with; the offset follows. Made anew each time, as few ask. */
    public String idPrefix() {
        return run + "-" + incarnation + "-" + partition + "-";
    }
}
