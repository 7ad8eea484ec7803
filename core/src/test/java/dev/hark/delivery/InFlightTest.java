package dev.hark.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.DeadLetter;
import dev.hark.FailedAttempt;
import dev.hark.PublishOptions;
import dev.hark.log.Origin;
import dev.hark.log.StoredMessage;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a worker holds and counts, and readings of it. */
class InFlightTest {
    private static final StoredMessage<Integer> MESSAGE =
            new StoredMessage<>(new Origin("topic", 0, "run", 0), 1, null, PublishOptions.none(), 0);

    private final InFlight<Integer> inFlight = new InFlight<>();

    private void take(Parcel<Integer> parcel) {
        inFlight.begin();
        inFlight.take(parcel);
        inFlight.end();
    }

    private static FailedAttempt failure(int attempt) {
        return new FailedAttempt(attempt, Instant.EPOCH, null);
    }

    @Test
    void ack_ofTheFirstDelivery_isCounted() {
        take(Parcel.fresh(MESSAGE));
        inFlight.ack();

        assertThat(inFlight.read()).isEqualTo(new InFlight.Reading(null, 1, 0, 1, 1, 0, 0));
    }

    @Test
    void secondAttempt_isADeliveryAndARedelivery() {
        take(Parcel.fresh(MESSAGE));
        inFlight.fail(failure(1));
        inFlight.again();

        assertThat(inFlight.read()).isEqualTo(new InFlight.Reading(MESSAGE, 2, 0, 0, 2, 1, 1));
    }

    @Test
    void message_withAHistory_goesOnCountingItsAttempts() {
        take(new Parcel<>(MESSAGE, 2, List.of(failure(1), failure(2))));
        inFlight.fail(failure(3));

        assertThat(inFlight.parcel()).isEqualTo(new Parcel<>(MESSAGE, 3, List.of(failure(1), failure(2), failure(3))));
    }

    @Test
    void failures_beyondThoseKept_leaveTheFirstAndTheLatest() {
        take(Parcel.fresh(MESSAGE));
        int attempts = 3 * DeadLetter.MAX_ATTEMPTS_KEPT;
        IntStream.rangeClosed(1, attempts).forEach(attempt -> inFlight.fail(failure(attempt)));

        List<FailedAttempt> kept = inFlight.parcel().failures();
        assertThat(kept).hasSize(DeadLetter.MAX_ATTEMPTS_KEPT);
        assertThat(kept).startsWith(failure(1), failure(2)).endsWith(failure(attempts - 1), failure(attempts));
    }

    @Test
    void message_whenNoneIsHeld_isRefused() {
        assertThatThrownBy(inFlight::message).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void reading_disturbedByAChange_isTakenAgain() {
        take(Parcel.fresh(MESSAGE));
        AtomicInteger looks = new AtomicInteger();

        long acked = inFlight.read(reading -> {
            if (looks.getAndIncrement() == 0) {
                inFlight.ack();
            }
            return reading.acked();
        });

        assertThat(acked).isOne();
        assertThat(looks).hasValue(2);
    }
}
