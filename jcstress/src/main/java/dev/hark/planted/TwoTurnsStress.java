package dev.hark.planted;

import dev.hark.Overflow;
import dev.hark.log.StressReader;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A claim that looks and then sets, in two steps: two turns of one reader run at once. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "it runs once")
@Outcome(expect = Expect.FORBIDDEN, desc = "it runs twice, or never")
@State
public class TwoTurnsStress {
    private final StressReader reader = new StressReader(10, Overflow.fail(), TwoTurnsStress::unparkInTwoSteps);

    /** Parks the reader. */
    public TwoTurnsStress() {
        reader.partition().attach(reader.cursor());
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

    private static boolean unparkInTwoSteps(AtomicInteger parked) {
        boolean claimed = parked.get() == 1;
        if (claimed) {
            parked.set(0);
        }
        return claimed;
    }
}
