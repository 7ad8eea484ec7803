package dev.hark;

/** A subscription that blocks its publishers had no room within its timeout: the message names it. */
public final class PublishTimeoutException extends PublishException {
    private static final long serialVersionUID = 1L;

    /** Says what was refused and why. */
    public PublishTimeoutException(String message) {
        super(message);
    }
}
