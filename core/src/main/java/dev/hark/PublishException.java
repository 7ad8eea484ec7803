package dev.hark;

/** A message was not accepted: nothing was appended, for anyone. */
public abstract sealed class PublishException extends RuntimeException
        permits BrokerClosedException,
                PublishInterruptedException,
                PublishTimeoutException,
                TopicDeletedException,
                TopicFullException {
    private static final long serialVersionUID = 1L;

    PublishException(String message) {
        super(message);
    }
}
