package dev.hark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link VirtualExecutor} on its own. */
class VirtualExecutorTest {
    private final List<Integer> ran = new ArrayList<>();

    private static List<Integer> orderOf(VirtualExecutor executor, int tasks) {
        List<Integer> order = new ArrayList<>();
        IntStream.range(0, tasks).forEach(number -> executor.execute(() -> order.add(number)));
        executor.runAll();
        return order;
    }

    @Test
    void execute_ofATask_doesNotRunIt() {
        VirtualExecutor executor = new VirtualExecutor();
        executor.execute(() -> ran.add(1));
        assertThat(ran).isEmpty();
        assertThat(executor.ready()).isOne();
    }

    @Test
    void runAll_withoutRandom_runsInOrder() {
        assertThat(orderOf(new VirtualExecutor(), 100)).isSorted().hasSize(100);
    }

    @Test
    void runAll_withTheSameSeed_runsInTheSameOrder() {
        List<Integer> first = orderOf(new VirtualExecutor(new Random(7)), 100);
        assertThat(orderOf(new VirtualExecutor(new Random(7)), 100)).isEqualTo(first);
        assertThat(orderOf(new VirtualExecutor(new Random(8)), 100)).isNotEqualTo(first);
        assertThat(first)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void runAll_withTasksAddedByTasks_runsThoseToo() {
        VirtualExecutor executor = new VirtualExecutor();
        executor.execute(() -> executor.execute(() -> ran.add(2)));
        assertThat(executor.runAll()).isEqualTo(2);
        assertThat(ran).containsExactly(2);
    }

    @Test
    void runNext_ofNothing_returnsFalse() {
        assertThat(new VirtualExecutor().runNext()).isFalse();
    }

    @Test
    void runNext_ofATaskThatThrows_throwsAndForgetsIt() {
        VirtualExecutor executor = new VirtualExecutor();
        executor.execute(() -> {
            throw new IllegalStateException("as told");
        });
        assertThatThrownBy(executor::runNext).hasMessage("as told");
        assertThat(executor.runNext()).isFalse();
    }

    @Test
    void runNext_fromATask_isRefused() {
        VirtualExecutor executor = new VirtualExecutor();
        executor.execute(executor::runAll);
        assertThatThrownBy(executor::runNext).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void runNext_whileAnotherThreadRuns_isRefused() throws Exception {
        VirtualExecutor executor = new VirtualExecutor();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        executor.execute(() -> {
            running.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread other = Thread.ofPlatform().name("the-other").start(executor::runAll);
        running.await();
        assertThatThrownBy(executor::runAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the-other");
        end.countDown();
        other.join();
    }

    @Test
    void runAll_ofTasksWithoutEnd_givesUp() {
        VirtualExecutor executor = new VirtualExecutor();
        executor.execute(new Runnable() {
            @Override
            public void run() {
                executor.execute(this);
            }
        });
        assertThatThrownBy(executor::runAll)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("livelock");
    }
}
