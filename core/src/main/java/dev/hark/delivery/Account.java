package dev.hark.delivery;

/**
 * What a ledger knows of where messages are; all others are in the hands of workers.
 *
 * @param entered messages published or routed to it
 * @param waiting messages that no worker holds, those that go back included
 * @param deadLettered dead letters
 * @param dropped messages dropped and dead letters evicted
 * @param purged messages given up
 * @param evicted dead letters evicted
 */
public record Account(long entered, long waiting, long deadLettered, long dropped, long purged, long evicted) {}
