package dev.hark.testkit;

import dev.hark.Message;
import dev.hark.RejectException;
import dev.hark.Subscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A handler that records what it is given, and answers as it was told to.
 *
 * <p>It keeps every delivery, in the order of the calls, and, of these, the messages it acked, in the order in which
 * their handling ended. It can be used by any number of threads and subscriptions at once. What it returns are copies.
 *
 * @param <T> the type of the payload
 */
public final class RecordingSubscriber<T> implements Subscriber<T> {
    private final Monitor monitor = new Monitor();
    private final List<Message<T>> deliveries = new ArrayList<>();
    private final List<Message<T>> acked = new ArrayList<>();
    private final Map<String, Integer> attempts = new HashMap<>();
    private final Subscriber<? super T> behaviour;

    private RecordingSubscriber(Subscriber<? super T> behaviour) {
        this.behaviour = behaviour;
    }

    /** Makes one that acks everything. */
    public static <T> RecordingSubscriber<T> acking() {
        return of(message -> true);
    }

    /** Makes one that answers as another handler does; see also {@link Faults}. */
    public static <T> RecordingSubscriber<T> of(Subscriber<? super T> behaviour) {
        return new RecordingSubscriber<>(behaviour);
    }

    /** Makes one that fails the first attempts of each message, by returning false, and acks the next one. */
    public static <T> RecordingSubscriber<T> failingTimes(int attempts) {
        return of(Faults.<T>failFirst(attempts, message -> true));
    }

    /** Makes one that always throws, a new throwable each time. */
    public static <T> RecordingSubscriber<T> throwing(Supplier<? extends Throwable> failure) {
        return of(Faults.<T>throwFirst(Integer.MAX_VALUE, failure, message -> true));
    }

    /** Makes one that rejects the messages chosen, so that they become dead letters at once, and acks the others. */
    public static <T> RecordingSubscriber<T> rejecting(Predicate<? super Message<T>> chosen) {
        return of((Message<T> message) -> {
            if (chosen.test(message)) {
                throw new RejectException("rejected as told");
            }
            return true;
        });
    }

    /** Records the delivery, and answers as told. */
    @Override
    public boolean onMessage(Message<T> message) throws Exception {
        monitor.change(() -> {
            deliveries.add(message);
            attempts.merge(message.id(), 1, Integer::sum);
        });
        boolean ack = answer(message);
        if (ack) {
            monitor.change(() -> acked.add(message));
        }
        return ack;
    }

    @SuppressWarnings("unchecked") // a message is immutable, so that one of T can be read as one of any supertype of T
    private <S> boolean answer(Message<T> message) throws Exception {
        return ((Subscriber<S>) behaviour).onMessage((Message<S>) message);
    }

    /** Returns the messages acked, in order. */
    public List<Message<T>> messages() {
        return monitor.read(() -> List.copyOf(acked));
    }

    /** Returns the payloads of the messages acked, in order. */
    public List<T> payloads() {
        return messages().stream().<T>map(Message::payload).toList();
    }

    /** Returns how many messages were acked. */
    public int count() {
        return monitor.read(acked::size);
    }

    /** Returns the message of every delivery, failed ones included, in order. */
    public List<Message<T>> deliveries() {
        return monitor.read(() -> List.copyOf(deliveries));
    }

    /** Returns the payload of every delivery, failed ones included, in order. */
    public List<T> deliveredPayloads() {
        return deliveries().stream().<T>map(Message::payload).toList();
    }

    /** Returns how often the message was delivered: 0 if never. */
    public int attemptsOf(String messageId) {
        return monitor.read(() -> attempts.getOrDefault(messageId, 0));
    }

    /**
     * Waits, in real time, until so many messages were acked.
     *
     * @return the messages acked, which may be more
     * @throws AssertionError if that takes longer than the timeout, or if interrupted
     */
    public List<Message<T>> awaitCount(int count, Duration timeout) {
        monitor.await(
                () -> acked.size() >= count,
                timeout,
                () -> "awaited " + count + " acked messages, got " + acked.size() + " in " + deliveries.size()
                        + " deliveries");
        return messages();
    }

    /**
     * Waits, in real time, until there were so many deliveries, failed ones and the running one included.
     *
     * @return the message of every delivery, of which there may be more
     * @throws AssertionError if that takes longer than the timeout, or if interrupted
     */
    public List<Message<T>> awaitDeliveries(int count, Duration timeout) {
        monitor.await(
                () -> deliveries.size() >= count,
                timeout,
                () -> "awaited " + count + " deliveries, got " + deliveries.size());
        return deliveries();
    }
}
