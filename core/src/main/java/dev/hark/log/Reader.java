package dev.hark.log;

import dev.hark.Overflow;
import java.util.Collection;

/**
 * Whose cursor it is: what a partition needs to know of a subscription or group.
 *
 * @param <T> the type of the payloads
 */
public interface Reader<T> {
    /**
     * Claims the right to run the reader, if it is parked. Whoever gets true must have {@link #runner} run, once, and
     * reads the cursor only there. Called without the partition's lock.
     */
    boolean claimParked();

    /** What drains the cursor. */
    Runnable runner();

    /** What the reader has claimed. */
    Hand<T> hand();

    /** The handlers that can move the cursor on; it stands still if all of them wait. Called without a lock. */
    Collection<?> handlers();

    /** Takes a message that found the buffer full. Called under the partition's lock, told to users by effects. */
    void overflowed(StoredMessage<T> message, Effects effects);

    /** How many overflowed messages it can take before it evicts the oldest of them. */
    int overflowQuota();

    /**
     * Learns that so many messages found the buffer full and were evicted at once, as others after them fill the quota.
     * Called under the partition's lock, told to users by effects.
     */
    void overflowEvicted(long count, Effects effects);

    /** Learns that messages were dropped at the bound. Called under the partition's lock, told to users by effects. */
    void dropped(long count, String reason, Effects effects);

    /** Learns that its buffer became full. Called under the partition's lock, told to users by effects. */
    void filled(long waiting, Overflow overflow, Effects effects);

    /** Learns that half of its buffer is free again. Called under the partition's lock, told to users by effects. */
    void relieved(Effects effects);
}
