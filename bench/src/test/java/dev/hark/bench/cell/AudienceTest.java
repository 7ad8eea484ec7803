package dev.hark.bench.cell;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.bench.engine.Channel;
import dev.hark.bench.engine.Engine;
import dev.hark.bench.engine.Event;
import dev.hark.bench.engine.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** An engine that loses or doubles events gets no rate. */
class AudienceTest {
    private static final int EVENTS = 100;

    /** Calls handlers at once, as often as it is told for each number. */
    private record Faulty(LongUnaryOperator times) implements Engine {
        @Override
        public Channel open(String topic) {
            List<Handler> handlers = new ArrayList<>();
            return new Channel() {
                @Override
                public void subscribe(Handler handler) {
                    handlers.add(handler);
                }

                @Override
                public void publish(Event event) throws InterruptedException {
                    for (Handler handler : handlers) {
                        for (long i = 0; i < times.applyAsLong(event.number()); i++) {
                            boolean _ = handler.handle(event);
                        }
                    }
                }
            };
        }

        @Override
        public void close() {}
    }

    private static void publishAndCheck(LongUnaryOperator times) throws InterruptedException {
        Audience audience = new Audience(Workload.named("fan-100"), new Faulty(times));
        for (long number = 0; number < EVENTS; number++) {
            audience.channels().getFirst().publish(Publishing.event(number));
        }
        audience.check(0, EVENTS, EVENTS * (EVENTS - 1L) / 2);
    }

    @Test
    void engine_thatDeliversAll_passes() {
        assertThatCode(() -> publishAndCheck(number -> 1)).doesNotThrowAnyException();
    }

    @Test
    void engine_thatLosesOne_isTold() {
        assertThatThrownBy(() -> publishAndCheck(number -> number == 7 ? 0 : 1))
                .isInstanceOf(CellFailedException.class)
                .hasMessage("lost 1 of 100");
    }

    @Test
    void engine_thatDoublesOne_isTold() {
        assertThatThrownBy(() -> publishAndCheck(number -> number == 7 ? 2 : 1))
                .isInstanceOf(CellFailedException.class)
                .hasMessage("delivered 1 twice");
    }

    @Test
    void engine_thatLosesOneAndDoublesAnother_isTold() {
        assertThatThrownBy(() -> publishAndCheck(number -> number == 7 ? 0 : number == 8 ? 2 : 1))
                .isInstanceOf(CellFailedException.class)
                .hasMessage("lost some and delivered others twice");
    }
}
