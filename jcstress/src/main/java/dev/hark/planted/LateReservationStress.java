package dev.hark.planted;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A publisher that looks whether the tail is frozen and then reserves, in two steps: it appends after the freeze. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "frozen first")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "reserved first")
@Outcome(expect = Expect.FORBIDDEN, desc = "reserved after the freeze")
@State
public class LateReservationStress {
    private static final long FROZEN = Long.MIN_VALUE;

    private final AtomicLong tail = new AtomicLong();

    @Actor
    public void publisher() {
        long at = tail.get();
        if (at >= 0) {
            tail.addAndGet(1);
        }
    }

    @Actor
    public void freezer(JJ_Result result) {
        result.r1 = tail.getAndUpdate(at -> at | FROZEN) & ~FROZEN;
    }

    @Arbiter
    public void offset(JJ_Result result) {
        result.r2 = tail.get() & ~FROZEN;
    }
}
