package dev.hark;

/** The scope in which messages are handled in publish order. */
public enum Ordering {
    /** One message of a subscription (in a group: of a member) at a time, in publish order, also across retries. */
    SUBSCRIPTION
}
