package dev.hark;

/**
 * Where the messages of one subscription or group are now. These are gauges that sum up:
 * {@code published + replayed = acked + deadLettered + dropped + expired + purged + pending}.
 *
 * @param published messages published (or, by a strategy, routed) to it since it began
 * @param replayed messages put back by a seek
 * @param acked messages handled
 * @param deadLettered messages that are dead letters now
 * @param dropped messages dropped at the bound, and evicted dead letters
 * @param expired messages whose time was over
 * @param purged messages given up by ending the subscription, and purged dead letters
 * @param pending messages that wait, are in flight or back off, counted one by one
 */
public record Tally(
        long published,
        long replayed,
        long acked,
        long deadLettered,
        long dropped,
        long expired,
        long purged,
        long pending) {
    /** Messages of which nobody knows where they are: 0, or the broker has a fault. */
    public long missing() {
        return published + replayed - acked - deadLettered - dropped - expired - purged - pending;
    }
}
