package dev.hark.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A publisher that stores a message and a delivery whose turn comes to rest never miss each other. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "a lost wake-up: not handled, and no turn to come")
@Outcome(expect = Expect.ACCEPTABLE, desc = "handled, or a turn is to come, or both")
@State
public class ParkingStress {
    private final StressDelivery delivery = new StressDelivery();

    /** Has a turn to run, and nothing to deliver. */
    public ParkingStress() {
        delivery.wake();
        delivery.takeTurn();
    }

    @Actor
    public void publisher() {
        delivery.publish();
    }

    @Actor
    public void restingDelivery() {
        delivery.run();
    }

    @Arbiter
    public void handled(II_Result result) {
        result.r1 = delivery.handled();
        result.r2 = delivery.turns();
    }
}
