package dev.hark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The threads of a broker that was given no executor, by JDK. */
@Timeout(value = 1, unit = TimeUnit.MINUTES) // a hang guard, not a verdict
class OwnThreadsTest {
    @ParameterizedTest
    @CsvSource({"21, false", "23, false", "24, true", "25, true"})
    void thread_isVirtualWhereMonitorsDoNotPin_andADaemonWithAName(int jdk, boolean virtual) throws Exception {
        OwnThreads threads = new OwnThreads(jdk, 1);
        CompletableFuture<Thread> ran = new CompletableFuture<>();

        threads.execute(() -> ran.complete(Thread.currentThread()));

        assertThat(ran.get().isVirtual()).isEqualTo(virtual);
        assertThat(ran.get().isDaemon()).isTrue();
        assertThat(ran.get().getName()).startsWith("hark-");
        threads.close();
        ran.get().join();
    }

    @ParameterizedTest
    @CsvSource({"1, 16", "4, 16", "8, 32"})
    void pool_hasAsManyThreadsAsItsCoresAllow_andQueuesTheRest(int cores, int size) throws Exception {
        OwnThreads threads = new OwnThreads(21, cores);
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch full = new CountDownLatch(size);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(2 * size);
        for (int i = 0; i < 2 * size; i++) {
            threads.execute(() -> {
                seen.add(Thread.currentThread());
                full.countDown();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                all.countDown();
            });
        }

        full.await();
        assertThat(all.getCount()).isEqualTo(2L * size);
        threads.close();
        gate.countDown();
        all.await();

        assertThat(seen).hasSize(size);
        for (Thread thread : seen) {
            thread.join();
        }
    }

    @Test
    void pool_closed_refusesTasks() {
        OwnThreads threads = new OwnThreads(21, 1);
        threads.close();

        assertThatThrownBy(() -> threads.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
