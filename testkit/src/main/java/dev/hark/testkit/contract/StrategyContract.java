package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.DeadLetter;
import dev.hark.DeadLetterReason;
import dev.hark.DeliveryStrategy;
import dev.hark.Member;
import dev.hark.Membership;
import dev.hark.Message;
import dev.hark.Subscription;
import dev.hark.Topic;
import dev.hark.TopicOptions;
import dev.hark.testkit.RecordingSubscriber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A strategy decides who gets a message; one that fails hurts that message alone. */
abstract class StrategyContract extends ContractSection {
    private final RecordingSubscriber<Integer> recorder = RecordingSubscriber.acking();

    /** Uses a strategy that is wrong for the number 1 and takes the first member for any other. */
    private void assertContained(DeliveryStrategy wrong) {
        DeliveryStrategy strategy = (members, message) ->
                message.payload().equals(1) ? wrong.select(members, message) : List.of(members.getFirst());
        Membership membership = Membership.of("workers").withStrategy(strategy);
        Subscription one = numbers().subscribe(options().withMembership(membership), recorder);
        numbers().subscribe(options().withMembership(membership), recorder);
        publish(numbers(), 0, 3);
        drain(one);
        assertThat(recorder.payloads()).containsExactly(0, 2);
        assertTally(one, published(3).acked(2).deadLettered(1));
        DeadLetter letter = one.deadLetters().list().getFirst();
        assertThat(letter.reason()).isEqualTo(DeadLetterReason.UNROUTABLE);
        assertThat(letter.detail()).isNotBlank();
    }

    @Test
    @DisplayName("A strategy that throws makes a dead letter with the reason, and the next message is routed")
    void strategy_throwing_isContained() {
        assertContained((members, message) -> {
            throw new IllegalStateException("as told");
        });
        assertThat(numbers().deadLetters().getFirst().detail()).contains("as told");
    }

    @Test
    @DisplayName("A strategy that throws an Error is contained")
    void strategy_throwingError_isContained() {
        assertContained((members, message) -> {
            throw new StackOverflowError("as told");
        });
    }

    @Test
    @DisplayName("A strategy that returns null is contained")
    @NullUnmarked // returns null, as code without null checks might
    void strategy_returningNull_isContained() {
        assertContained((members, message) -> null);
    }

    @Test
    @DisplayName("A strategy that selects nobody is contained")
    void strategy_selectingNobody_isContained() {
        assertContained((members, message) -> List.of());
    }

    @Test
    @DisplayName("A strategy that selects an unknown member is contained")
    void strategy_selectingAStranger_isContained() {
        assertContained((members, message) -> List.of(new Member("stranger", 1, true, 0)));
    }

    @Test
    @DisplayName("A strategy that selects null is contained")
    @NullUnmarked // selects null, as code without null checks might
    void strategy_selectingNull_isContained() {
        assertContained((members, message) -> Arrays.asList((Member) null));
    }

    @Test
    @DisplayName("In a group a strategy that selects several members is contained")
    void strategy_selectingSeveralInAGroup_isContained() {
        assertContained(DeliveryStrategy.broadcast());
    }

    @Test
    @DisplayName("A strategy cannot change what it is shown")
    void strategy_changingTheMembers_isContained() {
        assertContained((members, message) -> {
            members.clear();
            return members;
        });
    }

    @Test
    @DisplayName("A strategy is called once for each message, in publish order")
    void strategy_ofManyMessages_isCalledOnceForEach() {
        List<Object> seen = new ArrayList<>();
        DeliveryStrategy strategy = (members, message) -> {
            seen.add(message.payload());
            return List.of(members.getLast());
        };
        Membership membership = Membership.of("workers").withStrategy(strategy);
        Subscription one = numbers().subscribe(options().withMembership(membership), recorder);
        numbers().subscribe(options().withMembership(membership), recorder);
        publish(numbers(), 0, 100);
        drain(one);
        assertThat(seen).isEqualTo(range(0, 100));
    }

    @Test
    @DisplayName("A strategy sees all members, in the order in which they joined")
    void strategy_ofAGroup_seesItsMembers() {
        List<List<String>> seen = new ArrayList<>();
        DeliveryStrategy strategy = (members, message) -> {
            seen.add(members.stream().map(Member::id).toList());
            return List.of(members.getFirst());
        };
        Membership membership = Membership.of("workers").withStrategy(strategy);
        for (String name : List.of("c", "a", "b")) {
            numbers().subscribe(options().withName(name).withMembership(membership), recorder);
        }
        numbers().publish(1);
        drain(broker().subscription("a").orElseThrow());
        assertThat(seen).containsExactly(List.of("c", "a", "b"));
    }

