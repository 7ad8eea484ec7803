package dev.hark.simulation;

import dev.hark.runtime.Interleaving;
import dev.hark.simulation.schedule.World;
import dev.hark.simulation.workload.Play;

/** Runs the whole broker under a seed, and checks it against a model. */
public final class Simulate {
    private Simulate() {}

    /**
     * Runs one seed on the calling thread. One run at a time, since the broker's code has one place to hook into.
     *
     * @throws SimulationFailedException if the broker broke a promise or the run did not end
     * @throws IllegalStateException if this JVM was not started with the flags that the simulation needs
     */
    public static Outcome run(long seed) {
        World world = new World(seed);
        Interleaving.install(world.threads()::point);
        try {
            Play play = new Play(world);
            play.run();
            return new Outcome(seed, world.trace().digest(), world.threads().steps(), play.published());
        } catch (RuntimeException | Error e) {
            throw new SimulationFailedException(seed, e, world.trace().latest());
        } finally {
            Interleaving.install(null);
        }
    }
}
