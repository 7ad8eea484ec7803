package dev.hark.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.DeliveryStrategy;
import dev.hark.MemberStats;
import dev.hark.Membership;
import dev.hark.PublishOptions;
import dev.hark.Subscription;
import dev.hark.testkit.RecordingSubscriber;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The strategies that come with Hark: round-robin, weighted and sticky. */
abstract class RoutingContract extends ContractSection {
    private final RecordingSubscriber<Integer> all = RecordingSubscriber.acking();

    private Subscription member(String name, Membership membership, RecordingSubscriber<Integer> recorder) {
        return numbers().subscribe(options().withName(name).withMembership(membership), recorder);
    }

    private Map<String, Long> ackedByMember(Subscription member) {
        Map<String, Long> acked = new HashMap<>();
        for (MemberStats stats : member.stats().members()) {
            acked.put(stats.id(), stats.acked());
        }
        return acked;
    }

    /** Every member has room for every message, so that none is passed over. */
    private void publishOneByOne(Subscription member, int count) {
        for (int number = 0; number < count; number++) {
            numbers().publish(number);
            drain(member);
        }
    }

    @Test
    @DisplayName("By default members that have room take turns")
    void roundRobin_withoutAnyOtherStrategy_sharesEvenly() {
        Subscription one = member("one", Membership.of("workers"), all);
        member("two", Membership.of("workers"), all);
        member("three", Membership.of("workers"), all);
        publishOneByOne(one, 9);
        assertThat(ackedByMember(one)).isEqualTo(Map.of("one", 3L, "two", 3L, "three", 3L));
    }

    @Test
    @DisplayName("Weighted members that have room get their shares")
    void weighted_ofOneTwoThree_sharesInProportion() {
        DeliveryStrategy weighted = DeliveryStrategy.weighted();
        Membership membership = Membership.of("workers").withStrategy(weighted);
        Subscription one = member("one", membership, all);
        member("two", membership.withWeight(2), all);
        member("three", membership.withWeight(3), all);
        publishOneByOne(one, 60);
        assertThat(ackedByMember(one)).isEqualTo(Map.of("one", 10L, "two", 20L, "three", 30L));
    }

    private Map<String, String> memberByKey(Map<String, RecordingSubscriber<Integer>> members) {
        Map<String, String> memberByKey = new HashMap<>();
        members.forEach((member, recorder) -> recorder.messages()
                .forEach(message -> memberByKey.put(message.key().orElseThrow(), member)));
        return memberByKey;
    }

    private void publishKeyed(Subscription member, int keys) {
        for (int key = 0; key < keys; key++) {
            numbers().publish(key, PublishOptions.none().withKey("key-" + key));
        }
        drain(member);
    }

    @Test
    @DisplayName("Sticky: the same key goes to the same member, and keys are spread")
    void sticky_sameKeys_goToTheSameMembers() {
        Membership membership = Membership.of("workers").withStrategy(DeliveryStrategy.sticky());
        Map<String, RecordingSubscriber<Integer>> members = new HashMap<>();
        for (String name : List.of("one", "two", "three")) {
            members.put(name, RecordingSubscriber.acking());
            member(name, membership, members.get(name));
        }
        Subscription any = broker().subscription("one").orElseThrow();
        publishKeyed(any, 100);
        Map<String, String> first = memberByKey(members);
        publishKeyed(any, 100);
        assertThat(memberByKey(members)).isEqualTo(first);
        assertThat(members.values())
                .allSatisfy(recorder -> assertThat(recorder.count() % 2).isZero());
        assertThat(first.values()).contains("one", "two", "three");
    }

    @Test
    @DisplayName("Sticky: a member that joins takes keys from others, and no key moves otherwise")
    void sticky_whenAMemberJoins_movesOnlyItsKeys() {
        Membership membership = Membership.of("workers").withStrategy(DeliveryStrategy.sticky());
        RecordingSubscriber<Integer> one = RecordingSubscriber.acking();
        RecordingSubscriber<Integer> two = RecordingSubscriber.acking();
        Subscription any = member("one", membership, one);
        member("two", membership, two);
        publishKeyed(any, 100);
        Map<String, String> before = memberByKey(Map.of("one", one, "two", two));
        RecordingSubscriber<Integer> three = RecordingSubscriber.acking();
        member("three", membership, three);
        publishKeyed(any, 100);
        Map<String, String> moved = memberByKey(Map.of("three", three));
        assertThat(moved.size()).isBetween(1, 99);
        one.messages().stream()
                .skip(100)
                .forEach(message ->
                        assertThat(moved).doesNotContainKey(message.key().orElseThrow()));
        before.keySet().removeAll(moved.keySet());
        assertThat(memberByKey(Map.of("one", one, "two", two))).containsAllEntriesOf(before);
        assertThat(one.count() + two.count() + three.count()).isEqualTo(200);
    }

    @Test
    @DisplayName("Sticky: when a member leaves, only its keys move")
    void sticky_whenAMemberLeaves_movesOnlyItsKeys() {
        Membership membership = Membership.of("workers").withStrategy(DeliveryStrategy.sticky());
        RecordingSubscriber<Integer> one = RecordingSubscriber.acking();
        RecordingSubscriber<Integer> two = RecordingSubscriber.acking();
        RecordingSubscriber<Integer> three = RecordingSubscriber.acking();
        Subscription any = member("one", membership, one);
        member("two", membership, two);
        Subscription leaving = member("three", membership, three);
        publishKeyed(any, 100);
        Map<String, String> before = memberByKey(Map.of("one", one, "two", two));
        leaving.unsubscribe();
        publishKeyed(any, 100);
        assertThat(memberByKey(Map.of("one", one, "two", two)))
                .containsAllEntriesOf(before)
                .hasSize(100);
    }
}
