package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A publisher that appends a message without a fence and a reader that parks never miss each other: the publisher moves
 * the tail and looks at the stack, the reader goes on the stack and looks at the tail.
 */
@JCStressTest
@Outcome(
        id = "0, 0",
        expect = Expect.FORBIDDEN,
        desc = "a lost wake-up: the reader saw no message to come, and nobody claimed it")
@Outcome(expect = Expect.ACCEPTABLE, desc = "the reader saw that one is there or to come, or was claimed, or both")
@State
public class TailStress {
    private final StressReader reader = StressReader.attached();

    @Actor
    public void publisher() {
        reader.publish(1);
    }

    @Actor
    public void parkingReader(II_Result result) {
        reader.park();
        result.r1 = reader.look();
    }

    @Arbiter
    public void claimed(II_Result result) {
        result.r2 = reader.claims();
    }
}
