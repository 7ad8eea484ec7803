package dev.hark.runtime;

import dev.hark.spi.Timers;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Timers on the system's clock and one platform thread, which is started by the first task, or at once if it is to keep
 * the JVM alive.
 *
 * <p>{@code thread} is written by the pool before the thread starts and read by {@link #close}, which may run on that
 * very thread and must not wait for it then. Closing never interrupts a task: whoever closes on the timers' thread goes
 * on undisturbed. {@code cancelled} counts the tasks cancelled since those were last taken out of the queue, by any
 * thread that cancels; two that take them out at once do no harm.
 */
final class SystemTimers implements Timers {
    /** How long closing waits for the task that is running. */
    private static final long CLOSE_WAIT_MILLIS = 1_000;

    /** How many cancelled tasks are kept, however few others there are. */
    static final int KEPT = 256;

    private final AtomicInteger cancelled = new AtomicInteger();
    private final ScheduledThreadPoolExecutor pool;
    private final LimitedLog log;
    private volatile @Nullable Thread thread;

    SystemTimers(boolean keepAlive, System.Logger logger) {
        log = new LimitedLog(logger, this, Runnable::run);
        pool = new ScheduledThreadPoolExecutor(1, task -> newThread(task, !keepAlive));
        pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        if (keepAlive) {
            pool.prestartCoreThread();
        }
    }

    private Thread newThread(Runnable task, boolean daemon) {
        Thread created = Thread.ofPlatform().name("hark-timers").daemon(daemon).unstarted(task);
        thread = created;
        return created;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Schedules a task; once closed, nothing is scheduled any more. What a task throws is logged. */
    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        try {
            ScheduledFuture<?> scheduled = pool.schedule(() -> run(task), delayNanos, TimeUnit.NANOSECONDS);
            return () -> cancel(scheduled);
        } catch (RejectedExecutionException e) {
            return () -> {};
        }
    }

    /**
     * Cancels a task, and leaves it in the queue: taking each out would wake the thread for nothing whenever it was the
     * first. From time to time all that were cancelled are taken out, so that at most as many of them as of the others,
     * and a few, are kept.
     */
    private void cancel(ScheduledFuture<?> scheduled) {
        if (scheduled.cancel(false)
                && cancelled.incrementAndGet() > KEPT + pool.getQueue().size() / 2) {
            cancelled.set(0);
            pool.purge();
        }
    }

    /** How many tasks are in the queue, with those that were cancelled and are still there. */
    int queued() {
        return pool.getQueue().size();
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            log.fault("a timer's task failed", e);
        }
    }

    @Override
    public void close() {
        pool.shutdown();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            if (!pool.awaitTermination(CLOSE_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                log.fault("the timers' thread did not end within " + CLOSE_WAIT_MILLIS + " ms", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
