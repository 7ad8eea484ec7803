package dev.hark.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.Overflow;
import dev.hark.PublishTimeoutException;
import dev.hark.Receipt;
import dev.hark.TopicFullException;
import dev.hark.tables.DocumentTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table of bounds and gaps in docs/delivery.md, played to a real cursor of capacity 4. */
class GapTableTest {
    private static final String DOCUMENT = "docs/delivery.md";
    private static final int CAPACITY = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Map<String, Overflow> POLICIES = Map.of(
            "any", Overflow.deadLetter(),
            "dropOldest", Overflow.dropOldest(),
            "dropNewest", Overflow.dropNewest(),
            "deadLetter", Overflow.deadLetter(),
            "block", Overflow.block(TIMEOUT),
            "fail", Overflow.fail());
    private static final Map<String, Consumer<GapBench>> ROWS = new LinkedHashMap<>();

    private static void row(String id, Consumer<GapBench> scenario) {
        assertThat(ROWS.put(id, scenario)).as(id).isNull();
    }

    static {
        atTheBound();
        gaps();
    }

    private static void atTheBound() {
        row("B1", bench -> {
            bench.before();
            bench.publish(CAPACITY);
            bench.after();
        });
        row("B2", GapTableTest::fillAndPublish);
        row("B3", bench -> {
            bench.publish(CAPACITY);
            bench.before();
            assertThat(bench.publish()).isCompletedExceptionally();
            bench.after();
        });
        row("B4", bench -> {
            bench.publish(CAPACITY);
            bench.before();
            assertThat(bench.publish()).isNotDone();
            bench.after();
        });
        row("B5", bench -> {
            bench.publish(CAPACITY);
            assertThat(bench.publish()).isNotDone();
            bench.before();
            bench.read(1);
            bench.after();
        });
        row("B6", bench -> {
            bench.publish(CAPACITY);
            assertThat(bench.publish()).isNotDone();
            bench.before();
            bench.driven().advance(TIMEOUT);
            bench.after();
        });
        row("B7", bench -> {
            bench.publish(CAPACITY);
            bench.setAway(true);
            bench.before();
            bench.publish(1);
            bench.after();
        });
        row("B8", GapTableTest::fillAndPublish);
        row("B9", GapTableTest::fillAndPublish);
    }

    private static void gaps() {
        row("B10", bench -> {
            bench.publish(CAPACITY + 1);
            bench.before();
            bench.publish(1);
            bench.after();
        });
        row("B11", bench -> {
            bench.publish(CAPACITY + 1);
            bench.before();
            bench.read(1);
            bench.after();
        });
        row("B12", bench -> {
            bench.publish(CAPACITY + 1);
            bench.before();
            bench.read(2);
            bench.after();
        });
        row("B13", bench -> {
            bench.publish(CAPACITY);
            bench.setAway(true);
            bench.publish(1);
            bench.setAway(false);
            bench.before();
            bench.publish(1);
            bench.after();
        });
        row("B14", bench -> {
            rejoined(bench);
            bench.before();
            bench.publish(2);
            bench.after();
        });
        row("B15", bench -> {
            rejoined(bench);
            bench.before();
            bench.read(2);
            bench.after();
        });
        row("B16", bench -> {
            rejoined(bench);
            bench.publish(2);
            bench.before();
            bench.publish(1);
            bench.after();
        });
        row("B17", bench -> {
            rejoined(bench);
            bench.publish(3);
            bench.before();
            bench.read(1);
            bench.after();
        });
        row("B18", bench -> {
            rejoined(bench);
            bench.publish(3);
            bench.read(1);
            bench.before();
            bench.read(1);
            bench.after();
        });
        row("B19", bench -> {
            bench.publish(CAPACITY + 1);
            bench.before();
            bench.detach();
            bench.after();
        });
    }

    private static void fillAndPublish(GapBench bench) {
        bench.publish(CAPACITY);
        bench.before();
        bench.publish(1);
        bench.after();
    }

