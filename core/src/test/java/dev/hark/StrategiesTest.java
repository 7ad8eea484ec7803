package dev.hark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.log.Origin;
import dev.hark.log.StoredMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the built-in strategies select. */
class StrategiesTest {
    private static Member member(String id, int weight, boolean room) {
        return new Member(id, weight, room, 0);
    }

    private static List<Member> members(String... ids) {
        return Stream.of(ids).map(id -> member(id, 1, true)).toList();
    }

    private static Message<String> keyed(String key) {
        return new StoredMessage<>(new Origin("topic", 0, "run-0-0-"), "payload", key, PublishOptions.none(), 0);
    }

    private static String selected(DeliveryStrategy strategy, List<Member> members, String key) {
        List<Member> selected = strategy.select(members, keyed(key));
        assertThat(selected).hasSize(1);
        return selected.getFirst().id();
    }

    private static Map<String, Integer> share(DeliveryStrategy strategy, List<Member> members, int messages) {
        Map<String, Integer> share = new HashMap<>();
        for (int i = 0; i < messages; i++) {
            share.merge(selected(strategy, members, "key-" + i), 1, Integer::sum);
        }
        return share;
    }

    static Stream<DeliveryStrategy> one() {
        return Stream.of(DeliveryStrategy.roundRobin(), DeliveryStrategy.sticky(), DeliveryStrategy.weighted());
    }

    @Test
    void broadcast_selects_all() {
        List<Member> members = members("a", "b");

        assertThat(DeliveryStrategy.broadcast().select(members, keyed("k"))).isEqualTo(members);
    }

    @Test
    void roundRobin_withRoom_takesTurns() {
        DeliveryStrategy strategy = DeliveryStrategy.roundRobin();
        List<Member> members = members("a", "b", "c");

        assertThat(IntStream.range(0, 6).mapToObj(i -> selected(strategy, members, "k")))
                .containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void roundRobin_memberWithoutRoom_isPassedOverOnceForItsTurn() {
        DeliveryStrategy strategy = DeliveryStrategy.roundRobin();
        List<Member> members = List.of(member("a", 1, true), member("b", 1, false), member("c", 1, true));

        assertThat(IntStream.range(0, 4).mapToObj(i -> selected(strategy, members, "k")))
                .containsExactly("a", "c", "a", "c");
    }

    @ParameterizedTest
    @MethodSource("one")
    void strategy_nobodyHasRoom_stillSelectsOne(DeliveryStrategy strategy) {
        List<Member> members = List.of(member("a", 1, false), member("b", 1, false));

        assertThat(selected(strategy, members, "k")).isIn("a", "b");
    }

    @Test
    void weighted_withRoom_sharesInProportionAndInterleaves() {
        List<Member> members = List.of(member("a", 5, true), member("b", 1, true), member("c", 1, true));
        DeliveryStrategy strategy = DeliveryStrategy.weighted();

        assertThat(IntStream.range(0, 7).mapToObj(i -> selected(strategy, members, "k")))
                .containsExactly("a", "a", "b", "a", "c", "a", "a");
    }

    @Test
    void weighted_memberWithoutRoom_leavesItsShareToTheOthers() {
        List<Member> members = List.of(member("a", 3, true), member("b", 9, false), member("c", 1, true));

        assertThat(share(DeliveryStrategy.weighted(), members, 40))
                .containsOnly(Map.entry("a", 30), Map.entry("c", 10));
    }

    @Test
    void sticky_sameKey_selectsTheSameMember() {
        DeliveryStrategy strategy = DeliveryStrategy.sticky();
        List<Member> members = members("a", "b", "c");

        assertThat(IntStream.range(0, 20).mapToObj(i -> selected(strategy, members, "k")))
                .containsOnly(selected(strategy, members, "k"));
        assertThat(strategy.awaitsRoom()).isFalse();
    }

    @Test
    void sticky_manyKeys_areSpreadEvenly() {
        assertThat(share(DeliveryStrategy.sticky(), members("a", "b", "c", "d"), 4_000)
                        .values())
                .allSatisfy(count -> assertThat(count).isBetween(850, 1_150));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sticky_memberLeaves_movesItsKeysOnly(long seed) {
        Random random = new Random(seed);
        DeliveryStrategy strategy = DeliveryStrategy.sticky();
        List<Member> before = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(10); i++) {
            before.add(member("member-" + random.nextLong(), 1, true));
        }
        List<Member> after = new ArrayList<>(before);
        String leaver = after.remove(random.nextInt(after.size())).id();

        for (int i = 0; i < 1_000; i++) {
            String key = "key-" + random.nextLong();
            String owner = selected(strategy, before, key);
            if (!owner.equals(leaver)) {
                assertThat(selected(strategy, after, key))
                        .as("seed %d, %s", seed, key)
                        .isEqualTo(owner);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("one")
    void strategy_ofTheSameKind_isEqual(DeliveryStrategy strategy) {
        assertThat(one().filter(strategy::equals)).hasSize(1);
        assertThat(strategy).isNotEqualTo(DeliveryStrategy.broadcast());
    }
}
