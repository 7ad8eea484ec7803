package dev.hark.log;

import dev.hark.Overflow;
import dev.hark.PublishException;
import dev.hark.PublishTimeoutException;
import dev.hark.TopicFullException;
import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who may append when a partition's limit is reached: makes room as the full cursors' policies say, and keeps the
 * publishers that wait, first come first served. Guarded by the partition's lock; tail is frozen in every call, and
 * stays frozen while somebody waits.
 *
 * <p>As long as all cursors have the same policy, it is enough to find one that blocks; the others are looked at when it
 * has moved on. That will not do while handlers ask or wait ({@code handlers} of them), as each could be waiting for
 * itself at any of the cursors.
 *
 * @param <T> the type of the payloads
 */
final class Admissions<T> {
    private final Partition<T> partition;
    private final Environment environment;
    private final WaitGraph waitGraph;
    private final int maxWaiting;
    private final Gates<T> gates = new Gates<>();
    private final ArrayDeque<Admission<T>> waiting = new ArrayDeque<>(1);
    private int handlers;

    Admissions(Partition<T> partition, Environment environment, WaitGraph waitGraph, int maxWaiting) {
        this.partition = partition;
        this.environment = environment;
        this.waitGraph = waitGraph;
        this.maxWaiting = maxWaiting;
    }

    Gates<T> gates() {
        return gates;
    }

    int waiting() {
        return waiting.size();
    }

    /** Decides about a publish, or has it wait. */
    void ask(Admission<T> admission, Effects effects) {
        if (admission.waitingHandler() != null) {
            handlers++;
        }
        Verdict.Wait<T> blocked = admitWaiting(effects);
        Verdict<T> verdict = blocked == null ? makeRoom(effects) : blocked;
        switch (verdict) {
            case Verdict.Room<T> room -> admit(admission, effects);
            case Verdict.Full<T> full -> refuse(admission, full.reason(partition.origin()), effects);
            case Verdict.Wait<T> wait -> enqueue(admission, wait, effects);
        }
    }

    private void admit(Admission<T> admission, Effects effects) {
        settle(admission);
        try {
            partition.appendFrozen(admission.message(), effects);
            admission.admit(environment, effects);
        } catch (Throwable e) { // the slot holds a tombstone; the publisher has to know
            admission.fail(environment, e, effects);
        }
    }

    private void enqueue(Admission<T> admission, Verdict.Wait<T> wait, Effects effects) {
        if (waiting.size() >= maxWaiting) {
            refuse(admission, tooMany(heldUpBy(wait)), effects);
        } else if (!mayWait(admission, wait)) {
            refuse(admission, deadlocked(heldUpBy(wait)), effects);
        } else {
            waiting.add(admission);
            admitWaiting(effects);
            if (!admission.isDecided()) {
                effects.add(() -> startTimer(admission, wait.timeout()));
            }
        }
    }

    private boolean mayWait(Admission<T> admission, Verdict.Wait<T> wait) {
        Object handler = admission.waitingHandler();
        return handler == null || waitGraph.enter(handler, wait.cursors());
    }

    private Supplier<TopicFullException> tooMany(String heldUpBy) {
        return () -> new TopicFullException("topic '" + partition.origin().topic() + "' is full and " + maxWaiting
                + " publishers wait already, which is the limit: " + heldUpBy + "; nothing was appended");
    }

    private Supplier<TopicFullException> deadlocked(String heldUpBy) {
        return () -> new TopicFullException("topic '" + partition.origin().topic()
                + "' is full, and the handler that publishes to it would wait for itself: " + heldUpBy
                + "; nothing was appended");
    }

    /** Says for whom publishers wait, given a part of those. Looks at a few only, however many are full. */
    private String heldUpBy(Verdict.Wait<T> wait) {
        List<Bound<T>> full = gates.someFullAt(partition.size(), FullReaders.MAX_COUNTED);
        full.removeIf(bound -> !(bound.overflow() instanceof Overflow.Block));
        if (full.isEmpty()) { // they have moved on since they were found full
            wait.cursors().forEach(cursor -> full.add(cursor.bound()));
        }
        return FullReaders.describe(full);
    }

