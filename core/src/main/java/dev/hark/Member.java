package dev.hark;

/**
 * A member of a group as a {@link DeliveryStrategy} sees it: a value, taken for one message.
 *
 * @param id the id of the member's subscription
 * @param weight its weight, see {@link Membership}
 * @param hasRoom whether it can take a message without going beyond its bound
 * @param pending how many messages are bound to it and not yet settled
 */
public record Member(String id, int weight, boolean hasRoom, int pending) {}
