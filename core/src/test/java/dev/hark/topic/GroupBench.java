package dev.hark.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Broker;
import dev.hark.Buffer;
import dev.hark.DeliveryStrategy;
import dev.hark.Member;
import dev.hark.Membership;
import dev.hark.Message;
import dev.hark.Overflow;
import dev.hark.Retry;
import dev.hark.Subscriber;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionStats;
import dev.hark.delivery.Worker;
import dev.hark.tables.HandDriven;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A topic with one group, on threads and time that the test drives, and what the group's router looked like before and
 * after the event of a row. A handler without an answer acks; a strategy without one selects the first member with room,
 * or the first one.
 */
final class GroupBench {
    static final Duration DELAY = Duration.ofMillis(50);

    private static final String GROUP = "group";
    private static final List<String> STATES =
            List.of("PARKED", "SCHEDULED", "RUNNING", "BACKING_OFF", "ENDING", "CLOSED");
    private static final VarHandle STATE = state();

    private final HandDriven hand = new HandDriven();
    private final Broker broker = hand.broker().build();
    private final LocalTopic<Integer> topic = (LocalTopic<Integer>) broker.createTopic("topic", Integer.class);
    private final ArrayDeque<Subscriber<Integer>> answers = new ArrayDeque<>();
    private final ArrayDeque<DeliveryStrategy> choices = new ArrayDeque<>();
    private final DeliveryStrategy strategy;
    private Buffer buffer = Buffer.of(2_000, Overflow.fail());

    private int published;
    private @Nullable LocalGroup<Integer> group;
    private String before = "never looked";
    private String after = "never looked";
    private String messages = "never looked";

    private GroupBench(boolean awaitsRoom) {
        strategy = new Scripted(awaitsRoom);
    }

    /** Makes one whose strategy waits for room, as all but the sticky one do. */
    static GroupBench waiting() {
        return new GroupBench(true);
    }

    /** Makes one whose strategy does not wait for room, so that mailboxes fill. */
    static GroupBench filling(Buffer buffer) {
        GroupBench bench = new GroupBench(false);
        bench.buffer = buffer;
        return bench;
    }

    private final class Scripted implements DeliveryStrategy {
        private final boolean awaitsRoom;

        Scripted(boolean awaitsRoom) {
            this.awaitsRoom = awaitsRoom;
        }

        @Override
        public List<Member> select(List<Member> members, Message<?> message) {
            DeliveryStrategy choice = choices.poll();
            return choice != null
                    ? choice.select(members, message)
                    : List.of(
                            members.stream().filter(Member::hasRoom).findFirst().orElse(members.getFirst()));
        }

        @Override
        public boolean awaitsRoom() {
            return awaitsRoom;
        }
    }

    private static VarHandle state() {
        try {
            return MethodHandles.privateLookupIn(Worker.class, MethodHandles.lookup())
                    .findVarHandle(Worker.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the machine has no state", e);
        }
    }

    HandDriven hand() {
        return hand;
    }

    /** Says what a handler answers to the next delivery that has no answer yet. */
    void answer(Subscriber<Integer> next) {
        answers.add(next);
    }

    /** Says what the strategy selects for the next message for which nothing was said yet. */
    void choose(DeliveryStrategy next) {
        choices.add(next);
    }

    // Events.

    void createGroup() {
        topic.createGroup(GROUP, options());
        group = topic.groups().getFirst();
        hand.run();
    }

    void deleteGroup() {
        topic.deleteGroup(GROUP);
    }

    private SubscriptionOptions options() {
        return SubscriptionOptions.defaults()
                .withMembership(Membership.of(GROUP).withStrategy(strategy))
                .withBuffer(buffer)
                .withRetry(new Retry(DELAY, DELAY, 2));
    }

    Subscription join() {
        return join(options());
    }

    Subscription joinNamed(String name) {
        return join(options().withName(name));
    }

    private Subscription join(SubscriptionOptions options) {
        Subscription member = topic.subscribe(options, this::handle);
        group = topic.groups().getFirst();
        return member;
    }

    private boolean handle(Message<Integer> message) throws Exception {
        Subscriber<Integer> answer = answers.poll();
        return answer == null || answer.onMessage(message);
    }

    void publish() {
        topic.publish(published++);
    }

    void redrive() {
        group().deadLetters().redriveAll();
    }

    private LocalGroup<Integer> group() {
        if (group == null) {
            throw new IllegalStateException("the scenario made no group");
        }
        return group;
    }

    // What can be seen.

    /** Notes the state before the event. */
    void before() {
        before = STATES.get((int) STATE.getVolatile(group().router()));
    }

    /** Notes the state after the event, and where the messages are. */
    void after() {
        after = STATES.get((int) STATE.getVolatile(group().router()));
        messages = places();
    }

    String seenBefore() {
        return before;
    }

    String seenAfter() {
        return after;
    }

    String seenMessages() {
        return messages;
    }

    private String places() {
        SubscriptionStats stats = group().stats();
        assertThat(stats.tally().missing()).as("messages in no place").isZero();
        long bound =
                stats.members().stream().mapToLong(member -> member.waiting()).sum();
        StringJoiner places = new StringJoiner(", ").setEmptyValue("none");
        add(places, stats.waiting() - bound, "waiting");
        add(places, bound, "bound");
        add(places, stats.inFlight(), "in flight");
        add(places, stats.backingOff(), "backing off");
        add(places, stats.tally().acked(), "acked");
        add(places, stats.tally().deadLettered(), "dead-lettered");
        add(places, stats.tally().dropped(), "dropped");
        add(places, stats.tally().purged(), "purged");
        return places.toString();
    }

    private static void add(StringJoiner places, long count, String place) {
        if (count > 0) {
            places.add(count + " " + place);
        }
    }
}