    private void startTimer(Admission<T> admission, Duration timeout) {
        Function<String, PublishTimeoutException> late = heldUpBy -> new PublishTimeoutException(
                "no room in topic '" + partition.origin().topic() + "' within " + timeout.toMillis() + " ms: "
                        + heldUpBy + "; nothing was appended");
        Timers.Timer timer =
                environment.timers().schedule(timeout.toNanos(), () -> partition.withdraw(admission, late));
        partition.keepTimer(admission, timer);
    }

    /**
     * Gives up a wait, unless it is over or there is room by now that nobody has told of.
     *
     * @param reason makes the reason, given who is full
     */
    void withdraw(Admission<T> admission, Function<String, ? extends PublishException> reason, Effects effects) {
        Verdict.Wait<T> blocked = admitWaiting(effects);
        if (blocked != null && waiting.remove(admission)) {
            String heldUpBy = heldUpBy(blocked);
            refuse(admission, () -> reason.apply(heldUpBy), effects);
            admitWaiting(effects);
        }
    }

    /** Gives up all waits for the given reason. */
    void refuseAll(Supplier<? extends PublishException> reason, Effects effects) {
        waiting.forEach(admission -> refuse(admission, reason, effects));
        waiting.clear();
        boolean unused = partition.await(null);
    }

    private void refuse(Admission<T> admission, Supplier<? extends PublishException> reason, Effects effects) {
        settle(admission);
        admission.refuse(environment, reason, effects);
    }

    private void settle(Admission<T> admission) {
        Object handler = admission.waitingHandler();
        if (handler != null) {
            handlers--;
            waitGraph.leave(handler);
        }
    }

    /**
     * Lets in those that wait, as far as there is room, and has one of the readers that hold up the first of the others
     * tell when it has moved on.
     *
     * @return what the first of the others waits for, if any do
     */
    Verdict.@Nullable Wait<T> admitWaiting(Effects effects) {
        Verdict.Wait<T> blocked;
        do {
            blocked = admitWhileRoom(effects);
        } while (partition.await(blocked == null ? null : blocked.cursors().getFirst()));
        return blocked;
    }

    private Verdict.@Nullable Wait<T> admitWhileRoom(Effects effects) {
        Verdict.Wait<T> blocked = null;
        while (blocked == null && !waiting.isEmpty()) {
            switch (makeRoom(effects)) {
                case Verdict.Room<T> room -> admit(waiting.remove(), effects);
                case Verdict.Full<T> full -> refuse(waiting.remove(), full.reason(partition.origin()), effects);
                case Verdict.Wait<T> wait -> {
                    refuseDeadlocked(wait, effects);
                    blocked = waiting.isEmpty() ? null : wait;
                }
            }
        }
        return blocked;
    }

    private void refuseDeadlocked(Verdict.Wait<T> wait, Effects effects) {
        if (handlers == 0) {
            return;
        }
        for (Admission<T> admission : List.copyOf(waiting)) {
            if (!mayWait(admission, wait)) {
                waiting.remove(admission);
                refuse(admission, deadlocked(heldUpBy(wait)), effects);
            }
        }
    }

    /** Admission first, so that a publish that fails has changed nothing; then drops and gaps. */
    private Verdict<T> makeRoom(Effects effects) {
        long at = partition.size();
        if (gates.areAlike() && handlers == 0) {
            Bound<T> full = gates.firstFullAt(at);
            partition.updateLimit();
            if (full == null) {
                return new Verdict.Room<>();
            }
            if (full.overflow() instanceof Overflow.Block) {
                full.hold(at, effects);
                return Verdict.Wait.of(List.of(full));
            }
        }
        return makeRoomAtAll(at, effects);
    }

    private Verdict<T> makeRoomAtAll(long at, Effects effects) {
        List<Bound<T>> full = gates.fullAt(at);
        List<Bound<T>> blocking = new ArrayList<>(0);
        for (Bound<T> bound : full) {
            if (bound.overflow() instanceof Overflow.Fail) {
                bound.hold(at, effects);
                partition.updateLimit();
                return new Verdict.Full<>(bound);
            }
            if (bound.overflow() instanceof Overflow.Block) {
                bound.hold(at, effects);
                blocking.add(bound);
            }
        }
        if (blocking.isEmpty()) {
            for (Bound<T> bound : full) {
                bound.relieve(at, partition.lastChunk(at), effects);
                gates.refresh(bound, at + 1);
            }
        }
        partition.updateLimit();
        return blocking.isEmpty() ? new Verdict.Room<>() : Verdict.Wait.of(blocking);
    }
}
