package dev.hark;

import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** There is no topic of that name. */
public final class NoSuchTopicException extends NoSuchElementException {
    private static final long serialVersionUID = 1L;

    /** The name asked for. */
    private final String topic;

    /** The existing name most like it, or null. */
    private final @Nullable String nearest;

    /** Names the topic that is missing and the existing one most like it, if any is. */
    public NoSuchTopicException(String topic, @Nullable String nearest) {
        super("no topic '" + topic + "'" + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
        this.topic = topic;
        this.nearest = nearest;
    }

    /** Returns the name asked for. */
    public String topic() {
        return topic;
    }

    /** Returns the existing name most like it. */
    public Optional<String> nearest() {
        return Optional.ofNullable(nearest);
    }
}
