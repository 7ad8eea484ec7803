package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Once a cursor is stopped it starts nothing more. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "stopped first")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "started first")
@Outcome(expect = Expect.FORBIDDEN, desc = "started after it was stopped")
@State
public class StopStress {
    private final StressReader reader = StressReader.attached();

    /** Appends a message. */
    public StopStress() {
        reader.publish(1);
    }

    @Actor
    public void stopper(JJ_Result result) {
        reader.cursor().raise(Cursor.STOPPED);
        result.r1 = reader.cursor().offset();
    }

    @Actor
    public void startingReader() {
        boolean _ = reader.claim(0, 1);
    }

    @Arbiter
    public void offset(JJ_Result result) {
        result.r2 = reader.cursor().offset();
    }
}
