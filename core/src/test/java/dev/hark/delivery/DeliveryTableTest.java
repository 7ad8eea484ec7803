package dev.hark.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.RejectException;
import dev.hark.RetryLaterException;
import dev.hark.Subscriber;
import dev.hark.log.StalledPublisher;
import dev.hark.tables.DocumentTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the machine's table in docs/delivery.md, played to a real machine and compared with the document. */
class DeliveryTableTest {
    private static final String DOCUMENT = "docs/delivery.md";
    private static final Map<String, Consumer<DeliveryBench>> ROWS = new LinkedHashMap<>();

    private static void row(String id, Consumer<DeliveryBench> scenario) {
        assertThat(ROWS.put(id, scenario)).as(id).isNull();
    }

    static {
        waking();
        handling();
        failing();
        restingWithAFlag();
        backingOff();
        ending();
        lookingInVain();
        inTheMiddleOfARun();
    }

    /** A handler that notes the state when it is called, then does something and answers. */
    private static Subscriber<Integer> noting(DeliveryBench bench, Runnable meanwhile, Subscriber<Integer> answer) {
        return message -> {
            bench.before();
            meanwhile.run();
            return answer.onMessage(message);
        };
    }

    private static void waking() {
        row("D1", bench -> {
            bench.before();
            bench.publish();
            bench.after();
        });
        row("D2", bench -> {
            rejectOne(bench);
            bench.before();
            bench.redrive();
            bench.after();
        });
        row("D3", bench -> {
            bench.publish();
            bench.before();
            bench.publish();
            bench.after();
        });
        row("D4", bench -> {
            bench.pause();
            bench.before();
            bench.publish();
            bench.after();
        });
        row("D5", bench -> {
            bench.publish();
            bench.pause();
            bench.run();
            bench.before();
            bench.publish();
            bench.after();
        });
        row("D6", bench -> {
            bench.publish();
            bench.pause();
            bench.run();
            bench.before();
            bench.resume();
            bench.after();
        });
        row("D7", bench -> {
            bench.publish();
            bench.detachHandler();
            bench.run();
            bench.before();
            bench.attachHandler();
            bench.after();
        });
    }

    private static void handling() {
        row("D8", bench -> {
            bench.answer(message -> {
                bench.after();
                return true;
            });
            bench.publish();
            bench.before();
            bench.run();
        });
        row("D9", bench -> {
            rejectOne(bench);
            bench.answer(noting(
                    bench,
                    () -> {
                        bench.publish();
                        bench.redrive();
                        bench.after();
                    },
                    message -> true));
            bench.publish();
            bench.run();
        });
        row("D10", bench -> inOneDelivery(bench, () -> {}, message -> true));
        row("D11", bench -> {
            bench.answer(noting(bench, bench::publish, message -> true));
            bench.answer(message -> {
                bench.after();
                return true;
            });
            bench.publish();
            bench.run();
        });
        row("D12", bench -> {
            rejectOne(bench);
            bench.answer(noting(
                    bench,
                    () -> {
                        bench.publish();
                        bench.redrive();
                    },
                    message -> true));
            bench.answer(message -> {
                assertThat(message.payload()).isZero();
                bench.after();
                return true;
            });
            bench.publish();
            bench.run();
        });
    }

    private static void failing() {
        row("D13", bench -> inOneDelivery(bench, () -> {}, message -> false));
        row(
                "D14",
                bench -> inOneDelivery(bench, () -> {}, message -> {
                    throw new RetryLaterException(Duration.ofMillis(1));
                }));
        row("D15", bench -> {
            bench.answer(noting(bench, () -> {}, message -> {
                throw new RetryLaterException(Duration.ZERO);
            }));
            bench.answer(message -> {
                bench.after();
                return true;
            });
            bench.publish();
            bench.run();
        });
        row("D16", bench -> {
            bench.answer(message -> false);
            bench.answer(noting(bench, () -> {}, message -> false));
            bench.publish();
            bench.run();
            bench.hand().advance(DeliveryBench.DELAY);
            bench.after();
        });
        row(
                "D17",
                bench -> inOneDelivery(bench, () -> {}, message -> {
                    throw new RejectException("never");
                }));
        row("D18", bench -> {
            for (int i = 0; i <= Pace.MOST_IN_A_TURN; i++) {
                bench.publish();
            }
            bench.answer(noting(bench, () -> {}, message -> true));
            bench.hand().runOne();
            bench.after();
        });
        row("D19", bench -> inOneDelivery(bench, bench.hand()::breakClock, message -> false));
    }

