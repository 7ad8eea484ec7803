package dev.hark;

/** The topic of this handle was deleted. */
public final class TopicDeletedException extends PublishException {
    private static final long serialVersionUID = 1L;

    /** Says what was refused and why. */
    public TopicDeletedException(String message) {
        super(message);
    }
}
