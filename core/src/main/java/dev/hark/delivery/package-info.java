/**
 * Delivering messages to one handler: attempts, backoff, acks, dead letters and the account of where every message is.
 * Nothing here knows groups, topics or how a log stores its messages.
 */
package dev.hark.delivery;
