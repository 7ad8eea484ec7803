package dev.hark.log;

/**
 * Where a cursor's messages are, as far as the log knows.
 *
 * @param entered messages appended since it was attached
 * @param unclaimed messages it has yet to claim
 * @param dropped messages dropped at its bound
 * @param missed messages it missed that are about to become dead letters
 */
public record Stock(long entered, long unclaimed, long dropped, long missed) {}
