package dev.hark.bench.inner;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** An executor that keeps what it is given until the benchmark runs it, so that one thread does all the work. */
final class Turns implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Runs all tasks, and those that they hand in. */
    void runAll() {
        Runnable task = tasks.poll();
        while (task != null) {
            task.run();
            task = tasks.poll();
        }
    }
}
