package dev.hark.log;

import dev.hark.PublishOptions;
import dev.hark.delivery.InFlight;
import dev.hark.delivery.Parcel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A reading of what is in flight never shows a message both held and acked, or neither once it was taken. Many readings
 * are taken of many messages, as one of one message seldom falls within a change.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "every reading is whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "readings in the middle of a change")
@State
public class SequenceLockStress {
    private static final int MANY = 50;

    private final InFlight<Integer> inFlight = new InFlight<>();
    private final Parcel<Integer> fresh =
            Parcel.fresh(new StoredMessage<>(new Origin("topic", 0, "run", 0), 1, null, PublishOptions.none(), 0));

    @Actor
    public void worker() {
        for (int i = 0; i < MANY; i++) {
            inFlight.begin();
            inFlight.take(fresh);
            inFlight.end();
            inFlight.ack();
        }
    }

    @Actor
    public void observer(I_Result result) {
        for (int i = 0; i < MANY; i++) {
            InFlight.Reading reading = inFlight.read();
            if (reading.deliveries() != reading.acked() + reading.held()) {
                result.r1++;
            }
        }
    }
}
