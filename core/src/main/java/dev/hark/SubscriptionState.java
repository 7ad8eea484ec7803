package dev.hark;

/** What a subscription is doing. */
public enum SubscriptionState {
    /** It has handled all there is. */
    PARKED,
    /** It has messages and waits for a thread. */
    SCHEDULED,
    /** It is handling messages. */
    RUNNING,
    /** It waits to attempt a failed message again. */
    BACKING_OFF,
    /** It was paused. */
    PAUSED,
    /** It keeps its place but has no handler. */
    AWAY,
    /** It has ended. */
    CLOSED
}
