package dev.hark.log;

import dev.hark.Overflow;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A publisher that waits for room and a reader that makes some never miss each other. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "the message was let in")
@Outcome(expect = Expect.FORBIDDEN, desc = "a publisher waits beside free room")
@State
public class AdmissionStress {
    private final StressReader reader = new StressReader(1, Overflow.block(Duration.ofSeconds(1)));

    /** Fills the buffer. */
    public AdmissionStress() {
        reader.partition().attach(reader.cursor());
        reader.publish(1);
    }

    @Actor
    public void publisher() {
        reader.publish(2);
    }

    @Actor
    public void startingReader() {
        if (reader.claim(0, 1)) {
            reader.cursor().claimed();
        }
    }

    @Arbiter
    public void appended(J_Result result) {
        result.r1 = reader.partition().size();
    }
}