    private Topic<Integer> routed(DeliveryStrategy strategy) {
        return broker().createTopic(
                        "routed",
                        Integer.class,
                        TopicOptions.<Integer>defaults().withStrategy(strategy));
    }

    private List<Subscription> three(Topic<Integer> topic) {
        return List.of(topic.subscribe(recorder), topic.subscribe(recorder), topic.subscribe(recorder));
    }

    @Test
    @DisplayName("A topic with round-robin routes to one of its subscriptions in turn, and counts what it routed")
    void topicRoundRobin_ofThree_sharesEvenly() {
        Topic<Integer> routed = routed(DeliveryStrategy.roundRobin());
        List<Subscription> subscriptions = three(routed);
        publish(routed, 0, 9);
        engine().until(() -> recorder.count() == 9);
        engine().settle();
        assertThat(subscriptions)
                .allSatisfy(each -> assertTally(each, published(3).acked(3)));
    }

    @Test
    @DisplayName("A topic with broadcast routes to all of its subscriptions")
    void topicBroadcast_ofThree_reachesAll() {
        Topic<Integer> routed = routed(DeliveryStrategy.broadcast());
        List<Subscription> subscriptions = three(routed);
        publish(routed, 0, 9);
        engine().until(() -> recorder.count() == 27);
        engine().settle();
        assertThat(subscriptions)
                .allSatisfy(each -> assertTally(each, published(9).acked(9)));
    }

    @Test
    @DisplayName("A topic's strategy may select some of its subscriptions")
    void topicStrategy_selectingSome_reachesThose() {
        Topic<Integer> routed = routed((members, message) -> members.subList(0, 2));
        List<Subscription> subscriptions = three(routed);
        publish(routed, 0, 5);
        engine().until(() -> recorder.count() == 10);
        engine().settle();
        assertTally(subscriptions.get(0), published(5).acked(5));
        assertTally(subscriptions.get(1), published(5).acked(5));
        assertTally(subscriptions.get(2), published(0));
    }

    @Test
    @DisplayName("A topic's strategy that fails makes a dead letter of the topic, and the next message is routed")
    void topicStrategy_throwing_isContained() {
        Topic<Integer> routed = routed((members, message) -> {
            if (message.payload().equals(1)) {
                throw new IllegalStateException("as told");
            }
            return members;
        });
        routed.subscribe(recorder);
        publish(routed, 0, 3);
        engine().until(() -> recorder.count() == 2);
        engine().settle();
        assertThat(recorder.payloads()).containsExactly(0, 2);
        assertThat(routed.deadLetters()).extracting(DeadLetter::reason).containsExactly(DeadLetterReason.UNROUTABLE);
    }

    @Test
    @DisplayName("Under a topic's strategy a subscription sees nothing published before it began")
    void topicStrategy_lateSubscription_seesWhatFollows() {
        Topic<Integer> routed = routed(DeliveryStrategy.broadcast());
        RecordingSubscriber<Integer> first = RecordingSubscriber.acking();
        routed.subscribe(first);
        routed.publish(1);
        routed.subscribe(recorder);
        routed.publish(2);
        engine().until(() -> first.count() == 2 && recorder.count() >= 1);
        engine().settle();
        assertThat(recorder.payloads()).containsExactly(2);
    }

    @Test
    @DisplayName("Under a topic's strategy a message keeps its order for each subscription")
    void topicStrategy_ofManyMessages_keepsOrder() {
        Topic<Integer> routed = routed(DeliveryStrategy.broadcast());
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        routed.subscribe(recorder);
        routed.subscribe(other);
        publish(routed, 0, 1_000);
        engine().until(() -> recorder.count() == 1_000 && other.count() == 1_000);
        assertThat(recorder.messages()).extracting(Message::payload).isEqualTo(range(0, 1_000));
        assertThat(other.payloads()).isEqualTo(range(0, 1_000));
    }

    @Test
    @DisplayName("The textbook's call makes a topic with a strategy")
    void createTopic_withStrategy_usesIt() {
        Topic<Object> jobs = broker().createTopic("jobs", DeliveryStrategy.roundRobin());
        RecordingSubscriber<Object> one = RecordingSubscriber.acking();
        RecordingSubscriber<Object> two = RecordingSubscriber.acking();
        broker().subscribe("jobs", one);
        broker().subscribe("jobs", two);
        for (int number = 0; number < 10; number++) {
            jobs.publish(number);
        }
        engine().until(() -> one.count() + two.count() == 10);
        assertThat(one.count()).isEqualTo(5);
    }
}
