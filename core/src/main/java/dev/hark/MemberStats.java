package dev.hark;

/**
 * The figures of one member of a group at one moment.
 *
 * @param id the id of the member's subscription
 * @param state what it was doing
 * @param acked how many messages it ever acked
 * @param waiting how many messages were bound to it and not begun with
 * @param inFlight how many of its deliveries were running
 * @param backingOff how many of its messages waited for another attempt
 * @param deliveries how many deliveries it ever started
 * @param failures how many of its attempts ever failed
 * @param redelivered how many of its deliveries were ever a second or later attempt
 */
public record MemberStats(
        String id,
        SubscriptionState state,
        long acked,
        long waiting,
        long inFlight,
        long backingOff,
        long deliveries,
        long failures,
        long redelivered) {}
