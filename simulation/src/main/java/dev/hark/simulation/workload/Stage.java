package dev.hark.simulation.workload;

import dev.hark.Broker;
import dev.hark.simulation.model.Model;
import dev.hark.simulation.schedule.World;
import java.util.ArrayList;
import java.util.List;

/**
 * What the actors of a run share.
 *
 * @param world threads, time and dice
 * @param model the account of what happened
 * @param broker the broker under test
 * @param topics the topics that were created, deleted ones included
 * @param places the subscriptions that were made, ended ones included
 * @param plain whether the run is about the partition's protocol alone: one topic, subscriptions that stand alone and
 *     whose handlers ack all at once, and publishers that never rest
 */
record Stage(World world, Model model, Broker broker, List<Venue> topics, List<Place> places, boolean plain) {
    private static final int MOST_MESSAGES = 300;
    private static final int PLAIN = 450;

    Stage(World world, Model model, Broker broker) {
        this(
                world,
                model,
                broker,
                new ArrayList<>(),
                new ArrayList<>(),
                world.dice().chance(PLAIN));
    }

    long now() {
        return world.time().elapsedNanos();
    }

    /** Whether handlers may go on publishing: without a bound, what they publish to themselves could breed for ever. */
    boolean handlersMayPublish() {
        return model.postings().size() < MOST_MESSAGES;
    }

    void log(String line) {
        world.log(line);
    }
}
