package dev.hark.log;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/** The model checker finds faults of a reader, and by what they break. */
class PlantedProtocolTest {
    private static final int INVOCATIONS = 5_000;

    @Test
    void reader_thatDoesNotLookAgain_losesAWakeUp() {
        assertThatThrownBy(() -> Protocol.check(Models.Deaf.class, INVOCATIONS, "publish : publish | turn"))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("waiting, though the reader is parked");
    }

    @Test
    void reader_thatIsClaimedWithoutACas_runsTwice() {
        assertThatThrownBy(() -> Protocol.check(Models.Greedy.class, INVOCATIONS, "publish : publish | turn"))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("two turns at once");
    }
}
