package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A publisher that takes the stack of parked readers never loses one that is being pushed onto it. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "it was claimed by this publish or the next")
@Outcome(expect = Expect.FORBIDDEN, desc = "a lost reader: it is parked, and no publish wakes it")
@State
public class StackStress {
    private final StressReader parked = StressReader.attached();
    private final StressReader parking = parked.beside();

    /** Puts one reader on the stack. */
    public StackStress() {
        parked.park();
    }

    @Actor
    public void publisher() {
        parked.publish(1);
    }

    @Actor
    public void parkingReader() {
        parking.park();
    }

    @Arbiter
    public void claimed(I_Result result) {
        if (parking.claims() == 0) {
            parked.publish(2);
        }
        result.r1 = parking.claims();
    }
}
