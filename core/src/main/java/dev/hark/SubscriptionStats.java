package dev.hark;

import java.util.List;

/**
 * The figures of a subscription or group at one moment.
 *
 * @param id the id of the subscription or the name of the group
 * @param topic the topic's name
 * @param state what it was doing; of a group, RUNNING if any member was
 * @param tally where its messages are
 * @param waiting how many pending messages no handler has begun with
 * @param inFlight how many deliveries were running
 * @param backingOff how many messages waited for another attempt
 * @param deliveries how many deliveries were ever started
 * @param failures how many attempts ever failed
 * @param redelivered how many deliveries were ever a second or later attempt
 * @param evicted how many dead letters were ever evicted
 * @param members the members, if it is a group
 */
public record SubscriptionStats(
        String id,
        String topic,
        SubscriptionState state,
        Tally tally,
        long waiting,
        long inFlight,
        long backingOff,
        long deliveries,
        long failures,
        long redelivered,
        long evicted,
        List<MemberStats> members) {
    /** Copies the members. */
    public SubscriptionStats {
        members = List.copyOf(members);
    }

    /** Messages published to it and not yet settled: the same as what is pending. */
    public long lag() {
        return tally.pending();
    }
}
