package dev.hark.log;

/**
 * The partition that messages come from.
 *
 * @param topic the topic's name
 * @param partition the partition's number
 * @param idPrefix what the derived ids of its messages begin with; the offset follows
 */
public record Origin(String topic, int partition, String idPrefix) {}
