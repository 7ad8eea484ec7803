package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** In every reading each message that is claimed is settled, in flight, or in the rest of the run: once. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "every reading is whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "a reading shows a message in no place, or in two")
@State
public class RunStress {
    private static final int MANY = 24;

    private final StressReader reader = StressReader.attached();

    /** Appends messages for several runs. */
    public RunStress() {
        for (int i = 0; i < MANY; i++) {
            reader.publish(i);
        }
    }

    @Actor
    public void turn() {
        int _ = reader.readAll();
    }

    @Actor
    public void observer(J_Result result) {
        for (int i = 0; i < MANY; i++) {
            result.r1 += Math.abs(reader.misplaced());
        }
    }
}
