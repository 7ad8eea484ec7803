/**
 * A topic partition as a log in memory: appending, reading by cursor, parking and waking readers, bounds and gaps.
 * Nothing here knows handlers, attempts or groups.
 *
 * <p>The protocol is argued in {@link dev.hark.log.Partition}.
 */
package dev.hark.log;
