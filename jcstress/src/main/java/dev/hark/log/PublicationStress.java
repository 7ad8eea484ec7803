package dev.hark.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What is written before a release store is seen after the acquiring load that sees that store. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not yet stored")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "stored, and seen whole")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "stored between the two reads")
@Outcome(expect = Expect.FORBIDDEN, desc = "seen in part")
@State
public class PublicationStress {
    private static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(PublicationStress.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // The writer alone writes both; ready is stored with release and loaded with acquire, and carries message with it.
    private int message;
    private int ready;

    @Actor
    public void writer() {
        message = 1;
        READY.setRelease(this, 1);
    }

    @Actor
    public void reader(II_Result result) {
        result.r1 = (int) READY.getAcquire(this);
        result.r2 = message;
    }
}
