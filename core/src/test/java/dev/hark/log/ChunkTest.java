package dev.hark.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.PublishOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Growth of a chain of chunks, and the view of a part of it. */
class ChunkTest {
    private final Chunk<Integer> first = new Chunk<>(0, Chunk.FIRST_SIZE);

    private static StoredMessage<Integer> message(int payload) {
        return new StoredMessage<>(new Origin("topic", 0, "run", 0), payload, null, PublishOptions.none(), 0);
    }

    private void store(int offset) {
        first.findOrGrow(offset).set(offset, message(offset));
    }

    @ParameterizedTest(name = "offset {0} is in the chunk from {1} to {2}")
    @CsvSource({
        "0, 0, 4",
        "3, 0, 4",
        "4, 4, 12",
        "12, 12, 28",
        "28, 28, 60",
        "60, 60, 124",
        "124, 124, 252",
        "252, 252, 508",
        "508, 508, 764",
        "763, 508, 764"
    })
    void chunk_ofAnOffset_isTwiceAsLongAsTheOneBefore_upTo256(long offset, long base, long end) {
        Chunk<Integer> chunk = first.findOrGrow(offset);

        assertThat(chunk.isBeyond(base - 1)).isTrue();
        assertThat(chunk.isBeyond(base)).isFalse();
        assertThat(chunk.end()).isEqualTo(end);
    }

    @Test
    void find_ofAnOffsetWithoutAChunk_findsNothingAndMakesNothing() {
        assertThat(first.find(Chunk.FIRST_SIZE)).isNull();
        assertThat(first.next()).isNull();
    }

    @Test
    void slot_thatWasStored_isFoundFromEveryEarlierChunk() {
        store(100);

        for (Chunk<Integer> from = first; from != null && !from.isBeyond(100); from = from.next()) {
            Chunk<Integer> found = from.findOrGrow(100);
            assertThat(from.find(100)).isSameAs(found);
            assertThat(found.get(100)).isNotNull();
        }
    }

    @Test
    void view_cutOffAtAnOffset_hasTheChunksBeforeItAndNoLaterOnes() {
        first.findOrGrow(100);

        List<Long> ends = new ArrayList<>();
        for (Chunk<Integer> chunk = first.cutOff(13); chunk != null; chunk = chunk.next()) {
            ends.add(chunk.end());
        }

        assertThat(ends).containsExactly(4L, 12L, 28L);
    }

    @Test
    void view_cutOffAtTheEndOfAChunk_endsWithThatChunk() {
        first.findOrGrow(100);

        assertThat(first.cutOff(12).find(11)).isNotNull();
        assertThat(first.cutOff(12).find(12)).isNull();
    }

    @Test
    void view_sharesSlots_withTheChain() {
        store(1);
        Chunk<Integer> view = first.cutOff(3);
        store(2);

        assertThat(view.get(1)).isSameAs(first.get(1));
        assertThat(view.get(2)).isSameAs(first.get(2)).isNotNull();
    }
}
