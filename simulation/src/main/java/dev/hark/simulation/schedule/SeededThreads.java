package dev.hark.simulation.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Threads of which one runs at a time; the seed says which is next.
 *
 * <p>They are virtual threads, all carried by the one thread that calls {@link #step}: each of their steps, from a
 * start or wake-up to the next park or yield, comes here as a task, and waits in {@code ready} until it is chosen. A
 * thread gives way where it blocks, and at those points of the broker's code that {@link #point} is called from. So the
 * fields here are used by one thread at a time and need no locks.
 *
 * <p>By priority, a thread keeps running until it blocks or is switched away from, and is then behind all others: with
 * few switches this is the search known as probabilistic concurrency testing.
 */
public final class SeededThreads implements Executor {
    /** After so many steps a run counts as one that will never end. */
    static final int MAX_STEPS = 300_000;

    /** After so many points within one step a thread counts as one that spins. */
    static final int MAX_POINTS_PER_STEP = 1_000_000;

    private final RandomGenerator random;
    private final Pace pace;
    private final Trace trace;
    private final Thread carrier = Thread.currentThread();
    private final Thread.Builder.OfVirtual builder = CarriedThreads.on(this::ready);
    private final List<Runnable> ready = new ArrayList<>();
    private final IdentityHashMap<Runnable, Integer> priorities = new IdentityHashMap<>();
    private final Map<String, Integer> names = new TreeMap<>();
    private int lowest;
    private int steps;
    private int pointsInStep;
    private int live;
    private @Nullable Throwable failure;

    /** What a thread does. */
    @FunctionalInterface
    public interface Task {
        /** Does it. What it throws ends the run. */
        void run() throws Exception;
    }

    /** Makes threads that are carried by the calling thread. */
    public SeededThreads(RandomGenerator random, Pace pace, Trace trace) {
        this.random = random;
        this.pace = pace;
        this.trace = trace;
    }

    /** Starts a thread for the task. */
    @Override
    public void execute(Runnable task) {
        start("task", task::run);
    }

    /** Starts a named thread for the task. */
    public void start(String name, Task task) {
        names.merge(name, 1, Integer::sum);
        live++;
        builder.name(name).start(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                fail(e);
            } finally {
                live--;
                names.merge(name, -1, (count, one) -> count == 1 ? null : count + one);
            }
        });
    }

    /** Ends the run with this failure as soon as the running thread gives way. */
    public void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    /** A place in the broker's code where the seed may switch to another thread. */
    public void point() {
        if (!Thread.currentThread().isVirtual()) {
            return;
        }
        if (++pointsInStep > MAX_POINTS_PER_STEP) {
            throw new StuckException("a thread passed " + pointsInStep + " points without giving way: it spins");
        }
        if (failure == null && random.nextInt(1_000) < pace.switchPerMille()) {
            giveWay();
        }
    }

    /** Lets other threads of the run go on, or this one, as the seed says. */
    @SuppressWarnings("ThreadPriorityCheck") // it is this class that schedules, and it promises what yield does
    public void giveWay() {
        Thread.yield();
    }

    /** Lets other threads of the run go on until none of them can, without time passing on. */
    public void letOthersFinish() {
        do {
            giveWay();
        } while (hasReady());
    }

    /** Whether a thread can run. */
    public boolean hasReady() {
        return !ready.isEmpty();
    }

    /** How many threads have not ended. */
    public int live() {
        return live;
    }

    /** The names of the threads that have not ended, with their number. */
    public Map<String, Integer> names() {
        return Collections.unmodifiableMap(names);
    }

    /** How many steps were run. */
    public int steps() {
        return steps;
    }

    /**
     * Runs one step of one thread.
     *
     * @throws StuckException if there were too many steps
     */
    public void step() {
        int index = pace.byPriority() ? highest() : random.nextInt(ready.size());
        trace.mix(index);
        Runnable next = ready.get(index);
        int last = ready.size() - 1;
        ready.set(index, ready.get(last));
        ready.remove(last);
        pointsInStep = 0;
        next.run();
        rethrow();
        if (hasReady() && ready.getLast().equals(next)) {
            priorities.put(next, --lowest); // it gave way: all others come first
        }
        if (++steps > MAX_STEPS) {
            throw new StuckException("the run has not ended after " + steps + " steps: a livelock");
        }
    }

    private int highest() {
        int best = 0;
        for (int i = 1; i < ready.size(); i++) {
            if (priority(ready.get(i)) > priority(ready.get(best))) {
                best = i;
            }
        }
        return best;
    }

    private int priority(Runnable step) {
        Integer priority = priorities.get(step);
        if (priority == null) {
            priority = random.nextInt(Integer.MAX_VALUE);
            priorities.put(step, priority);
        }
        return priority;
    }

    private void ready(Runnable step) {
        Thread caller = Thread.currentThread();
        if (caller != carrier && !caller.isVirtual()) {
            fail(new StuckException("thread '" + caller.getName() + "' woke a thread of the run: who waits for a "
                    + "monitor, or for a time of the JDK's own, is outside the seed's control"));
            return;
        }
        ready.add(step);
    }

    private void rethrow() {
        Throwable thrown = failure;
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (thrown != null) {
            throw new StuckException("a task threw " + thrown);
        }
    }
}
