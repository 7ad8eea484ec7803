package dev.hark.planted;

import dev.hark.log.StressReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader that looks, parks, and does not look again: a message stored in between wakes nobody. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "a lost wake-up")
@Outcome(expect = Expect.ACCEPTABLE, desc = "the reader saw the message, or was claimed, or both")
@State
public class ForgetfulParkingStress {
    private final StressReader reader = StressReader.attached();

    @Actor
    public void publisher() {
        reader.publish(1);
    }

    @Actor
    public void parkingReader(II_Result result) {
        result.r1 = reader.look();
        reader.park();
    }

    @Arbiter
    public void claimed(II_Result result) {
        result.r2 = reader.claims();
    }
}
