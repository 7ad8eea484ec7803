package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two publishers get different offsets, fill the slots of both, and wake a parked reader once between them. */
@JCStressTest
@Outcome(id = "3, 1", expect = Expect.ACCEPTABLE, desc = "both can be read, and the reader runs once")
@Outcome(expect = Expect.FORBIDDEN, desc = "one is missing, or there is a hole, or the reader runs twice or never")
@State
public class AppendStress {
    private final StressReader reader = StressReader.attached();

    /** Parks the reader. */
    public AppendStress() {
        reader.park();
    }

    @Actor
    public void first() {
        reader.publish(1);
    }

    @Actor
    public void second() {
        reader.publish(2);
    }

    @Arbiter
    public void sum(II_Result result) {
        result.r1 = reader.readAll();
        result.r2 = reader.claims();
    }
}
