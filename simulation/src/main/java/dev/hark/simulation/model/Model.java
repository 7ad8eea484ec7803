package dev.hark.simulation.model;

import dev.hark.Member;
import dev.hark.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The account of one run. Its moments are a clock of its own, which ticks with whatever is noted: it tells what was
 * over before something else began. Used by one thread at a time; nothing here gives way to other threads.
 */
public final class Model {
    private final List<TopicModel> topics = new ArrayList<>();
    private final List<Posting> postings = new ArrayList<>();
    private long moment;
    private boolean closeCalled;
    private long closedAt = Posting.NEVER;

    /** Notes a topic. */
    public TopicModel topicCreated(String name, boolean routed) {
        TopicModel topic = new TopicModel(this, name, routed);
        topics.add(topic);
        return topic;
    }

    /** Notes a subscription or group that is about to be made. */
    public UnitModel unit(TopicModel topic, String nickname, Terms terms, boolean group) {
        UnitModel unit = new UnitModel(this, topic, nickname, terms, group);
        topic.units().add(unit);
        return unit;
    }

    /** The topics, deleted ones included. */
    public List<TopicModel> topics() {
        return topics;
    }

    /** What was published or tried to. */
    public List<Posting> postings() {
        return postings;
    }

    /** Notes that close is about to be called. */
    public void closeCalled() {
        closeCalled = true;
        topics.forEach(topic -> topic.units().forEach(UnitModel::endCalled));
    }

    /** Notes that close returned. */
    public void closed() {
        closedAt = tick();
        topics.forEach(topic -> topic.units().forEach(UnitModel::endReturned));
    }

    /** Whether close was called. */
    public boolean isCloseCalled() {
        return closeCalled;
    }

    /** Whether close returned. */
    public boolean isClosed() {
        return closedAt != Posting.NEVER;
    }

    long closedAt() {
        return closedAt;
    }

    /** Finds what a message was published as, and checks that it is the same still. */
    public Posting posting(Message<?> message) {
        if (!(message.payload() instanceof Integer number) || number < 0 || number >= postings.size()) {
            throw new Violation(Rule.IDENTITY, "a message has the payload " + message.payload());
        }
        Posting posting = postings.get(number);
        posting.placed(message.offset(), message.id());
        Rule.IDENTITY.check(
                message.topic().equals(posting.topic().name())
                        && java.util.Objects.equals(message.key().orElse(null), posting.key()),
                () -> posting + " has topic " + message.topic() + " and key " + message.key());
        return posting;
    }

    /** Notes whom a strategy selected. */
    public void routed(Message<?> message, List<Member> selected) {
        Posting posting = posting(message);
        selected.forEach(member -> posting.routes().add(member.id()));
    }

    Posting newPosting(TopicModel topic, String publisher, @Nullable String key) {
        Posting posting = new Posting(postings.size(), topic, publisher, key, tick());
        postings.add(posting);
        return posting;
    }

    long tick() {
        return ++moment;
    }
}
