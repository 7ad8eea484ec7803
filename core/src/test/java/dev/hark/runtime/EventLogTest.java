package dev.hark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.BrokerEvent;
import dev.hark.EndReason;
import dev.hark.Overflow;
import dev.hark.spi.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the log says of events, and how often. */
class EventLogTest {
    private final List<String> lines = new ArrayList<>();
    private final List<Runnable> scheduled = new ArrayList<>();
    private long now;
    private final EventLog log = new EventLog(new LimitedLog(new CapturingLogger(), new HandTimers(), Runnable::run));

    private void passSecond() {
        now += TimeUnit.SECONDS.toNanos(1);
        List<Runnable> due = List.copyOf(scheduled);
        scheduled.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void slowSubscription_isAWarningThatNamesItAndItsPolicy() {
        log.onEvent(new BrokerEvent.Slow("orders", "billing", 100, Overflow.dropOldest()));

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("WARNING")
                .contains("'billing' of the topic 'orders' is slow", "100 waiting", "DropOldest");
    }

    @Test
    void manyDrops_areOneLineASecond_andTheRestIsCounted() {
        for (int i = 0; i < 50; i++) {
            log.onEvent(new BrokerEvent.Dropped("orders", "billing", 2, "dropOldest"));
        }
        assertThat(lines).hasSize(1);

        passSecond();

        assertThat(lines).hasSize(2).last().asString().contains("98 more since");
        passSecond();
        passSecond();
        assertThat(lines).hasSize(2);
    }

    @Test
    void otherSubscriptions_haveLinesOfTheirOwn() {
        log.onEvent(new BrokerEvent.Dropped("orders", "a", 1, "dropOldest"));
        log.onEvent(new BrokerEvent.Dropped("orders", "b", 1, "dropOldest"));

        assertThat(lines).hasSize(2);
    }

    @Test
    void endedSubscription_isAWarningOnlyIfSomethingWasPurged() {
        log.onEvent(new BrokerEvent.Closed("orders", "a", EndReason.UNSUBSCRIBED, 0));
        log.onEvent(new BrokerEvent.Closed("orders", "b", EndReason.UNSUBSCRIBED, 3));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("DEBUG");
        assertThat(lines.get(1)).startsWith("WARNING").contains("purged 3");
    }

    private final class CapturingLogger implements System.Logger {
        @Override
        public String getName() {
            return "captured";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            lines.add(level + " " + message);
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... values) {
            lines.add(level + " " + format);
        }
    }

    private final class HandTimers implements Timers {
        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            scheduled.add(task);
            return () -> scheduled.remove(task);
        }

        @Override
        public void close() {
            scheduled.clear();
        }
    }
}
