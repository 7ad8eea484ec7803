package dev.hark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.BrokerEvent;
import dev.hark.DeadLetter;
import dev.hark.DeadLetterReason;
import dev.hark.EndReason;
import dev.hark.FailedAttempt;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.log.Origin;
import dev.hark.log.StoredMessage;
import dev.hark.spi.Timers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the log says of events, and how often. */
class EventLogTest {
    private final CapturingLogger logger = new CapturingLogger();
    private final List<String> lines = logger.lines();
    private final List<Runnable> scheduled = new ArrayList<>();
    private long now;
    private final EventLog log = new EventLog(new LimitedLog(logger, new HandTimers(), Runnable::run));

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

    @Test
    void deadLetter_isAWarningWithItsReasonAndLastCause() {
        FailedAttempt attempt = new FailedAttempt(1, Instant.EPOCH, new IllegalStateException("no such account"));
        StoredMessage<String> message =
                new StoredMessage<>(new Origin("orders", 0, "run", 0), "order", null, PublishOptions.none(), 0);
        DeadLetter letter = new DeadLetter(
                "billing",
                message,
                DeadLetterReason.ATTEMPTS_EXHAUSTED,
                "1 of 1 attempts failed",
                Instant.EPOCH,
                List.of(attempt));

        log.onEvent(new BrokerEvent.DeadLettered("orders", "billing", letter));

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("WARNING")
                .contains("'billing' of the topic 'orders'", "1 of 1 attempts failed", "no such account");
    }

    @Test
    void recovery_isInformation_andMembersAreForDebugging() {
        log.onEvent(new BrokerEvent.Recovered("orders", "billing"));
        log.onEvent(new BrokerEvent.MemberJoined("orders", "workers", "one"));
        log.onEvent(new BrokerEvent.MemberLeft("orders", "workers", "one", 4));

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("INFO").contains("billing");
        assertThat(lines.get(1)).startsWith("DEBUG").contains("'workers'", "joined by 'one'");
        assertThat(lines.get(2)).startsWith("DEBUG").contains("left by 'one'", "gave back 4");
    }

    @Test
    void otherSubscriptions_beyondTheBound_shareOneWindow() {
        for (int i = 0; i < LimitedLog.MAX_SUBJECTS + 10; i++) {
            log.onEvent(new BrokerEvent.Dropped("orders", "s" + i, 1, "dropOldest"));
        }
        assertThat(lines).hasSize(LimitedLog.MAX_SUBJECTS + 1);

        passSecond();

        assertThat(lines).hasSize(LimitedLog.MAX_SUBJECTS + 2).last().asString().contains("9 more since");
    }

    @Test
    void subscription_afterASilentSecond_hasALineAtOnceAgain() {
        log.onEvent(new BrokerEvent.Dropped("orders", "billing", 1, "dropOldest"));
        passSecond();

        log.onEvent(new BrokerEvent.Dropped("orders", "billing", 1, "dropOldest"));

        assertThat(lines).hasSize(2);
        assertThat(scheduled).hasSize(1);
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
