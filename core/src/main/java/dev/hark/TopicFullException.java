package dev.hark;

/**
 * A subscription had no room and does not let its publisher wait, too many publishers wait already, or waiting could
 * never end: the message names who had none.
 */
public final class TopicFullException extends PublishException {
    private static final long serialVersionUID = 1L;

    /** Says what was refused and why. */
    public TopicFullException(String message) {
        super(message);
    }
}
