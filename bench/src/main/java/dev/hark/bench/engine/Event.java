package dev.hark.bench.engine;

/**
 * What is published.
 *
 * @param number the events of a publisher are numbered from 0 on
 * @param key what it is about
 * @param nanos when it should have been published, by {@link System#nanoTime}, or 0
 */
public record Event(long number, String key, long nanos) {}
