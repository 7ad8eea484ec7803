package dev.hark.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hark.Broker;
import dev.hark.Buffer;
import dev.hark.DeadLetter;
import dev.hark.Member;
import dev.hark.Membership;
import dev.hark.Message;
import dev.hark.Overflow;
import dev.hark.RejectException;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.Tally;
import dev.hark.Topic;
import dev.hark.tables.HandDriven;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A fault outside of handlers and strategies, for which the broken clock stands, loses no message. */
class FaultTest {
    private static final Duration FAULT_DELAY = Duration.ofSeconds(1);

    private final HandDriven hand = new HandDriven();
    private final Broker broker = hand.broker().build();
    private final Topic<Integer> topic = broker.createTopic("topic", Integer.class);

    @Test
    void burial_thatFails_leavesTheMessageInFlight() {
        Subscription subscription = topic.subscribe(message -> {
            hand.breakClockAfter(1); // the first reading dates the attempt, the second one the dead letter
            throw new RejectException("never");
        });
        topic.publish(1);

        hand.run();

        Tally tally = subscription.stats().tally();
        assertThat(tally.missing()).isZero();
        assertThat(tally.pending()).isOne();
    }

    @Test
    void handover_thatFails_leavesTheOverflowInTheGap() {
        Subscription subscription = topic.subscribe(
                SubscriptionOptions.defaults().withBuffer(Buffer.of(1, Overflow.deadLetter())), message -> true);
        subscription.pause();
        topic.publish(1);
        topic.publish(2);

        hand.breakClock();
        assertThat(catchThrowable(subscription::stats)).isNotNull();

        assertThat(subscription.stats().tally().missing()).isZero();
        assertThat(subscription.deadLetters().list())
                .extracting(DeadLetter::message)
                .<Object>extracting(Message::payload)
                .containsExactly(2);
    }

    @Test
    void router_whoseTurnFails_waitsBeforeItTriesAgain() {
        AtomicInteger asked = new AtomicInteger();
        Subscription member = topic.subscribe(
                SubscriptionOptions.defaults()
                        .withMembership(
                                Membership.of("group").withStrategy((members, message) -> failing(asked, members))),
                message -> true);
        hand.run();
        topic.publish(1);

        hand.run();
        assertThat(asked).hasValue(1);
        assertThat(member.stats().tally().missing()).isZero();
        hand.advance(FAULT_DELAY);

        assertThat(asked).hasValue(2);
        assertThat(member.stats().tally().acked()).isOne();
    }

    /** Fails, and breaks the clock for the dead letter that this makes, when it is asked for the first time. */
    private List<Member> failing(AtomicInteger asked, List<Member> members) {
        if (asked.incrementAndGet() == 1) {
            hand.breakClock();
            throw new IllegalStateException("a strategy that fails");
        }
        return members;
    }
}
