package dev.hark;

/**
 * What ending a subscription left behind.
 *
 * @param subscription the subscription's id
 * @param purged messages that waited and will not be handled
 * @param returned messages that went back to the subscription's group
 * @param inFlight 1 if a handler was running, else 0; its ack still counts
 */
public record UnsubscribeReport(String subscription, long purged, long returned, int inFlight) {}