    /** Four messages, of which two are read, and one missed: a closed gap is ahead. */
    private static void rejoined(GapBench bench) {
        bench.publish(CAPACITY + 1);
        bench.read(2);
    }

    static Stream<DocumentTable> rows() {
        return DocumentTable.rows(DOCUMENT, 'B').stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void row_ofTheTable_isWhatTheCursorDoes(DocumentTable row) {
        GapBench bench = new GapBench(CAPACITY, POLICIES.getOrDefault(row.cell(0), Overflow.fail()));

        ROWS.getOrDefault(row.id(), unknown -> {}).accept(bench);

        assertThat(List.of(bench.seenBefore(), bench.seenAfter(), bench.seenMessages()))
                .as(row.id())
                .isEqualTo(List.of(row.cell(1), row.cell(4), row.cell(5)));
    }

    @Test
    void rows_ofTheTable_areThoseThatArePlayed() {
        assertThat(rows().map(DocumentTable::id)).containsExactlyElementsOf(ROWS.keySet());
    }

    @Test
    void publish_toAFullFailingCursor_saysThatTheTopicIsFull() {
        GapBench bench = new GapBench(CAPACITY, Overflow.fail());
        bench.publish(CAPACITY);

        CompletableFuture<Receipt> refused = bench.publish();

        assertThatThrownBy(refused::join).hasCauseInstanceOf(TopicFullException.class);
    }

    @Test
    void publish_thatWaitedTooLong_saysSo() {
        GapBench bench = new GapBench(CAPACITY, Overflow.block(TIMEOUT));
        bench.publish(CAPACITY);
        CompletableFuture<Receipt> waiting = bench.publish();

        bench.driven().advance(TIMEOUT);

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(PublishTimeoutException.class);
    }

    @Test
    void reader_ofABufferOfOne_rejoinsAtOnceWhenItHasReadThat() {
        GapBench bench = new GapBench(1, Overflow.dropNewest());
        bench.publish(3);

        bench.read(1);
        bench.publish(1);
        bench.read(1);

        assertThat(bench.readSoFar()).containsExactly(0L, 3L);
        assertThat(bench.stock()).isEqualTo(new Stock(4, 0, 2, 0));
    }

    @Test
    void gap_ofAQuota_isHandedOverBeforeThereAreMore() {
        GapBench bench = new GapBench(CAPACITY, Overflow.deadLetter());

        bench.publish(CAPACITY + GapBench.QUOTA);
        assertThat(bench.overflowedSoFar()).isEmpty();
        bench.publish(1);

        assertThat(bench.overflowedSoFar()).containsExactly(4L, 5L, 6L);
    }

    @Test
    void message_thatTheReaderFailedToTakeOver_isNotLost() {
        GapBench bench = new GapBench(CAPACITY, Overflow.deadLetter());
        bench.publish(CAPACITY + 2);
        bench.breakReader();
        assertThatThrownBy(bench::stock).isInstanceOf(IllegalStateException.class);

        bench.after();

        assertThat(bench.overflowedSoFar()).containsExactly(4L, 5L);
        assertThat(bench.seenMessages()).isEqualTo("4 waiting, 2 dead-lettered");
    }

    @Test
    void messages_ofManyGaps_areEachReadOrDeadLettered_inOrder() {
        GapBench bench = new GapBench(CAPACITY, Overflow.deadLetter());
        for (int round = 0; round < 50; round++) {
            bench.publish(1 + round % 11);
            bench.read((int) Math.min(bench.stock().unclaimed(), round % 4));
        }
        while (bench.stock().unclaimed() > 0) {
            bench.read(1);
        }
        bench.after();

        List<Long> all = new ArrayList<>(bench.readSoFar());
        assertThat(all).isSorted();
        assertThat(bench.overflowedSoFar()).isSorted().isNotEmpty();
        all.addAll(bench.overflowedSoFar());
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, all.size()).boxed().toList());
    }
}
