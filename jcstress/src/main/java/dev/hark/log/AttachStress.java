package dev.hark.log;

import dev.hark.Overflow;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/** A cursor that attaches gets a message exactly if it was appended after the moment of attaching. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "appended before")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "appended after, and to be read")
@Outcome(expect = Expect.FORBIDDEN, desc = "counted but not to be read, or the other way round")
@State
public class AttachStress {
    private final StressReader reader = new StressReader(10, Overflow.fail());

    @Actor
    public void subscriber() {
        reader.partition().attach(reader.cursor());
    }

    @Actor
    public void publisher() {
        reader.publish(1);
    }

    @Arbiter
    public void readable(JI_Result result) {
        result.r1 = reader.partition().stock(reader.cursor(), new Effects()).entered();
        result.r2 = reader.look();
    }
}
