package dev.hark.testkit;

import dev.hark.spi.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Timers and a clock whose time passes only when somebody says so.
 *
 * <p>Timers fire on the thread that lets time pass, in the order in which they are due, and those due at the same moment
 * in the order in which they were scheduled. While one runs, the time is the one at which it was due. Any thread may
 * schedule and cancel; one thread at a time may let time pass, and a timer's task may not.
 */
public final class VirtualTimers implements Timers, InstantSource {
    /** The instant at which virtual time begins unless another one is given. */
    public static final Instant DEFAULT_START = Instant.parse("2026-01-01T00:00:00Z");

    private final Turnstile turnstile = new Turnstile("virtual time");
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeSet<Entry> entries =
            new TreeSet<>(Comparator.comparingLong(Entry::dueNanos).thenComparingLong(Entry::number));
    private final Instant start;
    private long elapsedNanos;
    private long lastNumber;

    /** Makes timers whose time begins at {@link #DEFAULT_START}. */
    public VirtualTimers() {
        this(DEFAULT_START);
    }

    /** Makes timers whose time begins at the given instant. */
    public VirtualTimers(Instant start) {
        this.start = start;
    }

    /** Returns the nanoseconds that have passed since virtual time began. */
    @Override
    public long nanoTime() {
        lock.lock();
        try {
            return elapsedNanos;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanoTime());
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        lock.lock();
        try {
            long delay = Math.clamp(delayNanos, 0, Long.MAX_VALUE - elapsedNanos);
            Entry entry = new Entry(elapsedNanos + delay, lastNumber++, task);
            entries.add(entry);
            return () -> cancel(entry);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Entry entry) {
        lock.lock();
        try {
            entries.remove(entry);
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is scheduled. */
    @Override
    public void close() {
        lock.lock();
        try {
            entries.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many timers have neither fired nor been cancelled. */
    public int pending() {
        lock.lock();
        try {
            return entries.size();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a timer is due now. */
    public boolean isDue() {
        lock.lock();
        try {
            return !entries.isEmpty() && entries.first().dueNanos <= elapsedNanos;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Fires the next timer, letting time pass until it is due, unless that takes longer than a duration: then nothing
     * happens. What the task throws is thrown to the caller.
     *
     * @param within how far time may go; zero fires only what is due now
     * @return whether a timer fired
     * @throws IllegalStateException if called by a timer's task, or while another thread lets time pass
     */
    public boolean fireNext(Duration within) {
        turnstile.enter();
        try {
            Entry next = takeNext(within.toNanos());
            if (next != null) {
                next.task.run();
            }
            return next != null;
        } finally {
            turnstile.leave();
        }
    }

    private @Nullable Entry takeNext(long withinNanos) {
        lock.lock();
        try {
            if (entries.isEmpty() || entries.first().dueNanos - elapsedNanos > withinNanos) {
                return null;
            }
            Entry next = entries.removeFirst();
            elapsedNanos = Math.max(elapsedNanos, next.dueNanos);
            return next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets time pass, firing on the way every timer that becomes due, those included that are scheduled meanwhile.
     *
     * @throws IllegalArgumentException if the duration is negative
     * @throws IllegalStateException if called by a timer's task, or after {@link VirtualExecutor#RUN_LIMIT} timers
     */
    public void advance(Duration duration) {
        advance(duration, new RunLimit(), () -> {});
    }

    /** Lets time pass; after each timer, and at both ends, has what became ready run. */
    void advance(Duration duration, RunLimit limit, Runnable runReady) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration is " + duration + "; time does not go back");
        }
        long target = Math.addExact(nanoTime(), duration.toNanos());
        runReady.run();
        while (fireNext(Duration.ofNanos(target - nanoTime()))) {
            limit.count();
            runReady.run();
        }
        lock.lock();
        try {
            elapsedNanos = target;
        } finally {
            lock.unlock();
        }
        runReady.run();
    }

    private record Entry(long dueNanos, long number, Runnable task) {}
}
