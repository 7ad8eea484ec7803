package dev.hark;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a topic at one moment. Each subscription's tally sums up in itself; different subscriptions are read
 * one after the other.
 *
 * @param name the topic's name
 * @param published how many messages were ever accepted
 * @param waitingPublishers how many publishes wait for room
 * @param subscriptions its subscriptions and groups, a group counted once
 * @param routing the figures of its strategy, if it has one, for which a message is acked when it was routed
 */
public record TopicStats(
        String name,
        long published,
        int waitingPublishers,
        List<SubscriptionStats> subscriptions,
        @Nullable SubscriptionStats routing) {
    /** Copies the subscriptions. */
    public TopicStats {
        subscriptions = List.copyOf(subscriptions);
    }
}
