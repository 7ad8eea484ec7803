package dev.hark.testkit.contract;

import static dev.hark.testkit.contract.ExpectedTally.published;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionState;
import dev.hark.UnsubscribeReport;
import dev.hark.testkit.BlockingGate;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Groups: of the competing members one gets each message, and every group sees every message. */
abstract class GroupContract extends ContractSection {
    private final RecordingSubscriber<Integer> all = RecordingSubscriber.acking();

    private Subscription member(String name, RecordingSubscriber<Integer> recorder) {
        return numbers().subscribe(options().withName(name).withGroup("workers"), recorder);
    }

    @Test
    @DisplayName("Each message goes to exactly one member")
    void message_inAGroup_reachesOneMember() {
        Subscription one = member("one", all);
        member("two", all);
        member("three", all);
        publish(numbers(), 0, 300);
        drain(one);
        assertThat(all.payloads()).containsExactlyInAnyOrderElementsOf(range(0, 300));
        assertTally(one, published(300).acked(300));
    }

    @Test
    @DisplayName("Each member handles its messages in publish order")
    void order_ofEachMember_isThePublishOrder() {
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        Subscription one = member("one", all);
        member("two", other);
        publish(numbers(), 0, 1_000);
        drain(one);
        assertThat(all.payloads()).isSorted();
        assertThat(other.payloads()).isSorted();
    }

    @Test
    @DisplayName("A paused member does not stop the others")
    void pausedMember_besideOthers_holdsUpOnlyItsOwn() {
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        Subscription paused = member("one", all);
        member("two", other);
        paused.pause();
        publish(numbers(), 0, 100);
        engine().settle();
        assertThat(all.count()).isZero();
        assertThat(other.count()).isGreaterThanOrEqualTo(50);
        paused.resume();
        drain(paused);
        assertThat(all.count() + other.count()).isEqualTo(100);
    }

    @Test
    @DisplayName("A stuck member does not stop the others")
    void stuckMember_besideOthers_holdsUpOnlyItsOwn() {
        needsThreads();
        try (BlockingGate<Integer> gate = BlockingGate.closed()) {
            Subscription stuck = numbers().subscribe(options().withGroup("workers"), gate);
            member("two", all);
            publish(numbers(), 0, 100);
            engine().until(() -> all.count() >= 50);
            gate.open();
            drain(stuck);
            assertTally(stuck, published(100).acked(100));
        }
    }

    @Test
    @DisplayName("A retry stays with its member")
    void retry_ofAMember_staysWithIt() {
        SubscriptionOptions eager = options().withGroup("workers").withRetry(Retry.fixed(Duration.ofMillis(1)));
        RecordingSubscriber<Integer> one = RecordingSubscriber.failingTimes(2);
        RecordingSubscriber<Integer> two = RecordingSubscriber.failingTimes(2);
        Subscription any = numbers().subscribe(eager, one);
        numbers().subscribe(eager, two);
        publish(numbers(), 0, 20);
        drain(any);
        assertThat(one.deliveries()).hasSize(3 * one.count());
        assertThat(two.deliveries()).hasSize(3 * two.count());
        assertThat(one.count() + two.count()).isEqualTo(20);
    }

    @Test
    @DisplayName("What a leaving member has not started goes back to the group, ahead of what follows")
    void leavingMember_withUnstartedMessages_givesThemBack() {
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        Subscription leaving = member("one", all);
        Subscription staying = member("two", other);
        leaving.pause();
        staying.pause();
        publish(numbers(), 0, 10);
        engine().settle();
        UnsubscribeReport report = leaving.unsubscribe();
        assertThat(report.purged()).isZero();
        staying.resume();
        drain(staying);
        assertThat(all.count()).isZero();
        assertThat(other.payloads()).containsExactlyInAnyOrderElementsOf(range(0, 10));
        assertTally(staying, published(10).acked(10));
    }

    @Test
    @DisplayName("A message that backs off when its member leaves is handled by another member")
    void leavingMember_backingOff_givesItsMessageBack() {
        SubscriptionOptions slow = options().withGroup("workers").withRetry(Retry.fixed(FOREVER));
        Subscription leaving = numbers().subscribe(slow, message -> false);
        numbers().publish(1);
        engine().until(() -> leaving.stats().backingOff() == 1);
        Subscription staying = numbers().subscribe(slow, all);
        leaving.unsubscribe();
        drain(staying);
        assertThat(all.payloads()).containsExactly(1);
    }

    @Test
    @DisplayName("A group ends with its last member, and what was pending is purged")
    void lastMember_leaving_endsTheGroup() {
        Subscription last = member("one", all);
        last.pause();
        publish(numbers(), 0, 5);
        engine().settle();
        assertThat(last.unsubscribe().purged()).isEqualTo(5);
        assertThat(numbers().stats().subscriptions()).isEmpty();
        assertTally(last, published(5).purged(5));
    }

