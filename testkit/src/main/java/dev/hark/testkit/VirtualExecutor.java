package dev.hark.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An executor without threads: it keeps its tasks until somebody runs them, one at a time, on the thread that asks.
 *
 * <p>Tasks run in the order in which they came, or, with a source of randomness, in an order that this source alone
 * decides. Any thread may add tasks; one thread at a time may run them, and a task may not run others.
 */
public final class VirtualExecutor implements Executor {
    /** How many tasks one call may run before it is taken for a livelock. */
    public static final long RUN_LIMIT = 10_000_000;

    private final Turnstile turnstile = new Turnstile("the virtual executor");
    private final ReentrantLock lock = new ReentrantLock();
    private final Ready ready;

    /** Makes an executor that runs tasks in the order in which they came. */
    public VirtualExecutor() {
        this.ready = new InOrder();
    }

    /** Makes an executor that lets the source of randomness choose which task is next. */
    public VirtualExecutor(RandomGenerator random) {
        this.ready = new AtRandom(random);
    }

    /** Keeps the task until it is run. */
    @Override
    public void execute(Runnable task) {
        lock.lock();
        try {
            ready.add(task);
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many tasks wait to be run. */
    public int ready() {
        lock.lock();
        try {
            return ready.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs the next task on the calling thread. What the task throws is thrown to the caller.
     *
     * @return whether there was one
     * @throws IllegalStateException if called by a task, or while another thread runs one
     */
    public boolean runNext() {
        turnstile.enter();
        try {
            Runnable task = take();
            if (task != null) {
                task.run();
            }
            return task != null;
        } finally {
            turnstile.leave();
        }
    }

    private @Nullable Runnable take() {
        lock.lock();
        try {
            return ready.take();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Runs tasks, those included that come meanwhile, until none is left.
     *
     * @return how many were run
     * @throws IllegalStateException if called by a task, or after {@link #RUN_LIMIT} tasks
     */
    public long runAll() {
        RunLimit limit = new RunLimit();
        while (runNext()) {
            limit.count();
        }
        return limit.counted();
    }

    /** The tasks that wait, and the choice of the next one. */
    private sealed interface Ready {
        void add(Runnable task);

        int size();

        @Nullable Runnable take();
    }

    /** First come, first run. */
    private static final class InOrder implements Ready {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void add(Runnable task) {
            tasks.add(task);
        }

        @Override
        public int size() {
            return tasks.size();
        }

        @Override
        public @Nullable Runnable take() {
            return tasks.poll();
        }
    }

    /** The next task is drawn; the last one takes its index. */
    private static final class AtRandom implements Ready {
        private final List<Runnable> tasks = new ArrayList<>();
        private final RandomGenerator random;

        private AtRandom(RandomGenerator random) {
            this.random = random;
        }

        @Override
        public void add(Runnable task) {
            tasks.add(task);
        }

        @Override
        public int size() {
            return tasks.size();
        }

        @Override
        public @Nullable Runnable take() {
            if (tasks.isEmpty()) {
                return null;
            }
            int index = random.nextInt(tasks.size());
            Runnable last = tasks.removeLast();
            return index == tasks.size() ? last : tasks.set(index, last);
        }
    }
}
