package dev.hark;

/**
 * The publisher's thread was interrupted while it waited for room: the message names who had none. Nothing was appended,
 * and the flag is set again.
 */
public final class PublishInterruptedException extends PublishException {
    private static final long serialVersionUID = 1L;

    /** Says what was refused and why. */
    public PublishInterruptedException(String message) {
        super(message);
    }
}
