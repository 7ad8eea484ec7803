package dev.hark;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a subscription behaves. What is left null is taken from the broker's defaults.
 *
 * @param name the stable name, which is the subscription's id, or null to have one generated
 * @param membership the group the subscription belongs to, or null if it stands alone
 * @param ordering the scope of order
 * @param buffer room for waiting messages, or null for the broker's default
 * @param retry attempts and delays, or null for the broker's default
 * @param deadLetters how many dead letters are kept, or null for the broker's default
 */
public record SubscriptionOptions(
        @Nullable String name,
        @Nullable Membership membership,
        Ordering ordering,
        @Nullable Buffer buffer,
        @Nullable Retry retry,
        @Nullable DeadLetterLimits deadLetters) {
    private static final SubscriptionOptions DEFAULTS =
            new SubscriptionOptions(null, null, Ordering.SUBSCRIPTION, null, null, null);

    /** The length, in characters, that the name of a subscription or group may have. */
    public static final int MAX_NAME_LENGTH = 255;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the name is blank or too long
     */
    public SubscriptionOptions {
        Objects.requireNonNull(ordering, "ordering");
        if (name != null) {
            checkName("name", name);
        }
    }

    /** Returns options with a generated name and all defaults. */
    public static SubscriptionOptions defaults() {
        return DEFAULTS;
    }

    /** Returns default options for a subscription with a stable name. */
    public static SubscriptionOptions named(String name) {
        return DEFAULTS.withName(name);
    }

    /** Returns options with a stable name: closing the subscription then keeps its place. */
    public SubscriptionOptions withName(String name) {
        return new SubscriptionOptions(
                Objects.requireNonNull(name, "name"), membership, ordering, buffer, retry, deadLetters);
    }

    /** Returns options for a member of a group, with weight 1 and the strategy that the group has or gets by default. */
    public SubscriptionOptions withGroup(String group) {
        return withMembership(Membership.of(group));
    }

    /** Returns options for a member of a group. */
    public SubscriptionOptions withMembership(Membership membership) {
        return new SubscriptionOptions(
                name, Objects.requireNonNull(membership, "membership"), ordering, buffer, retry, deadLetters);
    }

    /** Returns options with another scope of order. */
    public SubscriptionOptions withOrdering(Ordering ordering) {
        return new SubscriptionOptions(name, membership, ordering, buffer, retry, deadLetters);
    }

    /** Returns options with another buffer. */
    public SubscriptionOptions withBuffer(Buffer buffer) {
        return new SubscriptionOptions(
                name, membership, ordering, Objects.requireNonNull(buffer, "buffer"), retry, deadLetters);
    }

    /** Returns options with other attempts and delays. */
    public SubscriptionOptions withRetry(Retry retry) {
        return new SubscriptionOptions(
                name, membership, ordering, buffer, Objects.requireNonNull(retry, "retry"), deadLetters);
    }

    /** Returns options with other limits on dead letters. */
    public SubscriptionOptions withDeadLetters(DeadLetterLimits deadLetters) {
        return new SubscriptionOptions(
                name, membership, ordering, buffer, retry, Objects.requireNonNull(deadLetters, "deadLetters"));
    }

    static String checkName(String what, String name) {
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    what + " is '" + name + "'; allowed are 1 to " + MAX_NAME_LENGTH + " characters, not all blank");
        }
        return name;
    }
}
