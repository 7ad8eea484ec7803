package dev.hark.log;

import java.util.ArrayList;
import java.util.List;

/**
 * What has to happen after a lock is released, since it calls out: wake readers, complete futures, tell listeners.
 * Used by one thread.
 */
public final class Effects {
    private final List<Runnable> effects = new ArrayList<>(2);

    /** Adds something to be done. */
    public void add(Runnable effect) {
        effects.add(effect);
    }

    /** Does all that was added, in that order. The caller holds no lock. */
    public void run() {
        effects.forEach(Runnable::run);
    }
}
