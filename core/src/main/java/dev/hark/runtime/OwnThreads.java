package dev.hark.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a broker that was given no executor: a virtual thread for each task; or, where {@code synchronized}
 * pins virtual threads (before JDK 24), a bounded pool of platform threads. Its queue has no bound of its own, as a
 * broker hands in at most a few tasks for each subscription. No thread keeps the JVM alive.
 */
final class OwnThreads implements Executor {
    /** The first JDK whose virtual threads are not pinned by monitors. */
    static final int FIRST_UNPINNED_JDK = 24;

    private static final int MIN_POOL_SIZE = 16;
    private static final int POOL_SIZE_PER_CORE = 4;
    private static final long IDLE_SECONDS = 10;

    private final ThreadFactory factory;
    private final @Nullable ThreadPoolExecutor pool;

    /**
     * Makes the threads.
     *
     * @param jdk the feature number of the JDK
     * @param cores the number of processors
     */
    OwnThreads(int jdk, int cores) {
        if (jdk >= FIRST_UNPINNED_JDK) {
            factory = Thread.ofVirtual().name("hark-", 0).factory();
            pool = null;
        } else {
            factory = Thread.ofPlatform().name("hark-", 0).daemon(true).factory();
            int size = Math.max(MIN_POOL_SIZE, POOL_SIZE_PER_CORE * cores);
            pool = new ThreadPoolExecutor(
                    size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
            pool.allowCoreThreadTimeOut(true);
        }
    }

    @Override
    public void execute(Runnable task) {
        if (pool == null) {
            factory.newThread(task).start();
        } else {
            pool.execute(task);
        }
    }

    /** Ends each thread when it has nothing left to do, without waiting for it. */
    void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }
}