    private static void restingWithAFlag() {
        row("D20", bench -> {
            bench.publish();
            bench.pause();
            bench.before();
            bench.run();
            bench.after();
        });
        row(
                "D21",
                bench -> inOneDelivery(
                        bench,
                        () -> {
                            bench.publish();
                            bench.pause();
                        },
                        message -> true));
        row("D22", bench -> inOneDelivery(bench, bench::pause, message -> false));
        row("D23", bench -> inOneDelivery(bench, bench::detachHandler, message -> true));
        row("D24", bench -> {
            inOneDelivery(bench, bench::pause, message -> false);
            bench.before();
            bench.resume();
            bench.after();
        });
        row("D25", bench -> {
            inOneDelivery(bench, bench::pause, message -> false);
            bench.resume();
            bench.before();
            bench.run();
            bench.after();
        });
    }

    private static void backingOff() {
        row("D26", bench -> {
            failOne(bench);
            bench.before();
            bench.hand().fire(DeliveryBench.DELAY);
            bench.after();
        });
        row("D27", bench -> {
            failOne(bench);
            bench.hand().fire(DeliveryBench.DELAY);
            bench.answer(message -> {
                bench.after();
                return true;
            });
            bench.before();
            bench.run();
        });
        row("D28", bench -> {
            failOne(bench);
            bench.before();
            bench.publish();
            bench.after();
        });
        row("D29", bench -> {
            failOne(bench);
            bench.before();
            bench.pause();
            bench.after();
        });
        row("D30", bench -> {
            failOne(bench);
            bench.pause();
            bench.before();
            bench.resume();
            bench.after();
        });
        row("D31", bench -> {
            failOne(bench);
            bench.pause();
            bench.before();
            bench.hand().advance(DeliveryBench.DELAY);
            bench.after();
        });
    }

    private static void ending() {
        row("D32", bench -> {
            bench.pause();
            bench.publish();
            bench.run();
            bench.before();
            bench.end();
            bench.after();
        });
        row("D33", bench -> {
            bench.publish();
            bench.before();
            bench.end();
            bench.after();
        });
        row("D34", bench -> {
            failOne(bench);
            bench.before();
            bench.end();
            bench.after();
            assertThat(bench.hand().pendingTimers()).isZero();
        });
        row("D35", bench -> {
            bench.answer(noting(
                    bench,
                    () -> {
                        bench.publish();
                        bench.end();
                        bench.after();
                    },
                    message -> true));
            bench.publish();
            bench.run();
        });
        row("D36", bench -> endedMeanwhile(bench, message -> true));
        row("D37", bench -> endedMeanwhile(bench, message -> false));
        row(
                "D38",
                bench -> endedMeanwhile(bench, message -> {
                    throw new RejectException("never");
                }));
        row("D39", bench -> {
            bench.publish();
            bench.end();
            bench.before();
            bench.run();
            bench.after();
        });
        row("D40", bench -> {
            bench.end();
            bench.before();
            bench.publish();
            bench.after();
        });
        row("D41", bench -> {
            rejectOne(bench);
            bench.end();
            bench.before();
            assertThatThrownBy(bench::redrive).isInstanceOf(IllegalStateException.class);
            bench.after();
        });
    }

