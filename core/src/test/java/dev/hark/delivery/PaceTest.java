package dev.hark.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many messages a worker takes at once, and when its turn is over. */
class PaceTest {
    private long now;
    private int looks;
    private final Pace pace = new Pace(() -> {
        looks++;
        return now;
    });

    /** Takes a whole run, each of whose messages takes so long; returns whether the turn goes on. */
    private boolean run(long nanosEach) {
        int messages = pace.beginRun();
        now += messages * nanosEach;
        return pace.endRun(messages);
    }

    private void grow() {
        pace.beginTurn();
        for (int i = 0; i < 8; i++) {
            run(1);
        }
        pace.beginTurn();
    }

    @Test
    void limit_isOneAtFirst_andDoubledByQuickRuns_upTo64() {
        pace.beginTurn();
        run(1);

        for (int limit : new int[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            assertThat(pace.beginRun()).isEqualTo(limit);
            run(1);
        }
    }

    @Test
    void limit_afterASlowRun_isOneAgain() {
        grow();
        assertThat(pace.beginRun()).isEqualTo(Pace.MOST_IN_A_RUN);

        now += Pace.SLOW_NANOS + 1;
        pace.endRun(Pace.MOST_IN_A_RUN);

        assertThat(pace.beginRun()).isOne();
    }

    @Test
    void limit_afterARunThatWasNotWhole_stays() {
        pace.beginTurn();
        run(1);
        run(1);
        assertThat(pace.beginRun()).isEqualTo(2);

        pace.endRun(1);

        assertThat(pace.beginRun()).isEqualTo(2);
    }

    @Test
    void limit_afterRunsThatAreNeitherQuickNorSlow_stays() {
        grow();
        pace.beginRun();
        now += Pace.QUICK_NANOS;
        pace.endRun(Pace.MOST_IN_A_RUN);

        assertThat(pace.beginRun()).isEqualTo(Pace.MOST_IN_A_RUN);
    }

    @Test
    void turn_endsWithTheRunInWhichItsTimeIsOver() {
        grow();

        assertThat(run(Pace.TURN_NANOS / Pace.MOST_IN_A_RUN / 2)).isTrue();
        assertThat(run(Pace.TURN_NANOS / Pace.MOST_IN_A_RUN)).isFalse();
    }

    @Test
    void turn_endsAfterAThousandDeliveries() {
        grow();
        int deliveries = 0;
        boolean goesOn = true;
        while (goesOn) {
            int messages = pace.beginRun();
            deliveries += messages;
            goesOn = pace.endRun(messages);
        }

        assertThat(deliveries).isEqualTo(Pace.MOST_IN_A_TURN);
    }

    @Test
    void clock_isNotAsked_byTurnsOfOneMessage() {
        for (int i = 0; i < 10; i++) {
            pace.beginTurn();
            run(Pace.SLOW_NANOS);
        }

        assertThat(looks).isZero();
    }
}
