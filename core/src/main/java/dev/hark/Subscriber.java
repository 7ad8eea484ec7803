package dev.hark;

/**
 * A handler of messages.
 *
 * <p>It is called on the broker's executor, for one message at a time, in the order of the subscription, and what one
 * call did happens-before the next. It may block, publish, subscribe and unsubscribe, itself included.
 *
 * @param <T> the type of the payload
 */
@FunctionalInterface
public interface Subscriber<T> {
    /**
     * Handles one message.
     *
     * @return true to ack; false for a failed attempt, which is retried as the subscription's {@link Retry} says
     * @throws RejectException to have the message dead-lettered at once
     * @throws RetryLaterException to have it retried after a delay of the handler's choice
     * @throws Exception anything else, an {@link Error} included, is a failed attempt
     */
    boolean onMessage(Message<T> message) throws Exception;
}
