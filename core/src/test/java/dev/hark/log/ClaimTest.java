package dev.hark.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Overflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a reader claims at once, and what that means for its bound. */
class ClaimTest {
    private static final int MANY = 64;

    private GapBench bench = new GapBench(1_000, Overflow.fail());

    private int claim(int most) {
        Cursor<Long> cursor = bench.cursor();
        long from = cursor.offset();
        boolean claimed = cursor.claim(from, bench.hand(), most);
        return claimed ? (int) (cursor.offset() - from) : 0;
    }

    /** Settles the message in flight and all of the rest. */
    private void settleAll() {
        Hand<Long> hand = bench.hand();
        hand.settle();
        while (hand.hasRest()) {
            hand.startNext();
            hand.settle();
        }
    }

    @Test
    void run_isWhatIsStored_upToTheLimit_withinTheChunk() {
        bench.publish(20);

        assertThat(claim(2)).isEqualTo(2);
        settleAll();
        assertThat(claim(MANY)).as("to the end of the first chunk").isEqualTo(Chunk.FIRST_SIZE - 2);
        settleAll();
        assertThat(claim(MANY)).as("the second chunk").isEqualTo(2 * Chunk.FIRST_SIZE);
        settleAll();
        assertThat(claim(MANY)).as("what is left").isEqualTo(20 - 3 * Chunk.FIRST_SIZE);
    }

    @ParameterizedTest(name = "a buffer of {0} has a tell point every {1}")
    @CsvSource({"1, 1", "15, 1", "16, 2", "63, 4", "64, 8", "100, 8", "1000, 64"})
    void run_neverCrossesATellPoint(int capacity, int unit) {
        bench = new GapBench(capacity, Overflow.dropOldest());
        for (int published = 0; published < 2 * capacity; published++) {
            bench.publish(1);
            if (published % capacity == capacity - 1) {
                while (bench.cursor().isBehind()) {
                    long from = bench.cursor().offset();
                    int run = claim(Integer.MAX_VALUE);
                    assertThat((from + run - 1) / unit).isEqualTo(from / unit);
                    settleAll();
                }
            }
        }
    }

    @Test
    void run_isRefusedWhileAFlagIsSet() {
        bench.publish(1);
        bench.cursor().raise(Cursor.PAUSED);

        assertThat(claim(1)).isZero();
        assertThat(bench.hand().isStarted()).isFalse();
    }

    @Test
    void rest_ofARun_takesRoomInTheBuffer() {
        bench = new GapBench(16, Overflow.fail());
        bench.publish(16);
        assertThat(claim(2)).isEqualTo(2);

        assertThat(bench.publish()).as("for the one that was started").isCompleted();
        assertThat(bench.publish()).as("the rest is not free").isCompletedExceptionally();
        bench.hand().settle();
        bench.hand().startNext();
        assertThat(bench.publish()).as("for the other one").isCompleted();
        assertThat(bench.publish()).isCompletedExceptionally();
    }

    @Test
    void oldest_thatIsDropped_isTheFirstThatIsNotClaimed() {
        bench = new GapBench(16, Overflow.dropOldest());
        bench.publish(16);
        assertThat(claim(2)).isEqualTo(2);
        bench.publish(2);
        assertThat(bench.stock().dropped()).isOne();

        settleAll();

        assertThat(bench.cursor().offset())
                .as("0 and 1 are claimed, 2 is dropped")
                .isEqualTo(3);
    }

    @Test
    void run_neverReachesIntoAGap() {
        bench = new GapBench(16, Overflow.dropNewest());
        bench.publish(16);
        bench.read(1);
        bench.publish(3);
        assertThat(bench.stock().dropped()).as("from 17 on").isEqualTo(2);
        bench.read(15);

        assertThat(claim(2)).as("16, and not 17 with it").isOne();
    }

    @Test
    void rest_thatIsGivenUp_isSettledByNobody() {
        bench.publish(4);
        claim(4);
        Hand<Long> hand = bench.hand();
        hand.settle();

        hand.begin();
        hand.giveUpRest();
        hand.end();

        assertThat(hand.hasRest()).isFalse();
        assertThat(hand.contents()).isEmpty();
        assertThat(Hand.settledAt(hand.progress())).isOne();
    }
}
