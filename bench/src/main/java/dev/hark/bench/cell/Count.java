package dev.hark.bench.cell;

import dev.hark.bench.engine.Event;
import dev.hark.bench.engine.Handler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A handler that counts what it gets. Called by one thread at a time; {@code count} and {@code sum} are read by others.
 */
final class Count implements Handler {
    private static final VarHandle COUNT;
    private static final VarHandle SUM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(Count.class, "count", long.class);
            SUM = lookup.findVarHandle(Count.class, "sum", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Workload.Work work;
    private final Event @Nullable [] kept;
    private long count;
    private long sum;
    private long failed = -1;

    Count(Workload.Work work) {
        this.work = work;
        this.kept = work.keeps() == 0 ? null : new Event[work.keeps()];
    }

    @Override
    public boolean handle(Event event) throws InterruptedException {
        if (work.failing() > 0 && event.number() % work.failing() == 0 && event.number() != failed) {
            failed = event.number();
            return false;
        }
        if (work.sleepMillis() > 0) {
            LockSupport.parkNanos(work.sleepMillis() * 1_000_000);
        }
        if (work.spinMicros() > 0) {
            spin(work.spinMicros() * 1_000);
        }
        long counted = count;
        if (kept != null) {
            kept[(int) (counted % kept.length)] = event;
        }
        SUM.setOpaque(this, sum + event.number());
        COUNT.setRelease(this, counted + 1);
        return true;
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    long count() {
        return (long) COUNT.getAcquire(this);
    }

    /** The sum of the numbers of all events it handled. */
    long sum() {
        return (long) SUM.getOpaque(this);
    }
}
