package dev.hark.testkit;

import dev.hark.Message;
import dev.hark.Subscriber;
import java.time.Duration;

/**
 * A handler that holds every message until it is opened: a stuck subscriber, for tests with real threads. Never use it
 * under virtual time, whose only thread it would hold.
 *
 * <p>Once opened, it stays open. Closing it opens it, so that no test leaves a thread behind.
 *
 * @param <T> the type of the payload
 */
public final class BlockingGate<T> implements Subscriber<T>, AutoCloseable {
    private final Monitor monitor = new Monitor();
    private final Subscriber<T> behind;
    private final boolean interruptible;
    private boolean open;
    private int arrivals;
    private int inside;
    private int interrupted;

    private BlockingGate(Subscriber<T> behind, boolean interruptible) {
        this.behind = behind;
        this.interruptible = interruptible;
    }

    /** Makes a closed gate that acks what it lets through. An interrupt ends the wait, as a failed attempt. */
    public static <T> BlockingGate<T> closed() {
        return before(message -> true);
    }

    /** Makes a closed gate before a handler. An interrupt ends the wait, as a failed attempt. */
    public static <T> BlockingGate<T> before(Subscriber<T> subscriber) {
        return new BlockingGate<>(subscriber, true);
    }

    /** Makes a closed gate that acks what it lets through, and that no interrupt opens: a handler that is truly stuck. */
    public static <T> BlockingGate<T> deaf() {
        return new BlockingGate<>(message -> true, false);
    }

    /** Waits until the gate is open, then has the handler behind it handle the message. */
    @Override
    public boolean onMessage(Message<T> message) throws Exception {
        monitor.change(() -> {
            arrivals++;
            inside++;
        });
        try {
            if (interruptible) {
                monitor.await(() -> open);
            } else {
                monitor.awaitUninterruptibly(() -> open);
            }
        } catch (InterruptedException e) {
            monitor.change(() -> interrupted++);
            throw e;
        } finally {
            monitor.change(() -> inside--);
        }
        return behind.onMessage(message);
    }

    /** Opens the gate for all that wait and all that will come. Idempotent. */
    public void open() {
        monitor.change(() -> open = true);
    }

    /** Opens the gate. */
    @Override
    public void close() {
        open();
    }

    /** Returns how many deliveries ever came to the gate. */
    public int arrivals() {
        return monitor.read(() -> arrivals);
    }

    /** Returns how many deliveries wait at the gate now. */
    public int waiting() {
        return monitor.read(() -> inside);
    }

    /** Returns how many waits were ended by an interrupt. */
    public int interrupted() {
        return monitor.read(() -> interrupted);
    }

    /**
     * Waits until so many deliveries came to the gate.
     *
     * @throws AssertionError if that takes longer than the timeout, or if interrupted
     */
    public void awaitArrivals(int count, Duration timeout) {
        monitor.await(
                () -> arrivals >= count,
                timeout,
                () -> "awaited " + count + " deliveries at the gate, got " + arrivals);
    }
}
