package dev.hark.simulation.plant;

import java.util.List;
import java.util.stream.Stream;

/** The faults that the simulation has to find: in the partition's protocol, in delivery, and in what is counted. */
final class Plants {
    private static final String PARTITION = "dev/hark/log/Partition.java";
    private static final String ADMISSION = "dev/hark/log/Admission.java";
    private static final String ADMISSIONS = "dev/hark/log/Admissions.java";
    private static final String BOUND = "dev/hark/log/Bound.java";
    private static final String CURSOR = "dev/hark/log/Cursor.java";
    private static final String WAKEUP = "dev/hark/log/Wakeup.java";
    private static final String DELIVERY = "dev/hark/delivery/Delivery.java";
    private static final String WORKER = "dev/hark/delivery/Worker.java";
    private static final String IN_FLIGHT = "dev/hark/delivery/InFlight.java";
    private static final String LEDGER = "dev/hark/delivery/Ledger.java";
    private static final String BOX = "dev/hark/delivery/DeadLetterBox.java";
    private static final String MAILBOX = "dev/hark/group/Mailbox.java";
    private static final String GROUP = "dev/hark/topic/LocalGroup.java";
    private static final String EXPLAINER = "dev/hark/topic/Explainer.java";

    private static final List<Plant> PROTOCOL = List.of(
            new Plant(
                    "a wake-up is lost: a parked reader does not look again",
                    WORKER,
                    "if (hasWork(held) && STATE",
                    "if (held && hasWork(held) && STATE",
                    "SETTLED"),
            new Plant(
                    "a wake-up is stale: a link is followed after the reader may have linked itself anew",
                    WAKEUP,
                    """
                                Cursor<T> next = cursor.next();
                                cursor.setNext(null);
                                Interleaving.point();
                                cursor.unlink();
                                Interleaving.point();
                                return next;
                        """,
                    """
                                cursor.unlink();
                                Interleaving.point();
                                Cursor<T> next = cursor.next();
                                cursor.setNext(null);
                                return next;
                        """,
                    "SETTLED"),
            new Plant("a wake-up is stale: the reader runs before it is off the stack", WAKEUP, """
                                    rest = unlink(cursor);
                                    if (cursor.reader().claimParked()) {
                                        environment.execute(cursor.reader().runner());
                                    }
                        """, """
                                    if (cursor.reader().claimParked()) {
                                        environment.execute(cursor.reader().runner());
                                    }
                                    rest = unlink(cursor);
                        """, "SETTLED"),
            new Plant(
                    "two drain tasks at once: a claim is not atomic",
                    WORKER,
                    "return state == PARKED && STATE.compareAndSet(this, PARKED, SCHEDULED);",
                    """
                        boolean claimed = state == PARKED;
                        if (claimed) {
                            Interleaving.point();
                            state = SCHEDULED;
                        }
                        return claimed;
                        """,
                    "EXCLUSIVE",
                    "FAILURES",
                    "DELIVERIES",
                    "ONCE_ACKED",
                    "CLOSED"),
            new Plant(
                    "a hole: a publisher gives up what it has reserved",
                    PARTITION,
                    """
                                    if (TAIL.compareAndSet(this, at, at + 1)) {
                        """,
                    """
                                    if (TAIL.compareAndSet(this, at, at + 1)) {
                                        if (at + 1 >= limit) {
                                            return false;
                                        }
                        """,
                    "SETTLED",
                    "DEADLOCK",
                    "OFFSETS"),
            new Plant(
                    "a publisher reserves after the freeze",
                    PARTITION,
                    """
                                    long at = tail;
                                    Interleaving.point();
                                    if (at < 0 || at >= limit) {
                                        return false;
                                    }
                                    Chunk<T> chunk = from.findOrGrow(at);
                                    Interleaving.point();
                                    if (TAIL.compareAndSet(this, at, at + 1)) {
                        """,
                    """
                                    long seen = tail;
                                    long at = seen & ~FROZEN;
                                    Interleaving.point();
                                    if (at >= limit) {
                                        return false;
                                    }
                                    Chunk<T> chunk = from.findOrGrow(at);
                                    Interleaving.point();
                                    if (TAIL.compareAndSet(this, seen, seen + 1)) {
                        """,
                    "REFUSAL",
                    "OFFSETS",
                    "SUM",
                    "SETTLED"),
            new Plant(
                    "waiting publishers are overtaken: the last to come goes first",
                    ADMISSIONS,
                    "waiting.add(admission);",
                    "waiting.addFirst(admission);",
                    "PUBLISHER_ORDER"),
            new Plant("a gap is left without a freeze", PARTITION, """
                                        long at = freeze();
                                        if (bound.rejoin(at, lastChunk(at), effects)) {
                        """, """
                                        long at = size();
                                        Interleaving.point();
                                        if (bound.rejoin(at, lastChunk(at), effects)) {
                        """, "SUM", "OFFSETS", "SETTLED", "BOUND"),
            new Plant(
                    "the oldest is dropped without a race being decided",
                    CURSOR,
                    "if (WORD.compareAndSet(this, seen, seen + ONE)) {",
                    """
                        word = seen + ONE;
                        if ((seen & FLAGS) != FLAGS) {
                        """,
                    "SUM",
                    "ONCE_ACKED",
                    "ONE_MEMBER",
                    "ORDER",
                    "STOPPED"),
            new Plant(
                    "a publisher that waits is not told of room",
                    CURSOR,
                    "if (freed >= tellAt) {",
                    "if (freed >= tellAt && freed < 0) {",
                    "PUBLISHER_WAITS",
                    "REFUSAL"),
            new Plant(
                    "a timer outlives the wait it was for",
                    ADMISSION,
                    "effects.add(pending::cancel);",
                    "effects.add(() -> {});",
                    "CLOSED"));

