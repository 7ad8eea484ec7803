/**
 * What the broker takes from outside: threads, timers, clock, random, and the listener events go to. Nothing here knows
 * topics or deliveries.
 */
package dev.hark.runtime;
