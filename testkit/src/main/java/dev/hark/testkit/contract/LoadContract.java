package dev.hark.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.BrokerEvent;
import dev.hark.CloseReport;
import dev.hark.Overflow;
import dev.hark.PublishException;
import dev.hark.Retry;
import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionStats;
import dev.hark.Tally;
import dev.hark.Topic;
import dev.hark.testkit.Faults;
import dev.hark.testkit.RecordingSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Everything at once, by many threads: the sum holds at every moment, and nothing is lost. */
abstract class LoadContract extends ContractSection {
    private static final int PER_PUBLISHER = 5_000;

    private final SubscriptionOptions eager =
            options().withRetry(Retry.fixed(Duration.ZERO).withMaxAttempts(3));

    private static <V> List<V> allOf(ExecutorService threads, List<Callable<V>> tasks) throws Exception {
        List<V> results = new ArrayList<>();
        for (Future<V> future : threads.invokeAll(tasks)) {
            results.add(future.get());
        }
        return results;
    }

    private static Callable<Integer> publisher(Topic<Integer> topic, int number) {
        return () -> {
            publish(topic, number * PER_PUBLISHER, (number + 1) * PER_PUBLISHER);
            return 0;
        };
    }

    private int checkSumsUntil(AtomicBoolean end) {
        int checks = 0;
        do {
            broker().stats().topics().forEach(topic -> topic.subscriptions().forEach(ContractSection::assertSumsUp));
            checks++;
        } while (!end.get());
        return checks;
    }

    private static int disturbUntil(AtomicBoolean end, List<Subscription> subscriptions, long seed) {
        Random random = new Random(seed);
        int disturbances = 0;
        do {
            Subscription any = subscriptions.get(random.nextInt(subscriptions.size()));
            switch (random.nextInt(4)) {
                case 0 -> any.pause();
                case 1 -> any.deadLetters().redrive(letter -> random.nextBoolean());
                case 2 -> any.deadLetters().purge(letter -> random.nextInt(10) == 0);
                default -> subscriptions.forEach(Subscription::resume);
            }
            disturbances++;
        } while (!end.get());
        return disturbances;
    }

    private List<Subscription> unequalSubscriptions(Topic<Integer> topic) {
        List<Subscription> subscriptions = new ArrayList<>();
        for (Overflow overflow : List.of(Overflow.dropOldest(), Overflow.dropNewest(), Overflow.deadLetter())) {
            SubscriptionOptions options =
                    buffered(8, overflow).withRetry(Retry.fixed(Duration.ZERO).withMaxAttempts(3));
            subscriptions.add(topic.subscribe(options, Faults.failEvery(3, message -> true)));
        }
        subscriptions.add(topic.subscribe(eager, RecordingSubscriber.rejecting(message -> message.payload() % 7 == 0)));
        for (int member = 0; member < 3; member++) {
            subscriptions.add(topic.subscribe(eager.withGroup("workers"), Faults.failEvery(4, message -> true)));
        }
        return subscriptions;
    }

