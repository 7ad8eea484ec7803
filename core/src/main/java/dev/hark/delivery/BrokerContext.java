package dev.hark.delivery;

import dev.hark.log.WaitGraph;
import dev.hark.runtime.Environment;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all workers of a broker share.
 *
 * <p>{@code idleWatch} is set once, by the thread that begins to close the broker, and read by workers after they came
 * to rest: either the worker sees it, or the closing thread, which looks at all workers after setting it, sees the
 * worker at rest.
 *
 * <p>{@code ending} are the workers that were stopped in the middle of a turn, in the order in which they were; each
 * takes itself out when it has ended.
 */
public final class BrokerContext {
    private final Environment environment;
    private final WaitGraph waitGraph = new WaitGraph();
    private final Queue<Worker<?>> ending = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Consumer<Worker<?>> idleWatch;

    /** Makes the context of one broker. */
    public BrokerContext(Environment environment) {
        this.environment = environment;
    }

    /** Returns threads, timers, clock and events. */
    public Environment environment() {
        return environment;
    }

    /** Returns who waits for whom inside publish. */
    public WaitGraph waitGraph() {
        return waitGraph;
    }

    /** Has every worker that comes to rest from now on reported. */
    public void watchIdle(Consumer<Worker<?>> watch) {
        idleWatch = watch;
    }

    /** Whether the broker is closing, so that workers may get interrupted. */
    boolean isClosing() {
        return idleWatch != null;
    }

    /** Reports that a worker came to rest. */
    public void idle(Worker<?> worker) {
        Consumer<Worker<?>> watch = idleWatch;
        if (watch != null) {
            watch.accept(worker);
        }
    }

    void ending(Worker<?> worker) {
        ending.add(worker);
    }

    void ended(Worker<?> worker) {
        ending.remove(worker);
    }

    /** Returns the workers that were stopped and have not ended yet. */
    public List<Worker<?>> ending() {
        return List.copyOf(ending);
    }
}
