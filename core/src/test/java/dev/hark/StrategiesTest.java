package dev.hark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.log.Origin;
import dev.hark.log.StoredMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        return new StoredMessage<>(new Origin("topic", 0, "run", 0), "payload", key, PublishOptions.none(), 0);
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

    @Test
    void weighted_membersComeAndGo_keepsSharesInProportion() {
        DeliveryStrategy strategy = DeliveryStrategy.weighted();
        share(strategy, List.of(member("gone", 7, true), member("a", 2, true)), 25);

        assertThat(share(strategy, List.of(member("a", 2, true), member("new", 1, true)), 300))
                .satisfies(share -> assertThat(share.get("a")).isBetween(190, 210))
                .containsOnlyKeys("a", "new");
    }

    @Test
    void roundRobin_membersComeAndGo_selectsOnlyThoseThere() {
        DeliveryStrategy strategy = DeliveryStrategy.roundRobin();
        share(strategy, members("a", "b", "c"), 2);

        assertThat(share(strategy, members("a", "b"), 4)).isEqualTo(Map.of("a", 2, "b", 2));
        assertThat(share(strategy, members("a", "b", "d", "e"), 8)).isEqualTo(Map.of("a", 2, "b", 2, "d", 2, "e", 2));
    }

    @Test
    void sticky_withoutKeys_spreadsByOffset() {
        DeliveryStrategy strategy = DeliveryStrategy.sticky();
        List<Member> members = members("a", "b");
        Map<String, Integer> share = new HashMap<>();
        for (int offset = 0; offset < 1_000; offset++) {
            share.merge(strategy.select(members, new Unkeyed(offset)).getFirst().id(), 1, Integer::sum);
        }

        assertThat(share.values()).allSatisfy(count -> assertThat(count).isBetween(400, 600));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sticky_memberJoins_takesKeysAndMovesNoOthers(long seed) {
        Random random = new Random(seed);
        DeliveryStrategy strategy = DeliveryStrategy.sticky();
        List<Member> before = members("a-" + random.nextLong(), "b-" + random.nextLong(), "c-" + random.nextLong());
        List<Member> after = new ArrayList<>(before);
        after.add(random.nextInt(4), member("joiner", 1, true));
        int taken = 0;

        for (int i = 0; i < 1_000; i++) {
            String key = "key-" + random.nextLong();
            String owner = selected(strategy, after, key);
            if (owner.equals("joiner")) {
                taken++;
            } else {
                assertThat(selected(strategy, before, key))
                        .as("seed %d, %s", seed, key)
                        .isEqualTo(owner);
            }
        }
        assertThat(taken).as("seed %d", seed).isBetween(150, 350);
    }

    @ParameterizedTest
    @MethodSource("one")
    void strategy_forAGroup_isEqualToItself(DeliveryStrategy strategy) {
        assertThat(strategy.forGroup()).isEqualTo(strategy);
    }

    /**
     * A message without a key.
     *
     * @param offset its place
     */
    private record Unkeyed(long offset) implements Message<String> {
        @Override
        public String id() {
            return "run-0-0-" + offset;
        }

        @Override
        public String topic() {
            return "topic";
        }

        @Override
        public String payload() {
            return "payload";
        }

        @Override
        public Instant timestamp() {
            return Instant.EPOCH;
        }

        @Override
        public Optional<String> key() {
            return Optional.empty();
        }

        @Override
        public Map<String, String> headers() {
            return Map.of();
        }

        @Override
        public int partition() {
            return 0;
        }
    }
}