    private static void lookingInVain() {
        row("D42", bench -> {
            bench.stall();
            bench.resume();
            bench.before();
            bench.hand().runOne();
            bench.after();
        });
        row("D43", bench -> {
            bench.stall();
            lookInVain(bench);
            bench.before();
            bench.hand().runOne();
            bench.after();
        });
        row("D44", bench -> {
            StalledPublisher<Integer> publisher = bench.stall();
            lookInVain(bench);
            bench.hand().runOne();
            publisher.store();
            bench.before();
            bench.hand().fire(Duration.ofNanos(Patience.pauseNanos(Patience.LOOKS + Patience.YIELDS + 1)));
            bench.after();
        });
    }

    /** Has it look in vain until it would pause. */
    private static void lookInVain(DeliveryBench bench) {
        bench.resume();
        for (int i = 0; i < Patience.YIELDS; i++) {
            bench.hand().runOne();
        }
    }

    private static void inTheMiddleOfARun() {
        row("D45", bench -> {
            inTheMiddle(bench, bench::pause, message -> true);
            bench.after();
        });
        row("D46", bench -> {
            inTheMiddle(bench, bench::pause, message -> true);
            bench.before();
            bench.resume();
            bench.after();
        });
        row("D47", bench -> {
            inTheMiddle(bench, () -> {}, message -> false);
            bench.after();
        });
        row("D48", bench -> {
            inTheMiddle(bench, () -> {}, message -> false);
            List<Integer> handled = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                bench.answer(message -> handled.add(message.payload()));
            }
            bench.before();
            bench.hand().advance(DeliveryBench.DELAY);
            bench.after();
            assertThat(handled).containsExactly(4, 5, 6);
        });
        row("D49", bench -> {
            inTheMiddle(bench, bench::end, message -> true);
            bench.after();
        });
        row("D50", bench -> {
            rejectOne(bench);
            ackedBefore(bench, 5);
            bench.answer(noting(bench, bench::redrive, message -> true));
            bench.answer(message -> {
                assertThat(message.payload()).isZero();
                bench.after();
                return true;
            });
            publishAndRun(bench, 9);
        });
    }

    /** Seven messages, of which the fifth is in flight with two behind it in hand when something happens. */
    private static void inTheMiddle(DeliveryBench bench, Runnable meanwhile, Subscriber<Integer> answer) {
        ackedBefore(bench, 4);
        bench.answer(noting(bench, meanwhile, answer));
        publishAndRun(bench, 7);
    }

    private static void ackedBefore(DeliveryBench bench, int count) {
        for (int i = 0; i < count; i++) {
            bench.answer(message -> true);
        }
    }

    private static void publishAndRun(DeliveryBench bench, int count) {
        for (int i = 0; i < count; i++) {
            bench.publish();
        }
        bench.run();
    }

    private static void inOneDelivery(DeliveryBench bench, Runnable meanwhile, Subscriber<Integer> answer) {
        bench.answer(noting(bench, meanwhile, answer));
        bench.publish();
        bench.run();
        bench.after();
    }

    private static void endedMeanwhile(DeliveryBench bench, Subscriber<Integer> answer) {
        bench.answer(message -> {
            bench.end();
            bench.before();
            return answer.onMessage(message);
        });
        bench.publish();
        bench.run();
        bench.after();
    }

    private static void rejectOne(DeliveryBench bench) {
        bench.answer(message -> {
            throw new RejectException("never");
        });
        bench.publish();
        bench.run();
    }

    private static void failOne(DeliveryBench bench) {
        bench.answer(message -> false);
        bench.publish();
        bench.run();
    }

    static Stream<DocumentTable> rows() {
        return DocumentTable.rows(DOCUMENT, 'D').stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void row_ofTheTable_isWhatTheMachineDoes(DocumentTable row) {
        DeliveryBench bench = new DeliveryBench();

        ROWS.getOrDefault(row.id(), unknown -> {}).accept(bench);

        assertThat(List.of(bench.seenBefore(), bench.seenAfter(), bench.seenMessages()))
                .as(row.id())
                .isEqualTo(List.of(row.cell(0), row.cell(3), row.cell(4)));
    }

    @Test
    void rows_ofTheTable_areThoseThatArePlayed() {
        assertThat(rows().map(DocumentTable::id)).containsExactlyElementsOf(ROWS.keySet());
    }
}
