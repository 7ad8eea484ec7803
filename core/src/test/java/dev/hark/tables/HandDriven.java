package dev.hark.tables;

import dev.hark.Broker;
import dev.hark.BrokerBuilder;
import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

/** Threads and time that stand still until the test moves them. Used by one thread. */
public final class HandDriven implements Executor, Timers, InstantSource {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<Alarm> alarms = new ArrayList<>();
    private long nanos;
    private int readsUntilBroken = Integer.MAX_VALUE;

    private record Alarm(long atNanos, Runnable task) {}

    /** Makes an environment whose threads and time are these. */
    public Environment environment() {
        return Environment.create(this, this, this, new Random(1), event -> {}, false);
    }

    /** Begins to make a broker whose threads and time are these. */
    public BrokerBuilder broker() {
        return Broker.builder()
                .executor(this)
                .timers(this)
                .clock(this)
                .random(new Random(1))
                .listener(event -> {});
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Runs the tasks that are ready, and those that they make ready. */
    public void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Runs the task that has been ready for longest. */
    public void runOne() {
        tasks.remove().run();
    }

    /** Has the clock throw when it is read for the next time, which stands for any fault outside of handlers. */
    public void breakClock() {
        breakClockAfter(0);
    }

    /** Has the clock throw, once, after it was read so many times more. */
    public void breakClockAfter(int reads) {
        readsUntilBroken = reads;
    }

    /** Fires the timers that are due when the duration is over, one after the other, without running a task. */
    public void fire(Duration duration) {
        long until = nanos + duration.toNanos();
        while (true) {
            Alarm next = alarms.stream()
                    .filter(alarm -> alarm.atNanos <= until)
                    .min(Comparator.comparingLong(Alarm::atNanos))
                    .orElse(null);
            if (next == null) {
                nanos = until;
                return;
            }
            alarms.remove(next);
            nanos = Math.max(nanos, next.atNanos);
            next.task.run();
        }
    }

    /** Lets time pass: fires timers, and runs what they make ready. */
    public void advance(Duration duration) {
        fire(duration);
        run();
    }

    /** Returns how many timers are pending. */
    public int pendingTimers() {
        return alarms.size();
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Alarm alarm = new Alarm(nanos + Math.max(delayNanos, 0), task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    @Override
    public Instant instant() {
        if (readsUntilBroken-- == 0) {
            readsUntilBroken = Integer.MAX_VALUE;
            throw new IllegalStateException("the clock is broken, as the test wants it");
        }
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public void close() {
        alarms.clear();
    }
}
