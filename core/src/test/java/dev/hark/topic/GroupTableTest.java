package dev.hark.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Buffer;
import dev.hark.Member;
import dev.hark.Overflow;
import dev.hark.RejectException;
import dev.hark.Subscription;
import dev.hark.tables.DocumentTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the router's tables in docs/delivery.md, played to a real group and compared with the document. */
class GroupTableTest {
    private static final String DOCUMENT = "docs/delivery.md";
    private static final Buffer ROOMY = Buffer.of(2_000, Overflow.fail());
    private static final Map<String, Consumer<GroupBench>> ROWS = new LinkedHashMap<>();

    private static void row(String id, Consumer<GroupBench> scenario) {
        assertThat(ROWS.put(id, scenario)).as(id).isNull();
    }

    static {
        waking();
        routing();
        leaving();
        ending();
    }

    private static void waking() {
        row("G1", bench -> {
            bench.join();
            bench.hand().run();
            bench.before();
            bench.publish();
            bench.after();
        });
        row("G2", bench -> {
            bench.createGroup();
            bench.before();
            bench.publish();
            bench.after();
        });
        row("G3", bench -> {
            boundToOne(bench);
            bench.before();
            bench.publish();
            bench.after();
        });
        row("G4", bench -> {
            boundToOne(bench);
            bench.publish();
            bench.before();
            bench.hand().runOne();
            bench.after();
        });
        row("G5", bench -> {
            bench.createGroup();
            bench.publish();
            bench.before();
            bench.join();
            bench.after();
        });
        row("G6", bench -> {
            Subscription member = bench.join();
            member.pause();
            bench.publish();
            bench.hand().run();
            bench.before();
            member.resume();
            bench.hand().runOne();
            bench.after();
        });
        row("G7", bench -> {
            bench.join();
            bench.hand().run();
            bench.answer(message -> {
                throw new RejectException("never");
            });
            bench.publish();
            bench.hand().run();
            bench.before();
            bench.redrive();
            bench.after();
        });
    }

    private static void routing() {
        row("G8", bench -> {
            bench.join();
            bench.hand().run();
            bench.publish();
            bench.before();
            bench.hand().runOne();
            bench.after();
        });
        row("G9", bench -> {
            bench.createGroup();
            bench.publish();
            Subscription member = bench.join();
            bench.before();
            member.unsubscribe();
            bench.hand().run();
            bench.after();
        });
        row("G10", bench -> {
            bench.join();
            bench.hand().run();
            bench.choose((members, message) -> {
                bench.before();
                throw new IllegalStateException("a strategy that fails");
            });
            bench.choose((members, message) -> {
                bench.after();
                return members;
            });
            bench.publish();
            bench.publish();
            bench.hand().run();
        });
        row("G11", bench -> {
            Subscription first = bench.join();
            bench.join();
            bench.hand().run();
            bench.choose((members, message) -> {
                bench.before();
                first.unsubscribe();
                return List.of(members.getFirst());
            });
            bench.choose((members, message) -> {
                assertThat(members).extracting(Member::id).doesNotContain(first.id());
                bench.after();
                return members;
            });
            bench.publish();
            bench.hand().run();
        });
        row("G12", bench -> {
            bench.join();
            bench.hand().run();
            bench.choose((members, message) -> {
                bench.before();
                bench.hand().breakClock();
                throw new IllegalStateException("a strategy that fails");
            });
            bench.publish();
            bench.hand().run();
            bench.after();
            bench.hand().advance(Duration.ofSeconds(1));
        });
    }

    private static void leaving() {
        row("G13", bench -> {
            bench.createGroup();
            Subscription member = boundToOne(bench);
            bench.before();
            member.unsubscribe();
            bench.after();
        });
        row("G14", bench -> {
            Subscription member = bench.joinNamed("member");
            bench.hand().run();
            bench.publish();
            bench.hand().runOne();
            bench.before();
            member.close();
            bench.after();
        });
        row("G15", bench -> {
            bench.createGroup();
            Subscription member = bench.join();
            bench.hand().run();
            bench.answer(message -> false);
            bench.publish();
            bench.hand().run();
            bench.before();
            member.unsubscribe();
            bench.after();
        });
        row("G16", bench -> leftWhileRunning(bench, true));
        row("G17", bench -> leftWhileRunning(bench, false));
    }

