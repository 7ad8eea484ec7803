package dev.hark;

/** Why a subscription ended. */
public enum EndReason {
    /** It was unsubscribed, or closed under a generated name. */
    UNSUBSCRIBED,
    /** Its topic was deleted. */
    TOPIC_DELETED,
    /** Its broker was closed. */
    BROKER_CLOSED
}
