package dev.hark;

import java.util.Objects;

/**
 * The room a subscription has for messages that wait, and what happens when it is full. Messages in flight do not
 * count.
 *
 * @param capacity the number of waiting messages
 * @param overflow what happens to the next one
 */
public record Buffer(int capacity, Overflow overflow) {
    private static final Buffer DEFAULTS = new Buffer(65_536, Overflow.deadLetter());

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the capacity is less than 1
     */
    public Buffer {
        Objects.requireNonNull(overflow, "overflow");
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "capacity is " + capacity + "; at least 1 is needed (Buffer.unlimited() asks for no bound)");
        }
    }

    /** Returns the default: 65,536 messages, then dead letters. */
    public static Buffer defaults() {
        return DEFAULTS;
    }

    /** Returns a buffer of the given capacity. */
    public static Buffer of(int capacity, Overflow overflow) {
        return new Buffer(capacity, overflow);
    }

    /** Returns a buffer that is bounded by the heap alone. Choose it only when something else bounds the publishers. */
    public static Buffer unlimited() {
        return new Buffer(Integer.MAX_VALUE, Overflow.fail());
    }

    /** Whether this is the buffer without a bound. */
    public boolean isUnlimited() {
        return capacity == Integer.MAX_VALUE;
    }
}
