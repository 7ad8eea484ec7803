package dev.hark.cli;

import java.time.Instant;

/**
 * A seismic event of the feed.
 *
 * @param id its id in the catalogue
 * @param time when it happened
 * @param net the network that reported it
 * @param type what it was, {@code earthquake} for most
 * @param magnitude its magnitude, NaN if none was determined
 * @param place where it was, in words; may be empty
 */
record Quake(String id, Instant time, String net, String type, double magnitude, String place) {}
