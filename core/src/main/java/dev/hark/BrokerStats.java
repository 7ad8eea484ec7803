package dev.hark;

import java.util.List;

/**
 * The figures of a broker at one moment.
 *
 * @param topics its topics by name
 * @param eventsDropped how many events the listener was too slow for
 */
public record BrokerStats(List<TopicStats> topics, long eventsDropped) {
    /** Copies the topics. */
    public BrokerStats {
        topics = List.copyOf(topics);
    }

    /** How many messages were ever accepted by the topics that exist. */
    public long published() {
        return topics.stream().mapToLong(TopicStats::published).sum();
    }
}