    @Test
    @DisplayName("A group created by name collects messages without members, and outlives its last one")
    void createdGroup_withoutMembers_collects() {
        numbers().createGroup("workers", options());
        publish(numbers(), 0, 3);
        member("one", all).unsubscribe();
        publish(numbers(), 3, 5);
        drain(member("two", all));
        assertThat(all.payloads()).isEqualTo(range(0, 5));
    }

    @Test
    @DisplayName("Creating a group twice is idempotent, and other options are refused with both")
    void createGroup_twice_isIdempotent() {
        numbers().createGroup("workers", options());
        numbers().createGroup("workers", options());
        assertThatThrownBy(() -> numbers().createGroup("workers", options().withRetry(Retry.none())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Retry.none().toString())
                .hasMessageContaining(Retry.defaults().toString());
    }

    @Test
    @DisplayName("A member whose options differ from its group's is refused with both")
    void member_withOtherOptions_isRefused() {
        member("one", all);
        SubscriptionOptions other = options().withGroup("workers").withRetry(Retry.none());
        assertThatThrownBy(() -> numbers().subscribe(other, all))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Retry.none().toString())
                .hasMessageContaining(Retry.defaults().toString());
        assertThat(numbers().stats().subscriptions().getFirst().members()).hasSize(1);
    }

    @Test
    @DisplayName("Every group and every subscription of its own sees every message")
    void message_besideGroups_reachesEach() {
        RecordingSubscriber<Integer> alone = RecordingSubscriber.acking();
        RecordingSubscriber<Integer> others = RecordingSubscriber.acking();
        List<Subscription> subscriptions = new ArrayList<>();
        subscriptions.add(member("one", all));
        subscriptions.add(member("two", all));
        subscriptions.add(numbers().subscribe(options().withGroup("others"), others));
        subscriptions.add(numbers().subscribe(alone));
        publish(numbers(), 0, 20);
        subscriptions.forEach(this::drain);
        assertThat(List.of(all.count(), others.count(), alone.count())).containsOnly(20);
    }

    @Test
    @DisplayName("Dead letters of a group are redriven to one of its members")
    void redrive_inAGroup_reachesAMember() {
        SubscriptionOptions once = options().withGroup("workers").withRetry(Retry.none());
        RecordingSubscriber<Integer> failing = RecordingSubscriber.failingTimes(1);
        Subscription one = numbers().subscribe(once, failing);
        numbers().subscribe(once, failing);
        publish(numbers(), 0, 10);
        drain(one);
        assertTally(one, published(10).deadLettered(10));
        one.deadLetters().redriveAll();
        drain(one);
        assertThat(failing.payloads()).containsExactlyInAnyOrderElementsOf(range(0, 10));
    }

    @Test
    @DisplayName("A named member that goes leaves its messages to the group, and gets new ones when it comes back")
    void namedMember_goingAndReturning_keepsItsName() {
        RecordingSubscriber<Integer> other = RecordingSubscriber.acking();
        Subscription going = member("one", all);
        Subscription staying = member("two", other);
        going.close();
        publish(numbers(), 0, 10);
        drain(staying);
        assertThat(other.payloads()).isEqualTo(range(0, 10));
        Subscription returned = member("one", all);
        staying.pause();
        publish(numbers(), 10, 20);
        drain(returned);
        assertThat(returned.id()).isEqualTo(going.id());
        assertThat(all.payloads()).isEqualTo(range(10, 20));
        assertTally(returned, published(20).acked(20));
    }

    @Test
    @DisplayName("A group whose named members are all away keeps its messages for them")
    void namedMembers_allAway_keepTheGroup() {
        member("one", all).close();
        publish(numbers(), 0, 5);
        engine().settle();
        assertThat(all.count()).isZero();
        drain(member("one", all));
        assertThat(all.payloads()).isEqualTo(range(0, 5));
    }

    @Test
    @DisplayName("Deleting a group ends its members, and what was pending is purged")
    void deleteGroup_withMembers_endsThem() {
        numbers().createGroup("workers", options());
        Subscription one = member("one", all);
        Subscription two = member("two", all);
        one.pause();
        two.pause();
        publish(numbers(), 0, 7);
        engine().settle();
        assertThat(numbers().deleteGroup("workers")).isEqualTo(new UnsubscribeReport("workers", 7, 0, 0));
        assertThat(List.of(one.state(), two.state())).containsOnly(SubscriptionState.CLOSED);
        assertThat(numbers().stats().subscriptions()).isEmpty();
        assertTally(one, published(7).purged(7));
        numbers().publish(8);
        assertTally(one, published(7).purged(7));
        drain(member("one", all));
        assertThat(all.count()).isZero();
    }

    @Test
    @DisplayName("Deleting a group that does not exist is refused, and names both group and topic")
    void deleteGroup_ofAnUnknownGroup_isRefused() {
        assertThatThrownBy(() -> numbers().deleteGroup("nobody"))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("nobody")
                .hasMessageContaining(numbers().name());
    }
}
