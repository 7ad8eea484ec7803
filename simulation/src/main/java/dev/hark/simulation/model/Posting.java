package dev.hark.simulation.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of publish, and what became of it. */
public final class Posting {
    /** A moment that has not come. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long UNKNOWN = -1;

    private final int number;
    private final TopicModel topic;
    private final String publisher;
    private final @Nullable String key;
    private final long calledAt;
    private long returnedAt = NEVER;
    private boolean refused;
    private long offset = UNKNOWN;
    private @Nullable String id;
    private final List<String> routes = new ArrayList<>();

    Posting(int number, TopicModel topic, String publisher, @Nullable String key, long calledAt) {
        this.number = number;
        this.topic = topic;
        this.publisher = publisher;
        this.key = key;
        this.calledAt = calledAt;
    }

    /** What is published for it: its number. */
    public Integer payload() {
        return number;
    }

    /** Its key, or null. */
    public @Nullable String key() {
        return key;
    }

    /** Its topic. */
    public TopicModel topic() {
        return topic;
    }

    /** Whether a receipt came. */
    public boolean isAccepted() {
        return returnedAt != NEVER && !refused;
    }

    /** Whether an exception came. */
    public boolean isRefused() {
        return refused;
    }

    /** Whether the outcome is still open. */
    public boolean isOpen() {
        return returnedAt == NEVER;
    }

    String publisher() {
        return publisher;
    }

    long calledAt() {
        return calledAt;
    }

    long returnedAt() {
        return returnedAt;
    }

    /** Its offset, if that is known, else -1. */
    public long offset() {
        return offset;
    }

    /** Its message's id, if that is known. */
    public @Nullable String id() {
        return id;
    }

    /** The members it was routed to, the latest last. */
    List<String> routes() {
        return routes;
    }

    void returned(long moment, boolean refused) {
        this.returnedAt = moment;
        this.refused = refused;
    }

    /** Learns where the message stands, from a receipt or a handler; both have to say the same. */
    void placed(long offset, String id) {
        if (this.offset == UNKNOWN) {
            this.offset = offset;
            this.id = id;
            topic.placed(this);
        }
        Rule.IDENTITY.check(
                this.offset == offset && id.equals(this.id), () -> this + " is now at " + offset + ", id " + id);
    }

    @Override
    public String toString() {
        return "message " + number + (offset == UNKNOWN ? "" : " at offset " + offset) + " of " + topic.name();
    }
}
