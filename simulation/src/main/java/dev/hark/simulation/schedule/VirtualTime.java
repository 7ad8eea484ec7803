package dev.hark.simulation.schedule;

import dev.hark.spi.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Time that passes only when it is told to: from one timer to the next. Each timer's task runs in a thread of its own,
 * so the seed decides how those that are due together interleave.
 */
public final class VirtualTime implements Timers, InstantSource {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final SeededThreads threads;
    private final long origin;
    private final PriorityQueue<Entry> entries = new PriorityQueue<>(
            Comparator.comparingLong((Entry e) -> e.dueNanos).thenComparingLong(e -> e.number));
    private long elapsedNanos;
    private long numbers;
    private int brokerTimers;

    /**
     * Begins at a moment.
     *
     * @param threads where the timers' tasks run
     * @param origin what {@link #nanoTime} begins with; it may overflow later
     */
    public VirtualTime(SeededThreads threads, long origin) {
        this.threads = threads;
        this.origin = origin;
    }

    @Override
    public long nanoTime() {
        return origin + elapsedNanos;
    }

    @Override
    public Instant instant() {
        return BEGIN.plusNanos(elapsedNanos);
    }

    /** Nanoseconds since the run began. */
    public long elapsedNanos() {
        return elapsedNanos;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        return add(delayNanos, task, true);
    }

    @Override
    public void close() {
        throw new IllegalStateException("the broker closed timers that it had not made");
    }

    /** How many of the broker's timers have not run and were not cancelled. */
    public int brokerTimers() {
        return brokerTimers;
    }

    /** Lets the calling thread of the run stand still for a while. */
    public void pass(Duration duration) throws InterruptedException {
        long due = elapsedNanos + duration.toNanos();
        Thread sleeper = Thread.currentThread();
        Entry timer = add(duration.toNanos(), () -> LockSupport.unpark(sleeper), false);
        while (elapsedNanos < due) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                timer.cancel();
                throw new InterruptedException("woken before the end of " + duration);
            }
        }
    }

    /** Whether anything will happen when time passes. */
    public boolean hasNext() {
        return !entries.isEmpty();
    }

    /** Passes on to the next timer, and starts the task of each that is due. */
    public void advance() {
        Entry next = entries.element();
        elapsedNanos = Math.max(elapsedNanos, next.dueNanos);
        while (!entries.isEmpty() && entries.element().dueNanos <= elapsedNanos) {
            Entry due = entries.remove();
            due.gone = true;
            brokerTimers -= due.broker ? 1 : 0;
            threads.start("timer", due.task::run);
        }
    }

    private Entry add(long delayNanos, Runnable task, boolean broker) {
        Entry entry = new Entry(elapsedNanos + Math.max(delayNanos, 0), numbers++, task, broker);
        entries.add(entry);
        brokerTimers += broker ? 1 : 0;
        return entry;
    }

    /** A task that is to run at its time. */
    private final class Entry implements Timer {
        private final long dueNanos;
        private final long number;
        private final Runnable task;
        private final boolean broker;
        private boolean gone;

        private Entry(long dueNanos, long number, Runnable task, boolean broker) {
            this.dueNanos = dueNanos;
            this.number = number;
            this.task = task;
            this.broker = broker;
        }

        @Override
        public void cancel() {
            if (!gone) {
                gone = true;
                entries.remove(this);
                brokerTimers -= broker ? 1 : 0;
            }
        }
    }
}
