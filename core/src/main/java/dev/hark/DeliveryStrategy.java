package dev.hark;

import java.util.List;

/**
 * Decides which members get a message: exactly one in a group; any number among the ungrouped subscriptions of a topic
 * that has a strategy.
 *
 * <p>Called once per message, in publish order, on the broker's executor, by one thread at a time for each group. An
 * instance used by several groups is called by several threads, unless {@link #forGroup} gives each its own. A strategy
 * that throws, or selects nobody, somebody unknown or, in a group, more than one member, sends the message to the dead
 * letters with that reason.
 *
 * <p>The strategies made here are equal to others of their kind.
 */
@FunctionalInterface
public interface DeliveryStrategy {
    /**
     * Selects who gets the message.
     *
     * @param members a stable snapshot of those that could get it, in the order in which they joined, never empty
     * @param message the message to be routed
     * @return members of the snapshot
     */
    List<Member> select(List<Member> members, Message<?> message);

    /**
     * Whether a message waits until some member has room before this strategy is asked. If not, a selected member
     * without room treats the message as its own overflow policy says.
     */
    default boolean awaitsRoom() {
        return true;
    }

    /**
     * Returns what a new group, or a topic's ungrouped subscriptions, work with: this, or one like it that keeps what it
     * remembers (whose turn it is, say) to itself. Called once for each, as the group or topic is made; it must be short
     * and must not call the broker.
     */
    default DeliveryStrategy forGroup() {
        return this;
    }

    /** Selects all. In a group this is an error, as a group's message goes to one member. */
    static DeliveryStrategy broadcast() {
        return new Strategies.Broadcast();
    }

    /** Selects one after the other, passing over those without room. */
    static DeliveryStrategy roundRobin() {
        return new Strategies.RoundRobin();
    }

    /**
     * Selects the same member for the same key as long as the members are the same, and moves only the keys of the one
     * that came or left. Messages without a key are spread by their offset.
     */
    static DeliveryStrategy sticky() {
        return new Strategies.Sticky();
    }

    /** Selects in proportion to the members' weights, evenly interleaved, passing over those without room. */
    static DeliveryStrategy weighted() {
        return new Strategies.Weighted();
    }
}
