package dev.hark.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.EndReason;
import dev.hark.Message;
import dev.hark.Overflow;
import dev.hark.PublishOptions;
import dev.hark.Retry;
import dev.hark.Subscriber;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import dev.hark.log.Origin;
import dev.hark.log.Partition;
import dev.hark.log.StalledPublisher;
import dev.hark.log.StoredMessage;
import dev.hark.tables.HandDriven;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.StringJoiner;

/**
 * One subscription on threads and time that the test drives, and what its machine looked like before and after the
 * event of a row. Handlers get the payloads 0, 1, 2 and so on; one without an answer acks.
 */
final class DeliveryBench {
    static final Duration DELAY = Duration.ofMillis(50);
    static final int ATTEMPTS = 2;

    private static final List<String> STATES =
            List.of("PARKED", "SCHEDULED", "RUNNING", "BACKING_OFF", "ENDING", "CLOSED");
    private static final VarHandle STATE = state();

    private final HandDriven hand = new HandDriven();
    private final BrokerContext context = new BrokerContext(hand.environment());
    private final Partition<Integer> partition =
            new Partition<>(new Origin("topic", 0, "run", 0), context.environment(), context.waitGraph(), 10);
    private final Ledger<Integer> ledger = Ledger.reading(
            "subscription", context, partition, DeadLetterLimits.defaults(), Buffer.of(2_000, Overflow.fail()));
    private final ArrayDeque<Subscriber<Integer>> answers = new ArrayDeque<>();
    private final Delivery<Integer> delivery;

    private int published;
    private String before = "never looked";
    private String after = "never looked";
    private String messages = "never looked";

    DeliveryBench() {
        delivery = new Delivery<>(ledger, ledger, new Retry(DELAY, DELAY, ATTEMPTS), this::handle);
        ledger.setWorker(delivery);
        ledger.attach();
        ledger.park();
    }

    private static VarHandle state() {
        try {
            return MethodHandles.privateLookupIn(Worker.class, MethodHandles.lookup())
                    .findVarHandle(Worker.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the machine has no state", e);
        }
    }

    private boolean handle(Message<Integer> message) throws Exception {
        Subscriber<Integer> answer = answers.poll();
        return answer == null || answer.onMessage(message);
    }

    HandDriven hand() {
        return hand;
    }

    /** Says what the handler answers to the next delivery that has no answer yet. */
    void answer(Subscriber<Integer> next) {
        answers.add(next);
    }

    // Events.

    void publish() {
        assertThat(partition.tryAppend(message())).isTrue();
    }

    private StoredMessage<Integer> message() {
        return new StoredMessage<>(partition.origin(), published++, null, PublishOptions.none(), 0);
    }

    /** Has a publisher reserve its place and stall. */
    StalledPublisher<Integer> stall() {
        return new StalledPublisher<>(partition, message());
    }

    void run() {
        hand.run();
    }

    void pause() {
        ledger.raise(Cursor.PAUSED);
    }

    void resume() {
        ledger.lower(Cursor.PAUSED);
        delivery.wake();
    }

    void detachHandler() {
        ledger.raise(Cursor.AWAY);
    }

    void attachHandler() {
        ledger.lower(Cursor.AWAY);
        delivery.wake();
    }

    void redrive() {
        new LedgerDeadLetters<>(ledger).redriveAll();
    }

    void end() {
        Effects effects = new Effects();
        ledger.lock().lock();
        try {
            ledger.raise(Cursor.STOPPED);
            ledger.end(EndReason.UNSUBSCRIBED, effects);
        } finally {
            ledger.lock().unlock();
        }
        delivery.stop(effects);
        effects.run();
    }

    // What can be seen.

    /** Notes the state before the event. */
    void before() {
        before = machine();
    }

    /** Notes the state after the event, and where the messages are. */
    void after() {
        after = machine();
        messages = places();
    }

    String seenBefore() {
        return before;
    }

    String seenAfter() {
        return after;
    }

    String seenMessages() {
        return messages;
    }

    private String machine() {
        String name = STATES.get((int) STATE.getVolatile(delivery));
        int flags = ledger.flags();
        if (name.equals("CLOSED")) {
            return name;
        }
        return name
                + ((flags & Cursor.PAUSED) == 0 ? "" : ", paused")
                + ((flags & Cursor.AWAY) == 0 ? "" : ", away")
                + ((flags & Cursor.STOPPED) == 0 ? "" : ", stopped");
    }

    private String places() {
        Effects effects = new Effects();
        InFlight.Reading held = delivery.inFlight().read();
        Account account;
        ledger.lock().lock();
        try {
            account = ledger.account(effects);
        } finally {
            ledger.lock().unlock();
        }
        assertThat(account.waiting() + held.size() + held.acked() + account.deadLettered() + account.purged())
                .as("the sum of all places")
                .isEqualTo(account.entered());
        StringJoiner places = new StringJoiner(", ").setEmptyValue("none");
        add(places, account.waiting() + held.rest(), "waiting");
        add(places, held.held(), delivery.isRunning() ? "in flight" : "backing off");
        add(places, held.acked(), "acked");
        add(places, account.deadLettered(), "dead-lettered");
        add(places, account.purged(), "purged");
        return places.toString();
    }

    private static void add(StringJoiner places, long count, String place) {
        if (count > 0) {
            places.add(count + " " + place);
        }
    }
}
