package dev.hark.log;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which handlers wait inside publish, and for which cursors: finds waits that could never end.
 *
 * <p>A handler waits for all of its cursors to move. A cursor stands still if every handler that could move it waits,
 * and a handler waits forever if one of its cursors stands still: the greatest set of cursors for which that holds is
 * deadlocked. Cycles through other threads are not seen; their publishes time out.
 *
 * <p>Its lock is taken after that of a partition and holds no other.
 */
public final class WaitGraph {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Object, List<? extends Cursor<?>>> waits = new HashMap<>();

    /** Records for which cursors a handler waits now; false, and nothing is recorded, if that wait could never end. */
    boolean enter(Object handler, List<? extends Cursor<?>> cursors) {
        lock.lock();
        try {
            waits.put(handler, cursors);
            for (Cursor<?> cursor : cursors) {
                if (standsStill(cursor, new HashSet<>())) {
                    waits.remove(handler);
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean standsStill(Cursor<?> cursor, Set<Cursor<?>> assumed) {
        if (!assumed.add(cursor)) {
            return true;
        }
        Collection<?> handlers = cursor.reader().handlers();
        boolean still = !handlers.isEmpty();
        for (Object handler : handlers) {
            still = still && waitsForever(handler, assumed);
        }
        assumed.remove(cursor);
        return still;
    }

    private boolean waitsForever(Object handler, Set<Cursor<?>> assumed) {
        for (Cursor<?> cursor : waits.getOrDefault(handler, List.of())) {
            if (standsStill(cursor, assumed)) {
                return true;
            }
        }
        return false;
    }

    /** Forgets a handler that waits no more. */
    void leave(Object handler) {
        lock.lock();
        try {
            waits.remove(handler);
        } finally {
            lock.unlock();
        }
    }
}
