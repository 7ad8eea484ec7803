package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Of a publisher and somebody else who both wake a parked reader exactly one runs it. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "it runs once")
@Outcome(expect = Expect.FORBIDDEN, desc = "it runs twice, or never")
@State
public class ClaimStress {
    private final StressReader reader = StressReader.attached();

    /** Parks the reader. */
    public ClaimStress() {
        reader.park();
    }

    @Actor
    public void publisher() {
        reader.publish(1);
    }

    @Actor
    public void resumer() {
        boolean _ = reader.claimParked();
    }

    @Arbiter
    public void claims(I_Result result) {
        result.r1 = reader.claims();
    }
}