    @Test
    @DisplayName("The figures sum up at every moment, whatever happens at once")
    void sums_underLoadAndDisturbance_holdAtEveryMoment() throws Exception {
        needsThreads();
        long seed = System.nanoTime();
        System.out.println("sums_underLoadAndDisturbance_holdAtEveryMoment: seed " + seed);
        Topic<Integer> topic = numbers();
        List<Subscription> subscriptions = unequalSubscriptions(topic);
        AtomicBoolean end = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            try {
                Future<Integer> checks = threads.submit(() -> checkSumsUntil(end));
                Future<Integer> disturbances = threads.submit(() -> disturbUntil(end, subscriptions, seed));
                allOf(threads, List.of(publisher(topic, 0), publisher(topic, 1), publisher(topic, 2)));
                end.set(true);
                assertThat(checks.get()).isPositive();
                assertThat(disturbances.get()).isPositive();
            } finally {
                end.set(true);
            }
        }
        subscriptions.forEach(Subscription::resume);
        subscriptions.forEach(this::drain);
        assertThat(subscriptions).allSatisfy(each -> {
            assertThat(each.stats().tally().published()).isEqualTo(3 * PER_PUBLISHER);
            assertSumsUp(each.stats());
        });
    }

    @Test
    @DisplayName("Members that come and go lose nothing: each message is acked exactly once, by one of them")
    void group_withMembersComingAndGoing_losesNothing() throws Exception {
        needsThreads();
        Topic<Integer> topic = numbers();
        topic.createGroup("workers", options());
        RecordingSubscriber<Integer> all = RecordingSubscriber.acking();
        AtomicBoolean end = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            try {
                Future<Integer> churn = threads.submit(() -> {
                    int left = 0;
                    do {
                        Subscription one = topic.subscribe(options().withGroup("workers"), all);
                        Subscription two = topic.subscribe(options().withGroup("workers"), all);
                        one.unsubscribe();
                        two.unsubscribe();
                        left += 2;
                    } while (!end.get());
                    return left;
                });
                allOf(threads, List.of(publisher(topic, 0), publisher(topic, 1)));
                end.set(true);
                assertThat(churn.get()).isPositive();
            } finally {
                end.set(true);
            }
        }
        Subscription last = topic.subscribe(options().withGroup("workers"), all);
        drain(last);
        engine().until(() -> all.count() == 2 * PER_PUBLISHER);
        assertThat(all.payloads()).containsExactlyInAnyOrderElementsOf(range(0, 2 * PER_PUBLISHER));
        assertTally(last, ExpectedTally.published(2 * PER_PUBLISHER).acked(2 * PER_PUBLISHER));
    }

    @Test
    @DisplayName("Subscriptions that end in the middle of it all account for every message they entered")
    void unsubscribe_underLoad_accountsForEverything() throws Exception {
        needsThreads();
        Topic<Integer> topic = numbers();
        List<Subscription> ended = new ArrayList<>();
        AtomicBoolean end = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            try {
                Future<Integer> churn = threads.submit(() -> {
                    do {
                        Subscription next = topic.subscribe(eager, Faults.failEvery(5, message -> true));
                        engine().until(() -> end.get() || next.stats().deliveries() > 3);
                        next.unsubscribe();
                        ended.add(next);
                    } while (!end.get());
                    return ended.size();
                });
                allOf(threads, List.of(publisher(topic, 0), publisher(topic, 1)));
                end.set(true);
                assertThat(churn.get()).isPositive();
            } finally {
                end.set(true);
            }
        }
        engine().until(() -> ended.stream().allMatch(each -> each.stats().inFlight() == 0));
        assertThat(ended).allSatisfy(each -> {
            SubscriptionStats stats = each.stats();
            assertSumsUp(stats);
            assertThat(stats.tally().pending()).isZero();
        });
    }

    @Test
    @DisplayName("Closing in the middle of it all: all that was accepted before is handled")
    void close_underLoad_accountsForEverything() throws Exception {
        needsThreads();
        Topic<Integer> topic = numbers();
        Subscription subscription = topic.subscribe(message -> true);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Long>> publishers = new ArrayList<>();
            for (int count = 0; count < 4; count++) {
                publishers.add(threads.submit(() -> publishUntilRefused(topic)));
            }
            engine().until(() -> subscription.stats().tally().acked() > 100);
            CloseReport report = broker().close(HANG_GUARD);
            long accepted = 0;
            for (Future<Long> publisher : publishers) {
                accepted += publisher.get();
            }
            Tally tally = subscription.stats().tally();
            assertThat(tally.published()).isEqualTo(accepted);
            assertThat(tally.missing()).isZero();
            assertThat(tally.pending()).isZero();
            assertThat(tally.purged())
                    .as("%s after %s: at most what each publisher was about to append", tally, report)
                    .isEqualTo(report.left().getOrDefault(subscription.id(), 0L))
                    .isLessThanOrEqualTo(publishers.size());
        }
    }

    private static long publishUntilRefused(Topic<Integer> topic) {
        long accepted = 0;
        while (true) {
            try {
                topic.publish(1);
                accepted++;
            } catch (PublishException e) {
                return accepted;
            }
        }
    }

    @Test
    @DisplayName("dropOldest never drops the newest message, however fast the handler is")
    void dropOldest_besideAFastHandler_keepsTheNewest() {
        needsThreads();
        AtomicInteger last = new AtomicInteger();
        Subscription subscription = numbers().subscribe(buffered(1, Overflow.dropOldest()), message -> {
            last.set(message.payload());
            return true;
        });
        for (int round = 1; round <= 5_000; round++) {
            publish(numbers(), round * 10 - 9, round * 10 + 1);
            int newest = round * 10;
            engine().until(() -> subscription.stats().tally().pending() == 0);
            assertThat(last).hasValue(newest);
        }
    }

    @Test
    @DisplayName("A subscription is reported as slow only with as many waiting messages as it has room for")
    void slow_besideAFastHandler_isReportedWhenFull() {
        needsThreads();
        List<BrokerEvent.Slow> slow = new CopyOnWriteArrayList<>();
        brokerWith(builder -> builder.listener(event -> {
            if (event instanceof BrokerEvent.Slow report) {
                slow.add(report);
            }
        }));
        Subscription subscription = numbers().subscribe(buffered(4, Overflow.dropOldest()), message -> true);
        publish(numbers(), 0, 100_000);
        drain(subscription);
        assertThat(slow).allSatisfy(report -> assertThat(report.waiting()).isGreaterThanOrEqualTo(4));
    }

    @Test
    @DisplayName("Of many threads that create one topic, all get the same one")
    void createTopic_byManyThreads_makesOne() throws Exception {
        CyclicBarrier together = new CyclicBarrier(8);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int round = 0; round < 50; round++) {
                String name = "round-" + round;
                List<Callable<Long>> creators = Collections.nCopies(8, () -> {
                    together.await();
                    return broker().createTopic(name).publish("x").offset();
                });
                assertThat(new HashSet<>(allOf(threads, creators))).hasSize(8);
            }
        }
    }

    @Test
    @DisplayName("Of many threads that subscribe by one name, one gets it")
    void subscribe_byManyThreadsWithOneName_succeedsOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(8);
        Topic<Integer> topic = numbers();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int round = 0; round < 50; round++) {
                SubscriptionOptions named = options().withName("round-" + round);
                List<Callable<Integer>> subscribers = Collections.nCopies(8, () -> {
                    together.await();
                    try {
                        topic.subscribe(named, message -> true);
                        return 1;
                    } catch (IllegalStateException e) {
                        return 0;
                    }
                });
                assertThat(allOf(threads, subscribers).stream()
                                .mapToInt(won -> won)
                                .sum())
                        .isOne();
            }
        }
    }
}
