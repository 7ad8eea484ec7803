package dev.hark;

/**
 * What ending a subscription left behind.
 *
 * @param subscription the subscription's id
 * @param purged messages that waited and will not be handled; one too many if a delivery was just being started, which
 *     then still begins. {@link SubscriptionStats} is exact
 * @param returned messages that went back to the subscription's group
 * @param inFlight messages whose handler was running; its ack still counts. At most 1, unless a whole group ended
 */
public record UnsubscribeReport(String subscription, long purged, long returned, int inFlight) {}