    private static void ending() {
        row("G18", bench -> {
            Subscription member = boundToOne(bench);
            bench.publish();
            bench.before();
            member.unsubscribe();
            bench.after();
        });
        row("G19", bench -> {
            bench.join();
            bench.hand().run();
            bench.publish();
            bench.before();
            bench.deleteGroup();
            bench.after();
        });
        row("G20", bench -> {
            bench.join();
            bench.hand().run();
            bench.choose((members, message) -> {
                bench.before();
                bench.deleteGroup();
                return members;
            });
            bench.publish();
            bench.hand().run();
            bench.after();
        });
    }

    /** A member with one message bound to it, whose turn has yet to run. */
    private static Subscription boundToOne(GroupBench bench) {
        Subscription member = bench.join();
        bench.hand().run();
        bench.publish();
        bench.hand().runOne();
        return member;
    }

    private static void leftWhileRunning(GroupBench bench, boolean acks) {
        bench.createGroup();
        Subscription member = boundToOne(bench);
        bench.answer(message -> {
            bench.before();
            member.unsubscribe();
            return acks;
        });
        bench.hand().runOne();
        bench.after();
    }

    static Stream<DocumentTable> rows() {
        return DocumentTable.rows(DOCUMENT, 'G').stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void row_ofTheTable_isWhatTheRouterDoes(DocumentTable row) {
        GroupBench bench = GroupBench.waiting();

        ROWS.getOrDefault(row.id(), unknown -> {}).accept(bench);

        assertThat(List.of(bench.seenBefore(), bench.seenAfter(), bench.seenMessages()))
                .as(row.id())
                .isEqualTo(List.of(row.cell(0), row.cell(3), row.cell(4)));
    }

    @Test
    void rows_ofTheTable_areThoseThatArePlayed() {
        assertThat(rows().map(DocumentTable::id)).containsExactlyElementsOf(ROWS.keySet());
    }

    @Test
    void router_after1024Messages_letsOthersRun() {
        GroupBench bench = GroupBench.filling(ROOMY);
        bench.join();
        bench.hand().run();
        for (int i = 0; i < 1_025; i++) {
            bench.publish();
        }

        bench.hand().runOne();
        bench.after();

        assertThat(bench.seenAfter()).isEqualTo("SCHEDULED");
        assertThat(bench.seenMessages()).isEqualTo("1 waiting, 1024 bound");
    }

    @Test
    void message_givenBackAfterAFailedAttempt_keepsItsAttempts() {
        GroupBench bench = GroupBench.waiting();
        bench.createGroup();
        Subscription member = bench.join();
        bench.hand().run();
        bench.answer(message -> false);
        bench.publish();
        bench.hand().run();
        member.unsubscribe();

        bench.answer(message -> false);
        bench.join();
        bench.hand().run();
        bench.after();

        assertThat(bench.seenMessages()).isEqualTo("1 dead-lettered");
    }

    static Stream<DocumentTable> overflows() {
        return DocumentTable.rows(DOCUMENT, 'M').stream();
    }

    private static final Map<String, Overflow> POLICIES = Map.of(
            "dropOldest", Overflow.dropOldest(),
            "dropNewest", Overflow.dropNewest(),
            "deadLetter", Overflow.deadLetter(),
            "block", Overflow.block(Duration.ofSeconds(1)),
            "fail", Overflow.fail());

    @ParameterizedTest(name = "{0}")
    @MethodSource("overflows")
    void row_ofTheMailboxTable_isWhatAFullMailboxDoes(DocumentTable row) {
        Overflow policy = POLICIES.getOrDefault(row.cell(0), Overflow.fail());
        GroupBench bench = GroupBench.filling(Buffer.of(1, policy));
        bench.join().pause();
        bench.hand().run();

        bench.publish();
        bench.hand().run();
        bench.publish();
        bench.hand().run();
        bench.after();

        assertThat(bench.seenMessages()).as(row.id()).isEqualTo(row.cell(2));
    }

    @Test
    void rows_ofTheMailboxTable_areAllPolicies() {
        assertThat(overflows().map(row -> row.cell(0))).containsExactlyInAnyOrderElementsOf(POLICIES.keySet());
    }
}
