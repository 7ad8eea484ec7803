package dev.hark.runtime;

import dev.hark.spi.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A log that lets through one line a second for each subject, then says how many it held back.
 *
 * <p>Called by any thread. {@code lock} guards {@code windows} and {@code sweeping}; nothing is logged, made or
 * scheduled while it is held. A window is opened by a line that is let through. While there are windows, a sweep each
 * second closes those that held nothing back, and logs the count of the others and opens them anew. So what was held
 * back is always told, and the table is empty when all is quiet.
 */
final class LimitedLog {
    /** How many subjects are told apart at a time; those beyond share one window. */
    static final int MAX_SUBJECTS = 1_024;

    /** How long a window is open. */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Subject OTHERS = new Subject("", "");

    private final System.Logger logger;
    private final Timers timers;
    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Subject, Window> windows = new HashMap<>();
    private boolean sweeping;

    /**
     * Makes a log.
     *
     * @param executor where the sweeps run
     */
    LimitedLog(System.Logger logger, Timers timers, Executor executor) {
        this.logger = logger;
        this.timers = timers;
        this.executor = executor;
    }

    /**
     * What lines are counted by.
     *
     * @param kind the kind of line
     * @param name of whom it tells
     */
    record Subject(String kind, String name) {}

    private static final class Window {
        final System.Logger.Level level;
        final Supplier<String> text;
        long openedNanos;
        long heldBack;

        Window(System.Logger.Level level, Supplier<String> text, long openedNanos) {
            this.level = level;
            this.text = text;
            this.openedNanos = openedNanos;
        }
    }

    /**
     * Logs a line, or counts it.
     *
     * @param count how many things the line tells of
     */
    void line(System.Logger.Level level, Subject subject, long count, Supplier<String> text) {
        if (logger.isLoggable(level) && admit(level, subject, count, text)) {
            write(level, text.get(), null);
        }
    }

    /** Logs a failure that should not have been. */
    void fault(String what, @Nullable Throwable cause) {
        if (admit(System.Logger.Level.ERROR, new Subject("fault", what), 1, () -> what)) {
            write(System.Logger.Level.ERROR, what, cause);
        }
    }

    private boolean admit(System.Logger.Level level, Subject subject, long count, Supplier<String> text) {
        long now = timers.nanoTime();
        boolean startSweeping;
        lock.lock();
        try {
            Window window = windows.get(subject);
            Subject counted = subject;
            if (window == null && windows.size() >= MAX_SUBJECTS) {
                counted = OTHERS;
                window = windows.get(counted);
            }
            if (window != null) {
                window.heldBack += count;
                return false;
            }
            windows.put(counted, new Window(level, text, now));
            startSweeping = !sweeping;
            sweeping = true;
        } finally {
            lock.unlock();
        }
        if (startSweeping) {
            sweepLater();
        }
        return true;
    }

    private void sweepLater() {
        timers.schedule(WINDOW_NANOS, () -> executor.execute(this::sweep));
    }

    private void sweep() {
        if (close(timers.nanoTime() - WINDOW_NANOS)) {
            sweepLater();
        }
    }

    /** Says at once what was held back. */
    void flush() {
        close(timers.nanoTime());
    }

    /** Closes the windows opened up to a moment; returns whether there are still some. */
    private boolean close(long untilNanos) {
        List<Runnable> lines = new ArrayList<>();
        boolean more;
        lock.lock();
        try {
            Iterator<Window> all = windows.values().iterator();
            while (all.hasNext()) {
                Window window = all.next();
                if (window.openedNanos - untilNanos > 0) {
                    continue;
                }
                if (window.heldBack == 0) {
                    all.remove();
                    continue;
                }
                long heldBack = window.heldBack;
                lines.add(() -> write(window.level, heldBack + " more since: " + window.text.get(), null));
                window.heldBack = 0;
                window.openedNanos = untilNanos + WINDOW_NANOS;
            }
            more = !windows.isEmpty();
            sweeping = more;
        } finally {
            lock.unlock();
        }
        lines.forEach(Runnable::run);
        return more;
    }

    /** Writes a line; a logger that throws hurts nobody. */
    private void write(System.Logger.Level level, String text, @Nullable Throwable cause) {
        try {
            logger.log(level, text, cause);
        } catch (RuntimeException e) {
            // There is nowhere to tell of it: the log is what failed.
        }
    }
}
