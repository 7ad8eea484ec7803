package dev.hark;

/** Why a message became a dead letter. */
public enum DeadLetterReason {
    /** Its last attempt failed. */
    ATTEMPTS_EXHAUSTED,
    /** The handler threw {@link RejectException}. */
    REJECTED,
    /** The buffer was full. */
    OVERFLOW,
    /** The strategy did not say who should get it. */
    UNROUTABLE
}
