package dev.hark.topic;
/** x */
final class TopicName {
    static void check(String s) {}

    private TopicName() {}
}
