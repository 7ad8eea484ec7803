package dev.hark.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the harness relies on in every engine, so that what it measures is the same work. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EnginesTest {
    private static final int EVENTS = 2_000;
    private static final int HANG_SECONDS = 60;
    private static final int KEYS = 7;

    /** Those that attempt an event again that was not acked. */
    private static final Set<Engines> RETRYING =
            EnumSet.of(Engines.HARK, Engines.HARK_POOL, Engines.TEXTBOOK, Engines.ARTEMIS);

    @ParameterizedTest
    @EnumSource
    void subscribe_threeSubscriptions_eachGetsEveryEventOnceAndInOrder(Engines engines) throws InterruptedException {
        try (Engine engine = engines.make()) {
            Channel channel = engine.open("topic");
            List<Inbox> inboxes = List.of(new Inbox(EVENTS), new Inbox(EVENTS), new Inbox(EVENTS));
            inboxes.forEach(channel::subscribe);

            publish(channel, EVENTS);

            for (Inbox inbox : inboxes) {
                if (engines == Engines.GUAVA) {
                    assertThat(inbox.await()).containsExactlyInAnyOrderElementsOf(numbers(EVENTS));
                } else {
                    assertThat(inbox.await()).containsExactlyElementsOf(numbers(EVENTS));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void subscribe_sameHandlerTwice_getsEveryEventTwice(Engines engines) throws InterruptedException {
        try (Engine engine = engines.make()) {
            Channel channel = engine.open("topic");
            Inbox inbox = new Inbox(20);
            channel.subscribe(inbox);
            channel.subscribe(inbox);

            publish(channel, 10);

            assertThat(inbox.await())
                    .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 20)
                            .mapToObj(number -> number / 2)
                            .toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void open_twoTopics_neitherSeesEventsOfTheOther(Engines engines) throws InterruptedException {
        try (Engine engine = engines.make()) {
            Channel few = engine.open("few");
            Channel many = engine.open("many");
            Inbox ofFew = new Inbox(10);
            Inbox ofMany = new Inbox(100);
            few.subscribe(ofFew);
            many.subscribe(ofMany);

            publish(few, 10);
            publish(many, 100);

            assertThat(ofMany.await()).containsExactlyInAnyOrderElementsOf(numbers(100));
            assertThat(ofFew.await()).containsExactlyInAnyOrderElementsOf(numbers(10));
        }
    }

    @ParameterizedTest
    @EnumSource
    void publish_severalThreads_noEventIsLost(Engines engines) throws Exception {
        int publishers = 3;
        try (Engine engine = engines.make();
                ExecutorService threads = Executors.newFixedThreadPool(publishers)) {
            Channel channel = engine.open("topic");
            Inbox inbox = new Inbox(publishers * EVENTS);
            channel.subscribe(inbox);

            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < publishers; i++) {
                runs.add(threads.submit(() -> {
                    publish(channel, EVENTS);
                    return null;
                }));
            }
            for (Future<?> run : runs) {
                run.get(HANG_SECONDS, TimeUnit.SECONDS);
            }

            List<Long> thrice = new ArrayList<>(numbers(EVENTS));
            thrice.addAll(numbers(EVENTS));
            thrice.addAll(numbers(EVENTS));
            assertThat(inbox.await()).containsExactlyInAnyOrderElementsOf(thrice);
        }
    }

    @ParameterizedTest
    @EnumSource
    void join_threeMembers_shareEveryEventExactlyOnce(Engines engines) throws InterruptedException {
        try (Engine engine = engines.make()) {
            Channel channel = engine.open("topic");
            Inbox all = new Inbox(EVENTS);
            joinThrice(engines, channel, Channel::join, all);

            publish(channel, EVENTS);

            assertThat(all.await()).containsExactlyInAnyOrderElementsOf(numbers(EVENTS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void joinByKey_threeMembers_eventsOfAKeyComeInOrderToOneMember(Engines engines) throws InterruptedException {
        try (Engine engine = engines.make()) {
            Channel channel = engine.open("topic");
            Inbox all = new Inbox(EVENTS);
            List<Inbox> members = joinThrice(engines, channel, Channel::joinByKey, all);

            publish(channel, EVENTS);

            assertThat(all.await()).containsExactlyInAnyOrderElementsOf(numbers(EVENTS));
            for (int key = 0; key < KEYS; key++) {
                long remainder = key;
                List<Long> expected = numbers(EVENTS).stream()
                        .filter(number -> number % KEYS == remainder)
                        .toList();
                assertThat(members.stream()
                                .map(member -> member.numbers().stream()
                                        .filter(number -> number % KEYS == remainder)
                                        .toList())
                                .filter(numbers -> !numbers.isEmpty()))
                        .containsExactly(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void handle_notAckedTheFirstTime_comesAgain(Engines engines) throws InterruptedException {
        assumeTrue(RETRYING.contains(engines), "no retry");
        try (Engine engine = engines.make()) {
            Channel channel = engine.open("topic");
            Inbox inbox = new Inbox(11);
            boolean[] refused = new boolean[1];
            channel.subscribe(event -> {
                inbox.handle(event);
                boolean ack = refused[0] || event.number() != 5;
                refused[0] |= !ack;
                return ack;
            });

            publish(channel, 10);

            assertThat(inbox.await())
                    .startsWith(0L, 1L, 2L, 3L, 4L, 5L)
                    .contains(6L, 7L, 8L, 9L)
                    .filteredOn(number -> number == 5)
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void close_handlerWaits_returnsSoon(Engines engines) throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Engine engine = engines.make();
        try {
            Channel channel = engine.open("topic");
            channel.subscribe(event -> {
                entered.countDown();
                release.await();
                return true;
            });
            publish(channel, 10);
            assertThat(entered.await(HANG_SECONDS, TimeUnit.SECONDS)).isTrue();

            long start = System.nanoTime();
            engine.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        } finally {
            release.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void publish_handlerWaits_waitsForRoomIfBounded(Engines engines) throws Exception {
        assumeTrue(engines.isBounded(), "no bound");
        CountDownLatch release = new CountDownLatch(1);
        Inbox inbox = new Inbox(10 * Engine.CAPACITY);
        try (Engine engine = engines.make();
                ExecutorService publisher = Executors.newSingleThreadExecutor()) {
            Channel channel = engine.open("topic");
            channel.subscribe(event -> {
                release.await();
                return inbox.handle(event);
            });

            Future<?> run = publisher.submit(() -> {
                publish(channel, 10 * Engine.CAPACITY);
                return null;
            });

            assertThat(run).failsWithin(Duration.ofMillis(500));
            release.countDown();
            run.get(HANG_SECONDS, TimeUnit.SECONDS);
            assertThat(inbox.await()).containsExactlyElementsOf(numbers(10 * Engine.CAPACITY));
        }
    }

    private static List<Inbox> joinThrice(
            Engines engines, Channel channel, BiConsumer<Channel, Handler> joining, Inbox all) {
        List<Inbox> members = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Inbox member = new Inbox(EVENTS);
            members.add(member);
            try {
                joining.accept(channel, event -> member.handle(event) && all.handle(event));
            } catch (UnsupportedOperationException e) {
                abort(engines + ": " + e.getMessage());
            }
        }
        return members;
    }

    private static void publish(Channel channel, int events) throws InterruptedException {
        for (long number = 0; number < events; number++) {
            channel.publish(new Event(number, "key-" + number % KEYS, 0));
        }
    }

    private static List<Long> numbers(int events) {
        return LongStream.range(0, events).boxed().toList();
    }

    /** Writes down what arrives and is complete once it has as many events as expected. */
    private static final class Inbox implements Handler {
        private final CountDownLatch missing;
        private final List<Long> numbers = new ArrayList<>();

        Inbox(int expected) {
            this.missing = new CountDownLatch(expected);
        }

        @Override
        public boolean handle(Event event) {
            synchronized (numbers) {
                numbers.add(event.number());
            }
            missing.countDown();
            return true;
        }

        List<Long> numbers() {
            synchronized (numbers) {
                return List.copyOf(numbers);
            }
        }

        List<Long> await() throws InterruptedException {
            assertThat(missing.await(HANG_SECONDS, TimeUnit.SECONDS))
                    .as("%s events still missing", missing.getCount())
                    .isTrue();
            return numbers();
        }
    }
}
