package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Of a publisher and somebody else who both wake a parked delivery exactly one has it run. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "it runs once")
@Outcome(expect = Expect.FORBIDDEN, desc = "it runs twice, or never")
@State
public class ClaimStress {
    private final StressDelivery delivery = new StressDelivery();

    @Actor
    public void publisher() {
        delivery.publish();
    }

    @Actor
    public void resumer() {
        delivery.wake();
    }

    @Arbiter
    public void turns(I_Result result) {
        result.r1 = delivery.turns();
    }
}
