package dev.hark;

/** The broker is closed or closing, and takes no more publishes and subscriptions from outside its handlers. */
public final class BrokerClosedException extends PublishException {
    private static final long serialVersionUID = 1L;

    /** Says what was refused and why. */
    public BrokerClosedException(String message) {
        super(message);
    }
}
