package dev.hark.simulation;

/**
 * What one run did.
 *
 * @param seed its seed
 * @param digest of everything that happened; the same for every run of the seed
 * @param steps how often the scheduler chose
 * @param published how many messages publishers tried to publish
 */
public record Outcome(long seed, long digest, int steps, int published) {}
