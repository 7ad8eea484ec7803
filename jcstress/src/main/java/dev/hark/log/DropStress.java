package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The oldest message is started or dropped, never both and never neither. */
@JCStressTest
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "started")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "dropped")
@Outcome(expect = Expect.FORBIDDEN, desc = "both or neither")
@State
public class DropStress {
    private final StressReader reader = StressReader.attached();

    /** Appends a message. */
    public DropStress() {
        reader.publish(1);
    }

    @Actor
    public void startingReader(ZZ_Result result) {
        result.r1 = reader.claim(0, 1);
    }

    @Actor
    public void dropper(ZZ_Result result) {
        result.r2 = reader.cursor().drop(0);
    }
}
