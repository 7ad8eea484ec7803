package dev.hark.log;

import dev.hark.PublishOptions;
import dev.hark.delivery.InFlight;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JIJ_Result;

/** A reading of what is in flight never shows a message both held and acked, or neither once it was taken. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "in flight")
@Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "acked")
@Outcome(expect = Expect.FORBIDDEN, desc = "a reading in the middle of a change")
@State
public class SequenceLockStress {
    private final InFlight<Integer> inFlight = new InFlight<>();
    private final StoredMessage<Integer> message =
            new StoredMessage<>(new Origin("topic", 0, "run-0-0-"), 1, null, PublishOptions.none(), 0);

    @Actor
    public void worker() {
        inFlight.begin();
        inFlight.take(message);
        inFlight.end();
        inFlight.ack();
    }

    @Actor
    public void observer(JIJ_Result result) {
        InFlight.Reading reading = inFlight.read();
        result.r1 = reading.deliveries();
        result.r2 = reading.held();
        result.r3 = reading.acked();
    }
}
