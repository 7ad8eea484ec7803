package dev.hark;

/** Something that happened in a broker and that its {@link BrokerListener} may want to know. */
public sealed interface BrokerEvent {
    /** The topic's name. */
    String topic();

    /** The id of the subscription or the name of the group. */
    String subscription();

    /**
     * A subscription's buffer became full. Reported once, until half of it was free again.
     *
     * @param topic the topic's name
     * @param subscription the id of the subscription or the name of the group
     * @param waiting how many messages waited
     * @param overflow what happens to further ones
     */
    record Slow(String topic, String subscription, long waiting, Overflow overflow) implements BrokerEvent {}

    /**
     * A slow subscription has half of its buffer free again.
     *
     * @param topic the topic's name
     * @param subscription the id of the subscription or the name of the group
     */
    record Recovered(String topic, String subscription) implements BrokerEvent {}

    /**
     * A message became a dead letter after its attempts or for want of a route; overflow is reported by {@link Slow}.
     *
     * @param topic the topic's name
     * @param subscription the id of the subscription or the name of the group
     * @param letter the letter
     */
    record DeadLettered(String topic, String subscription, DeadLetter letter) implements BrokerEvent {}

    /**
     * Messages were dropped at a bound, or dead letters evicted.
     *
     * @param topic the topic's name
     * @param subscription the id of the subscription or the name of the group
     * @param count how many
     * @param reason which policy dropped them
     */
    record Dropped(String topic, String subscription, long count, String reason) implements BrokerEvent {}

    /**
     * A member joined a group.
     *
     * @param topic the topic's name
     * @param subscription the name of the group
     * @param member the id of the member's subscription
     */
    record MemberJoined(String topic, String subscription, String member) implements BrokerEvent {}

    /**
     * A member left a group.
     *
     * @param topic the topic's name
     * @param subscription the name of the group
     * @param member the id of the member's subscription
     * @param returned how many messages it had not begun with and gave back
     */
    record MemberLeft(String topic, String subscription, String member, long returned) implements BrokerEvent {}

    /**
     * A subscription or group ended.
     *
     * @param topic the topic's name
     * @param subscription the id of the subscription or the name of the group
     * @param reason why
     * @param purged how many messages were purged with it
     */
    record Closed(String topic, String subscription, EndReason reason, long purged) implements BrokerEvent {}
}
