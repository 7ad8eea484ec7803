package dev.hark;

/**
 * How many dead letters a subscription keeps. At a limit the oldest is evicted and counts as dropped.
 *
 * @param failed the number kept of messages whose attempts failed, were rejected or could not be routed
 * @param overflowed the number kept of messages that found the buffer full
 */
public record DeadLetterLimits(int failed, int overflowed) {
    private static final DeadLetterLimits DEFAULTS = new DeadLetterLimits(10_000, 10_000);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if one is less than 1
     */
    public DeadLetterLimits {
        if (failed < 1 || overflowed < 1) {
            throw new IllegalArgumentException(
                    "limits are " + failed + " and " + overflowed + "; each must be at least 1");
        }
    }

    /** Returns the default: 10,000 of each kind. */
    public static DeadLetterLimits defaults() {
        return DEFAULTS;
    }
}
