package dev.hark;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a topic behaves.
 *
 * @param key makes a message's key from its payload on the publisher's thread, or null for no keys
 * @param strategy who of the topic's ungrouped subscriptions gets a message, or null so that each gets every message
 * @param <T> the type of the payloads
 */
public record TopicOptions<T>(
        @Nullable Function<? super T, String> key, @Nullable DeliveryStrategy strategy) {
    private static final TopicOptions<Object> DEFAULTS = new TopicOptions<>(null, null);

    /** Returns the options of a plain topic. */
    @SuppressWarnings("unchecked") // the defaults hold no value of type T
    public static <T> TopicOptions<T> defaults() {
        return (TopicOptions<T>) DEFAULTS;
    }

    /** Returns options with a key function. Two options agree only if they hold the same function object. */
    public TopicOptions<T> withKey(Function<? super T, String> key) {
        return new TopicOptions<>(Objects.requireNonNull(key, "key"), strategy);
    }

    /** Returns options with a strategy for the topic's ungrouped subscriptions. */
    public TopicOptions<T> withStrategy(DeliveryStrategy strategy) {
        return new TopicOptions<>(key, Objects.requireNonNull(strategy, "strategy"));
    }
}
