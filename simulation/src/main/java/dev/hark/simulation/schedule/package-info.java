/**
 * Threads and time under a seed: what runs next, and when time passes, is drawn from one random source, so that a run
 * can be repeated. Nothing here knows the broker but for its SPI of timers.
 */
@NullMarked
package dev.hark.simulation.schedule;

import org.jspecify.annotations.NullMarked;
