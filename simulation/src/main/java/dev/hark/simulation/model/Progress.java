package dev.hark.simulation.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How far one message has come in one subscription or group, as its handlers saw it. */
final class Progress {
    /** Where it is. */
    enum Status {
        /** No handler has begun with it, in this life. */
        WAITING,
        /** A handler is running with it. */
        RUNNING,
        /** Its latest attempt failed and another one is due. */
        FAILED,
        /** A handler acked it. */
        ACKED,
        /** Its last attempt failed. */
        EXHAUSTED,
        /** A handler rejected it. */
        REJECTED
    }

    private final Posting posting;
    private Status status = Status.WAITING;
    private @Nullable MemberModel holder;
    private int attempts;
    private int failedEver;
    private long notBeforeNanos;
    private int redrivesChosen;

    Progress(Posting posting) {
        this.posting = posting;
    }

    Posting posting() {
        return posting;
    }

    Status status() {
        return status;
    }

    /** The member that handles it or handled it last. */
    @Nullable MemberModel holder() {
        return holder;
    }

    int attempts() {
        return attempts;
    }

    int failedEver() {
        return failedEver;
    }

    boolean isRedriveChosen() {
        return redrivesChosen > 0;
    }

    boolean isGivenUp() {
        return status == Status.EXHAUSTED || status == Status.REJECTED;
    }

    /** Whether a handler has it, or is to get it again. */
    boolean isBegun() {
        return status == Status.RUNNING || status == Status.FAILED;
    }

    /** Whether it can have been given up on its way to a handler: before its first attempt, or before a further one. */
    boolean isStillToBegin() {
        return status == Status.WAITING || status == Status.FAILED || isRedriveChosen();
    }

    /** Notes that somebody chose its dead letter for a redrive: it may be delivered anew, out of its turn. */
    void redriveChosen() {
        redrivesChosen++;
    }

    /** Whether the member that was to attempt it again has left its group, which ends the backoff. */
    private boolean wasReturned() {
        MemberModel last = holder;
        return last != null && last.hasLeft();
    }

    int redrivesChosen() {
        return redrivesChosen;
    }

    /** Begins an attempt. Returns whether it is the first of a life. */
    boolean enter(MemberModel member, long nowNanos) {
        Rule.ONE_MEMBER.check(
                status != Status.RUNNING,
                () -> posting + " is delivered to " + member + " while " + Objects.requireNonNull(holder)
                        + " handles it");
        Rule.ONCE_ACKED.check(status != Status.ACKED, () -> posting + " is delivered to " + member + " after its ack");
        Rule.GIVEN_UP.check(
                !isGivenUp() || isRedriveChosen(),
                () -> posting + " is delivered to " + member + " after it was " + status + ", and nobody redrove it");
        Rule.BACKOFF.check(
                status != Status.FAILED || nowNanos >= notBeforeNanos || wasReturned() || isRedriveChosen(),
                () -> posting + " is retried at " + nowNanos + " ns, not from " + notBeforeNanos + " ns on");
        if (status != Status.FAILED || isRedriveChosen()) {
            attempts = 0;
            redrivesChosen = 0;
        }
        holder = member;
        status = Status.RUNNING;
        attempts++;
        return attempts == 1;
    }

    void acked() {
        status = Status.ACKED;
    }

    void rejected() {
        failedEver++;
        status = Status.REJECTED;
    }

    void failed(int maxAttempts, long notBeforeNanos) {
        failedEver++;
        this.notBeforeNanos = notBeforeNanos;
        status = attempts >= maxAttempts ? Status.EXHAUSTED : Status.FAILED;
    }
}
