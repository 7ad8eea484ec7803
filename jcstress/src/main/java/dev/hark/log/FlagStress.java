package dev.hark.log;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Once a flag is set, at most one more message of a claimed run begins. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "none began after the flag was set")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the one began whose start was under way")
@Outcome(expect = Expect.FORBIDDEN, desc = "the run went on after the flag was set")
@State
public class FlagStress {
    private static final int RUN = 8;

    private final StressReader reader = StressReader.attached();
    private final AtomicInteger begun = new AtomicInteger();
    private int seen;

    /** Claims a run, and has its first message begin. */
    public FlagStress() {
        for (int i = 0; i < RUN; i++) {
            reader.publish(i);
        }
        boolean _ = reader.claim(0, RUN);
        begun.set(1);
    }

    @Actor
    public void pauser() {
        reader.cursor().raise(Cursor.PAUSED);
        seen = begun.get();
    }

    @Actor
    public void turn() {
        Hand<Integer> hand = reader.hand();
        hand.settle();
        while (hand.hasRest() && reader.cursor().isClear()) {
            hand.startNext();
            begun.incrementAndGet();
            hand.settle();
        }
    }

    @Arbiter
    public void begunAfterwards(I_Result result) {
        result.r1 = begun.get() - seen;
    }
}
