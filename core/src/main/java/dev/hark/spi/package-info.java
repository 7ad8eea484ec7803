/**
 * What a user may bring to the broker from outside: timers and delivery strategies' view of a group. No mechanism
 * lives here.
 */
package dev.hark.spi;
