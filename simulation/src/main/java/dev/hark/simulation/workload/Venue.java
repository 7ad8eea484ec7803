package dev.hark.simulation.workload;

import dev.hark.Topic;
import dev.hark.simulation.model.TopicModel;

/**
 * A topic of a run.
 *
 * @param topic the broker's handle
 * @param model what is known of it
 */
record Venue(Topic<Integer> topic, TopicModel model) {}
