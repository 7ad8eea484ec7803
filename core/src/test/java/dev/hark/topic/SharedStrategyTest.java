package dev.hark.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Broker;
import dev.hark.DeliveryStrategy;
import dev.hark.Member;
import dev.hark.Membership;
import dev.hark.Message;
import dev.hark.SubscriptionOptions;
import dev.hark.Topic;
import dev.hark.TopicOptions;
import dev.hark.tables.HandDriven;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One strategy object, given to several groups or topics, takes turns in each of them by itself. */
class SharedStrategyTest {
    private final HandDriven hand = new HandDriven();
    private final Broker broker = hand.broker().build();
    private final Map<String, Integer> handled = new TreeMap<>();

    static Stream<DeliveryStrategy> turnTaking() {
        return Stream.of(DeliveryStrategy.roundRobin(), DeliveryStrategy.weighted());
    }

    private void subscribe(Topic<Integer> topic, String name, SubscriptionOptions options) {
        topic.subscribe(options.withName(name), message -> {
            handled.merge(name, 1, Integer::sum);
            return true;
        });
    }

    @ParameterizedTest
    @MethodSource("turnTaking")
    void strategy_sharedByTwoGroups_isFairInEach(DeliveryStrategy strategy) {
        Topic<Integer> topic = broker.createTopic("topic", Integer.class);
        for (String group : List.of("a", "b")) {
            SubscriptionOptions options = SubscriptionOptions.defaults()
                    .withMembership(Membership.of(group).withStrategy(strategy));
            subscribe(topic, group + "1", options);
            subscribe(topic, group + "2", options);
        }

        for (int i = 0; i < 10; i++) {
            topic.publish(i);
            hand.run();
        }

        assertThat(handled).isEqualTo(Map.of("a1", 5, "a2", 5, "b1", 5, "b2", 5));
    }

    @ParameterizedTest
    @MethodSource("turnTaking")
    void strategy_sharedByTwoTopics_isFairInEach(DeliveryStrategy strategy) {
        TopicOptions<Integer> options = TopicOptions.<Integer>defaults().withStrategy(strategy);
        Topic<Integer> a = broker.createTopic("a", Integer.class, options);
        Topic<Integer> b = broker.createTopic("b", Integer.class, options);
        for (Topic<Integer> topic : List.of(a, b)) {
            subscribe(topic, topic.name() + "1", SubscriptionOptions.defaults());
            subscribe(topic, topic.name() + "2", SubscriptionOptions.defaults());
        }

        for (int i = 0; i < 10; i++) {
            a.publish(i);
            b.publish(i);
            hand.run();
        }

        assertThat(handled).isEqualTo(Map.of("a1", 5, "a2", 5, "b1", 5, "b2", 5));
    }

    @Test
    void strategyOfAUser_thatKeepsStateForEachGroup_isAskedForOneOfEach() {
        AtomicInteger made = new AtomicInteger();
        DeliveryStrategy strategy = new DeliveryStrategy() {
            @Override
            public List<Member> select(List<Member> members, Message<?> message) {
                throw new AssertionError("the shared one is not asked");
            }

            @Override
            public DeliveryStrategy forGroup() {
                made.incrementAndGet();
                return (members, message) -> List.of(members.getLast());
            }
        };
        Topic<Integer> topic = broker.createTopic("topic", Integer.class);
        Membership membership = Membership.of("g").withStrategy(strategy);
        subscribe(topic, "1", SubscriptionOptions.defaults().withMembership(membership));
        subscribe(topic, "2", SubscriptionOptions.defaults().withMembership(membership));

        topic.publish(1);
        hand.run();

        assertThat(made).hasValue(1);
        assertThat(handled).isEqualTo(Map.of("2", 1));
    }
}