    private static final List<Plant> DELIVERING = List.of(
            new Plant(
                    "the cursor is not moved on before the handler runs",
                    CURSOR,
                    "WORD.compareAndSet(this, offset << SHIFT, end << SHIFT);",
                    "word == offset << SHIFT;",
                    "ONCE_ACKED",
                    "GIVEN_UP",
                    "ORDER",
                    "SUM"),
            new Plant(
                    "a retry is out of order: others go before it while it backs off",
                    DELIVERY,
                    """
                                if (!mayRetry() || !source.confirm()) {
                                    return false;
                                }
                        """,
                    """
                                if (!mayRetry()) {
                                    ledger().lock().lock();
                                    try {
                                        Parcel<T> failed = inFlight.parcel();
                                        inFlight.begin();
                                        inFlight.release();
                                        inFlight.end();
                                        boolean more = source.next(inFlight, most);
                                        ledger().giveBack(List.of(failed));
                                        return more;
                                    } finally {
                                        ledger().lock().unlock();
                                    }
                                }
                                if (!source.confirm()) {
                                    return false;
                                }
                        """,
                    "ORDER",
                    "BACKOFF",
                    "SUM"),
            new Plant(
                    "a retry does not wait",
                    DELIVERY,
                    "delay(delay.toNanos());",
                    "delay(delay.toNanos() / 2);",
                    "BACKOFF"),
            new Plant(
                    "one attempt too many",
                    DELIVERY,
                    "} else if (attempt >= retry.maxAttempts()) {",
                    "} else if (attempt > retry.maxAttempts()) {",
                    "ATTEMPTS",
                    "GIVEN_UP"),
            new Plant(
                    "a retry does not ask whether it may start",
                    CURSOR,
                    "return (seen & FLAGS) == 0 && WORD.compareAndSet(this, seen, seen);",
                    "return true;",
                    "STOPPED"),
            new Plant(
                    "what a leaving member has not begun is lost",
                    GROUP,
                    "router.ledger().giveBack(returned);",
                    "",
                    "SUM"),
            new Plant(
                    "a mailbox has no bound",
                    MAILBOX,
                    "if (queue.size() >= buffer.capacity()) {",
                    "if (queue.size() >= Integer.MAX_VALUE) {",
                    "BOUND"));

    private static final List<Plant> RUNS = List.of(
            new Plant(
                    "flags are looked at once for a whole run",
                    DELIVERY,
                    "deliver(inFlight) && inFlight.hasRest() && source.isClear()",
                    "deliver(inFlight) && inFlight.hasRest()",
                    "STOPPED"),
            new Plant(
                    "the rest of a run is given up twice",
                    LEDGER,
                    "purged += inFlight.size();",
                    "purged += inFlight.size() + inFlight.read().rest();",
                    "SUM"),
            new Plant(
                    "the rest of a run is given up without a trace",
                    LEDGER,
                    "purged += inFlight.size();",
                    "purged += inFlight.read().held();",
                    "SUM"),
            new Plant(
                    "a gate counts what is claimed as free",
                    BOUND,
                    "cursor.freed() + buffer.capacity() + jumpLength();",
                    "cursor.offset() + buffer.capacity() + jumpLength();",
                    "BOUND",
                    "ROOM"));

    private static final List<Plant> COUNTING = List.of(
            new Plant("an ack counts twice", IN_FLIGHT, "settled + acked,", "settled + settled + acked,", "SUM"),
            new Plant(
                    "a cursor leaks: ending a subscription does not detach it",
                    LEDGER,
                    "left += partition.detach(cursor, effects);",
                    "left += 0;",
                    "SUM",
                    "VISIBLE",
                    "PENDING",
                    "SETTLED",
                    "CLOSED",
                    "REFUSAL"),
            new Plant("what was pending at the end is not purged", LEDGER, """
                                purged += left;
                                if (events != null) {
                        """, "        if (events != null) {", "SUM"),
            new Plant(
                    "close forgets a handler that was running when its subscription ended",
                    WORKER,
                    "ledger.context().ending(this);",
                    "",
                    "CLOSED"),
            new Plant(
                    "a dead letter is not kept",
                    LEDGER,
                    "add(parcel, reason, detail, effects); // first: should it fail, the message is still in flight",
                    "",
                    "SUM"),
            new Plant("what overflows is not kept", BOUND, "reader.overflowed(message, effects);", "", "SUM"),
            new Plant(
                    "a redriven letter stays a letter",
                    BOX,
                    "Letter<T> letter = failed.remove(number);",
                    "Letter<T> letter = failed.get(number);",
                    "SUM",
                    "StuckException"),
            new Plant(
                    "asked for one message, the broker tells of another",
                    EXPLAINER,
                    "reading.message() == null || !wanted.test(reading.message())",
                    "reading.message() == null || wanted.test(reading.message())",
                    "EXPLAINED"));

    private Plants() {}

    static List<Plant> all() {
        return Stream.of(PROTOCOL, DELIVERING, RUNS, COUNTING)
                .flatMap(List::stream)
                .toList();
    }
}
