package dev.hark.testkit;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A lock whose state others can wait for: every change wakes them, nobody polls. */
final class Monitor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Reads under the lock. */
    <V> V read(Supplier<V> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }

    /** Changes something under the lock and wakes those that wait. */
    void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the condition, which is asked under the lock, holds. */
    void await(BooleanSupplier condition) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the condition, which is asked under the lock, holds, and keeps waiting when interrupted. */
    void awaitUninterruptibly(BooleanSupplier condition) {
        lock.lock();
        try {
            while (!condition.getAsBoolean()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the condition, which is asked under the lock, holds, for a test.
     *
     * @param report says, under the lock, what was awaited and what there is
     * @throws AssertionError after the timeout, or if interrupted; then the interrupt flag is set again
     */
    void await(BooleanSupplier condition, Duration timeout, Supplier<String> report) {
        lock.lock();
        try {
            long left = timeout.toNanos();
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    throw new AssertionError(report.get() + ", after " + timeout);
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(report.get() + ", when interrupted", e);
        } finally {
            lock.unlock();
        }
    }
}
