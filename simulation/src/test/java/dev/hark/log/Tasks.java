package dev.hark.log;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The executor of a model: it keeps tasks until an operation runs one. Each method is one step to the model checker. */
final class Tasks implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public synchronized void execute(Runnable task) {
        tasks.add(task);
    }

    synchronized @Nullable Runnable poll() {
        return tasks.poll();
    }
}
