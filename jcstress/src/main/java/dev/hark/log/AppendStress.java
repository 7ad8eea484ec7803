package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two publishers get different offsets, and fill the slots of both. */
@JCStressTest
@Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "both can be read")
@Outcome(expect = Expect.FORBIDDEN, desc = "one is missing, or there is a hole")
@State
public class AppendStress {
    private final StressReader reader = StressReader.attached();

    @Actor
    public void first() {
        reader.publish(1);
    }

    @Actor
    public void second() {
        reader.publish(2);
    }

    @Arbiter
    public void sum(I_Result result) {
        StoredMessage<Integer> message = reader.cursor().peek();
        while (message != null && reader.cursor().claim(message.offset())) {
            result.r1 += message.payload();
            message = reader.cursor().peek();
        }
    }
}
