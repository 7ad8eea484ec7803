package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hark.Broker;
import dev.hark.DeliveryStrategy;
import dev.hark.EndReason;
import dev.hark.NoSuchTopicException;
import dev.hark.Receipt;
import dev.hark.Subscription;
import dev.hark.SubscriptionState;
import dev.hark.Topic;
import dev.hark.TopicDeletedException;
import dev.hark.TopicOptions;
import dev.hark.UnsubscribeReport;
import dev.hark.testkit.RecordingSubscriber;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Topics: creating, finding and deleting them; row "delete a topic with subscribers". */
abstract class TopicContract extends ContractSection {
    private final RecordingSubscriber<Object> recorder = RecordingSubscriber.acking();

    @Test
    @DisplayName("Creating a topic twice returns the same topic")
    void createTopic_twice_isIdempotent() {
        Topic<Integer> first = numbers();
        first.publish(1);
        assertThat(numbers().publish(2).offset()).isOne();
        assertThat(broker().topics()).containsExactly("numbers");
    }

    @Test
    @DisplayName("Creating a topic again with another type is refused with both")
    void createTopic_withAnotherType_isRefused() {
        numbers();
        assertThatThrownBy(() -> broker().createTopic("numbers", String.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Integer")
                .hasMessageContaining("String");
    }

    @Test
    @DisplayName("Creating a topic again with another strategy is refused, with an equal one it is not")
    void createTopic_withAnotherStrategy_isRefused() {
        broker().createTopic("jobs", DeliveryStrategy.roundRobin());
        broker().createTopic("jobs", DeliveryStrategy.roundRobin());
        assertThatThrownBy(() -> broker().createTopic("jobs", DeliveryStrategy.broadcast()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jobs");
    }

    @Test
    @DisplayName("Creating a topic again with another key function is refused")
    void createTopic_withAnotherKeyFunction_isRefused() {
        Function<Object, String> key = Object::toString;
        broker().createTopic(
                        "keyed", Integer.class, TopicOptions.<Integer>defaults().withKey(key));
        broker().createTopic(
                        "keyed", Integer.class, TopicOptions.<Integer>defaults().withKey(key));
        assertThatThrownBy(() -> broker().createTopic("keyed", Integer.class))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("An unknown topic is named together with the nearest one")
    void topic_unknown_namesTheNearest() {
        broker().createTopic("orders.created");
        broker().createTopic("invoices.paid");
        NoSuchTopicException thrown =
                catchThrowableOfType(NoSuchTopicException.class, () -> broker().topic("orders.craeted"));
        assertThat(thrown)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("orders.craeted")
                .hasMessageContaining("orders.created");
        assertThat(thrown.topic()).isEqualTo("orders.craeted");
        assertThat(thrown.nearest()).contains("orders.created");
    }

    @Test
    @DisplayName("Without any topic like it, an unknown topic is named alone")
    void topic_unknownWithoutOthers_hasNoNearest() {
        NoSuchTopicException thrown = catchThrowableOfType(NoSuchTopicException.class, () -> broker().topic("orders"));
        assertThat(thrown.nearest()).isEmpty();
    }

    @Test
    @DisplayName("Every call by name refuses an unknown topic")
    void callsByName_ofUnknownTopic_areRefused() {
        Broker broker = broker();
        assertThatThrownBy(() -> broker.publish("x", 1)).isInstanceOf(NoSuchTopicException.class);
        assertThatThrownBy(() -> broker.publishAsync("x", 1)).isInstanceOf(NoSuchTopicException.class);
        assertThatThrownBy(() -> broker.subscribe("x", message -> true)).isInstanceOf(NoSuchTopicException.class);
        assertThatThrownBy(() -> broker.deleteTopic("x")).isInstanceOf(NoSuchTopicException.class);
        assertThatThrownBy(() -> broker.unsubscribe("x", "s")).isInstanceOf(NoSuchTopicException.class);
    }

    @Test
    @DisplayName("The textbook's calls by name work: create, subscribe, publish, unsubscribe")
    void callsByName_ofATopic_work() {
        Broker broker = broker();
        broker.createTopic("orders.created");
        Subscription subscription = broker.subscribe("orders.created", recorder);
        broker.publish("orders.created", "first");
        drain(subscription);
        broker.unsubscribe("orders.created", subscription.id());
        broker.publish("orders.created", "second");
        engine().settle();
        assertThat(recorder.payloads()).containsExactly("first");
    }

    @Test
    @DisplayName("Topics are listed by name, sorted")
    void topics_several_areSorted() {
        broker().createTopic("b");
        broker().createTopic("c");
        broker().createTopic("a");
        assertThat(broker().topics()).containsExactly("a", "b", "c");
    }

    @Test
    @DisplayName("A typed topic is found by its type, and refused by another")
    void topic_byType_isChecked() {
        numbers();
        assertThat(broker().topic("numbers", Integer.class).type()).isEqualTo(Integer.class);
        assertThatThrownBy(() -> broker().topic("numbers", String.class)).isInstanceOf(ClassCastException.class);
    }

    @Test
    @DisplayName("Publishing a payload of another type through the untyped view is refused, and appends nothing")
    void publish_ofAnotherType_isRefused() {
        numbers();
        Topic<Object> untyped = broker().topic("numbers");
        assertThatThrownBy(() -> untyped.publish("text")).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> broker().publishAsync("numbers", "text")).isInstanceOf(ClassCastException.class);
        assertThat(untyped.publish(1).offset()).isZero();
    }

    @Test
    @DisplayName("A payload of a subtype is taken")
    void publish_ofASubtype_isAccepted() {
        Topic<Number> topic = broker().createTopic("any-number", Number.class);
        Subscription subscription = topic.subscribe(message -> recorder.onMessage(asObject(message)));
        topic.publish(1);
        topic.publish(2.5);
        drain(subscription);
        assertThat(recorder.payloads()).containsExactly(1, 2.5);
    }

    @SuppressWarnings("unchecked") // a message is immutable, so that one of T can be read as one of Object
    private static dev.hark.Message<Object> asObject(dev.hark.Message<? extends Object> message) {
        return (dev.hark.Message<Object>) message;
    }

    @Test
    @DisplayName("Names may have 255 bytes and 32 levels")
    void name_atTheLimits_isAllowed() {
        String longest = "ü".repeat(127) + "x";
        String deepest = IntStream.range(0, 32).mapToObj(level -> "l").collect(Collectors.joining("."));
        broker().createTopic(longest);
        broker().createTopic(deepest);
        assertThat(broker().topics()).contains(longest, deepest);
    }

    @Test
    @DisplayName("A name beyond the limits, or with an empty level, is refused, and the message shows it")
    void name_invalid_isRefused() {
        String deep = IntStream.range(0, 33).mapToObj(level -> "l").collect(Collectors.joining("."));
        for (String name : new String[] {"", ".", "a..b", ".a", "a.", "ü".repeat(128), deep}) {
            assertThatThrownBy(() -> broker().createTopic(name))
                    .as("name '%s'", name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> broker().createTopic("a..b")).hasMessageContaining("a..b");
    }

    @Test
    @DisplayName("Deleting a topic ends its subscriptions with that reason, and purges and reports what was pending")
    void deleteTopic_withSubscribers_endsThem() {
        Subscription subscription = numbers().subscribe(message -> true);
        subscription.pause();
        publish(numbers(), 0, 3);
        assertThat(broker().deleteTopic("numbers")).containsExactly(new UnsubscribeReport(subscription.id(), 3, 0, 0));
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CLOSED);
        assertThat(subscription.endReason()).contains(EndReason.TOPIC_DELETED);
        assertTally(subscription, published(3).purged(3));
        assertThat(broker().topics()).isEmpty();
    }

    @Test
    @DisplayName("The handle of a deleted topic is refused, even when the name exists again")
    void handle_ofADeletedTopic_isRefused() {
        Topic<Integer> old = numbers();
        broker().deleteTopic("numbers");
        Topic<Integer> fresh = numbers();
        assertThatThrownBy(() -> old.publish(1)).isInstanceOf(TopicDeletedException.class);
        assertThatThrownBy(() -> old.subscribe(message -> true)).isInstanceOf(TopicDeletedException.class);
        CompletableFuture<Receipt> refused = old.publishAsync(1);
        assertThatThrownBy(() -> engine().await(refused)).isInstanceOf(TopicDeletedException.class);
        assertThat(fresh.publish(1).offset()).isZero();
    }

    @Test
    @DisplayName("Subscriptions of a deleted topic do not live on in a new topic of its name")
    void deleteTopic_thenAgain_startsWithoutSubscriptions() {
        numbers().subscribe(options().withName("old"), message -> recorder.onMessage(asObject(message)));
        broker().deleteTopic("numbers");
        numbers().publish(1);
        engine().settle();
        assertThat(numbers().subscriptions()).isEmpty();
        assertThat(recorder.deliveries()).isEmpty();
        assertThat(broker().subscription("old")).isEmpty();
    }

    @Test
    @DisplayName("A handler may delete its own topic")
    void deleteTopic_fromInsideAHandler_endsIt() {
        Subscription subscription = numbers().subscribe(message -> {
            broker().deleteTopic("numbers");
            return true;
        });
        subscription.pause();
        publish(numbers(), 0, 3);
        subscription.resume();
        engine().until(() -> subscription.endReason().isPresent()
                && subscription.stats().tally().pending() == 0);
        assertThat(subscription.stats().tally().missing()).isZero();
        assertThat(subscription.stats().tally().acked()).isOne();
    }

    @Test
    @DisplayName("A topic lists its subscriptions in the order in which they were made, members included")
    void subscriptions_ofATopic_areListed() {
        Subscription one = numbers().subscribe(message -> true);
        Subscription two = numbers().subscribe(options().withGroup("workers"), message -> true);
        Subscription three = numbers().subscribe(message -> true);
        assertThat(numbers().subscriptions())
                .extracting(Subscription::id)
                .containsExactly(one.id(), two.id(), three.id());
        assertThat(two.group()).contains("workers");
    }

    @Test
    @DisplayName("Nothing crosses from one topic to another")
    void message_ofOneTopic_staysThere() {
        broker().createTopic("other").subscribe(recorder);
        numbers().publish(1);
        engine().settle();
        assertThat(recorder.deliveries()).isEmpty();
    }
}
