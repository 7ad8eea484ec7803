package dev.hark;

import java.time.Duration;

/** What happens to a message that a subscription has no room for. */
public sealed interface Overflow {
    /**
     * The publisher waits for room, first come first served, and its publish fails for all when the time is up and there
     * is none. Publishers that wait are let in when an eighth to a quarter of the buffer is free, or one message of a
     * small one.
     *
     * @param timeout how long a publisher waits at most, more than nothing and at most {@link Retry#MAX_DELAY}
     */
    record Block(Duration timeout) implements Overflow {
        /**
         * Checks the timeout.
         *
         * @throws IllegalArgumentException if it is not positive or too long
         */
        public Block {
            Retry.checkDelay("timeout", timeout);
            if (timeout.isZero()) {
                throw new IllegalArgumentException("timeout is 0; use Overflow.fail() to not wait");
            }
        }
    }

    /** The publish fails with {@link TopicFullException} and appends nothing, for anyone. */
    record Fail() implements Overflow {}

    /** The message is dropped for this subscription, as are those that follow until half of its buffer is free. */
    record DropNewest() implements Overflow {}

    /** The oldest waiting message that no handler has seen is dropped for this subscription. */
    record DropOldest() implements Overflow {}

    /**
     * The message goes to the subscription's dead letters, as do those that follow until half of its buffer is free.
     * The default.
     */
    record DeadLetter() implements Overflow {}

    /** Returns {@link Block}. */
    static Overflow block(Duration timeout) {
        return new Block(timeout);
    }

    /** Returns {@link Fail}. */
    static Overflow fail() {
        return new Fail();
    }

    /** Returns {@link DropNewest}. */
    static Overflow dropNewest() {
        return new DropNewest();
    }

    /** Returns {@link DropOldest}. */
    static Overflow dropOldest() {
        return new DropOldest();
    }

    /** Returns {@link DeadLetter}. */
    static Overflow deadLetter() {
        return new DeadLetter();
    }
}
