package dev.hark;

import java.util.List;

/**
 * The figures of a topic at one moment. Each subscription's tally sums up in itself; different subscriptions are read
 * one after the other.
 *
 * @param name the topic's name
 * @param published how many messages were ever accepted
 * @param waitingPublishers how many publishes wait for room
 * @param subscriptions its subscriptions and groups, a group counted once
 */
public record TopicStats(
        String name, long published, int waitingPublishers, List<SubscriptionStats> subscriptions) {
    /** Copies the subscriptions. */
    public TopicStats {
        subscriptions = List.copyOf(subscriptions);
    }
}
