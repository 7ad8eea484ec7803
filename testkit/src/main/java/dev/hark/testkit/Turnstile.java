package dev.hark.testkit;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread through at a time, once: what runs virtual tasks is neither shared by threads nor entered again by a
 * task that it runs. A violation is an exception, never a wait.
 */
final class Turnstile {
    private final String what;
    private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();

    Turnstile(String what) {
        this.what = what;
    }

    void enter() {
        Thread current = Thread.currentThread();
        Thread other = inside.compareAndExchange(null, current);
        if (other == current) {
            throw new IllegalStateException(what + " was asked to run by a task that it runs");
        }
        if (other != null) {
            throw new IllegalStateException(what + " is being run by thread '" + other.getName() + "'");
        }
    }

    void leave() {
        inside.set(null);
    }
}
