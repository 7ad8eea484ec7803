package dev.hark.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Buffer;
import dev.hark.Overflow;
import dev.hark.tables.HandDriven;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The order of the offsets at which cursors become full. */
class GatesTest {
    private final Partition<Integer> partition =
            new Partition<>(new Origin("topic", 0, "run", 0), new HandDriven().environment(), new WaitGraph(), 10);
    private final Gates<Integer> gates = new Gates<>();

    private Bound<Integer> add(Buffer buffer) {
        Bound<Integer> bound = new Cursor<>(partition, new SilentReader(), buffer, 0).bound();
        gates.add(bound);
        return bound;
    }

    private Bound<Integer> add(int capacity) {
        return add(Buffer.of(capacity, Overflow.fail()));
    }

    /** Moves the cursor, which tells nobody. */
    private static void read(Bound<Integer> bound, int count) {
        bound.cursor().moveTo(bound.cursor().offset() + count, null);
    }

    @Test
    void least_withoutCursors_isNoBound() {
        assertThat(gates.least()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void least_ofSeveral_isThatOfTheSmallestBuffer() {
        add(20);
        add(10);
        add(Buffer.unlimited());

        assertThat(gates.least()).isEqualTo(10);
    }

    @Test
    void least_whenTheSmallestIsRemoved_isThatOfTheNext() {
        add(20);
        Bound<Integer> smallest = add(10);

        gates.remove(smallest);

        assertThat(gates.least()).isEqualTo(20);
    }

    @Test
    void fullAt_anOffsetBelowAllGates_isNobody() {
        add(10);

        assertThat(gates.fullAt(9)).isEmpty();
    }

    @Test
    void fullAt_listsThoseWithoutRoom_inTheOrderOfTheirBeginnings() {
        Bound<Integer> first = add(20);
        Bound<Integer> second = add(10);
        add(21);

        assertThat(gates.fullAt(20)).containsExactly(first, second);
    }

    @Test
    void fullAt_refreshesThoseThatMovedOn() {
        Bound<Integer> moved = add(10);
        Bound<Integer> stuck = add(10);
        read(moved, 3);

        assertThat(gates.fullAt(10)).containsExactly(stuck);
        assertThat(moved.storedGate()).isEqualTo(13);
    }

    @Test
    void refresh_doesNotGoBelowTheGivenOffset() {
        Bound<Integer> bound = add(10);

        gates.refresh(bound, 11);

        assertThat(gates.least()).isEqualTo(11);
    }

    @Test
    void gates_ofManyThatComeGoAndMove_areThoseOfAList() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<Bound<Integer>> all = new ArrayList<>();
        for (int step = 0; step < 2_000; step++) {
            switch (random.nextInt(4)) {
                case 0 -> all.add(add(1 + random.nextInt(50)));
                case 1 -> {
                    if (!all.isEmpty()) {
                        gates.remove(all.remove(random.nextInt(all.size())));
                    }
                }
                case 2 -> {
                    if (!all.isEmpty()) {
                        read(all.get(random.nextInt(all.size())), 1 + random.nextInt(20));
                    }
                }
                default -> {
                    long offset = gates.least() == Long.MAX_VALUE ? 0 : gates.least() + random.nextInt(10);
                    List<Bound<Integer>> full =
                            all.stream().filter(bound -> bound.gate() <= offset).toList();
                    Bound<Integer> first = gates.firstFullAt(offset);
                    assertThat(first == null).as("seed %d, step %d", seed, step).isEqualTo(full.isEmpty());
                    assertThat(gates.fullAt(offset))
                            .as("seed %d, step %d", seed, step)
                            .containsExactlyElementsOf(full);
                }
            }
            assertThat(gates.size()).as("seed %d, step %d", seed, step).isEqualTo(all.size());
            assertThat(gates.least())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(all.stream().mapToLong(Bound::storedGate).min().orElse(Long.MAX_VALUE));
        }
    }

    @Test
    void cursors_ofOnePolicy_areAlike_andOthersAreNot() {
        add(10);
        Bound<Integer> other = add(Buffer.of(5, Overflow.dropOldest()));
        assertThat(gates.areAlike()).isFalse();

        gates.remove(other);

        assertThat(gates.areAlike()).isTrue();
    }

    /** A reader that has no part in this. */
    private static final class SilentReader implements Reader<Integer> {
        private final Hand<Integer> hand = new Hand<>();

        @Override
        public Hand<Integer> hand() {
            return hand;
        }

        @Override
        public boolean claimParked() {
            return false;
        }

        @Override
        public Runnable runner() {
            return () -> {};
        }

        @Override
        public Collection<?> handlers() {
            return List.of();
        }

        @Override
        public void overflowed(StoredMessage<Integer> message, Effects effects) {}

        @Override
        public int overflowQuota() {
            return 1;
        }

        @Override
        public void overflowEvicted(long count, Effects effects) {}

        @Override
        public void dropped(long count, String reason, Effects effects) {}

        @Override
        public void filled(long waiting, Overflow overflow, Effects effects) {}

        @Override
        public void relieved(Effects effects) {}
    }
}
