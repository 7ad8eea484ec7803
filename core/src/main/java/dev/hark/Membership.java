package dev.hark;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A subscription's place in a group of competing members, of which one gets each message.
 *
 * @param group the group's name, unique in its topic
 * @param weight this member's share under {@link DeliveryStrategy#weighted()}
 * @param strategy who gets a message; null takes what the group has, and round-robin for a new group
 */
public record Membership(String group, int weight, @Nullable DeliveryStrategy strategy) {
    /** The largest weight. */
    public static final int MAX_WEIGHT = 1_000;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the group's name is blank or too long, or the weight is not from 1 to
     *     {@value #MAX_WEIGHT}
     */
    public Membership {
        SubscriptionOptions.checkName("group", group);
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException("weight is " + weight + "; allowed are 1 to " + MAX_WEIGHT);
        }
    }

    /** Returns a membership of weight 1. */
    public static Membership of(String group) {
        return new Membership(group, 1, null);
    }

    /** Returns a membership with another weight. */
    public Membership withWeight(int weight) {
        return new Membership(group, weight, strategy);
    }

    /** Returns a membership that names the group's strategy. */
    public Membership withStrategy(DeliveryStrategy strategy) {
        return new Membership(group, weight, Objects.requireNonNull(strategy, "strategy"));
    }
}
