package dev.hark.planted;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two increments without an atomic step: one of them gets lost. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "one lost")
@State
public class LostUpdateStress {
    private int count;

    @Actor
    public void first() {
        count++;
    }

    @Actor
    public void second() {
        count++;
    }

    @Arbiter
    public void total(I_Result result) {
        result.r1 = count;
    }
}
