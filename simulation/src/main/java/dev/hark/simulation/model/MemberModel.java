package dev.hark.simulation.model;

import org.jspecify.annotations.Nullable;

/**
 * One handler's place: a subscription of its own, or a member of a group. What it handles comes in publish order; what
 * comes out of its turn must be a retry, a redriven dead letter, or something that a member gave back to the group.
 */
public final class MemberModel {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Model model;
    private final UnitModel unit;
    private final String nickname;
    private @Nullable String id;
    private @Nullable Progress running;
    private @Nullable Progress retrying;
    private long lastOffset = -1;
    private long entries;
    private long mostEntries = NO_LIMIT;
    private boolean ended;

    MemberModel(Model model, UnitModel unit, String nickname) {
        this.model = model;
        this.unit = unit;
        this.nickname = nickname;
    }

    /** The subscription or group it belongs to. */
    public UnitModel unit() {
        return unit;
    }

    /** Whether a handler of it is running. */
    public boolean isRunning() {
        return running != null;
    }

    /** The id of its subscription, once it is known. */
    public @Nullable String id() {
        return id;
    }

    /** Notes the id it got. */
    public void identified(String id) {
        this.id = id;
    }

    /** Notes that no more than so many deliveries may ever be seen, as pause or unsubscribe returned. */
    public void stopped(long deliveries) {
        mostEntries = deliveries;
    }

    /**
     * Notes that unsubscribe returned and said how many deliveries were running then. A turn of a subscription that
     * stands alone may have been about to start one.
     */
    public void unsubscribed(int inFlight) {
        int toCome = unit.isGroup() ? inFlight : 1;
        mostEntries = Math.min(mostEntries, entries + (isRunning() ? 0 : toCome));
    }

    /** Notes that resume is about to be called. */
    public void resumed() {
        mostEntries = NO_LIMIT;
    }

    /** Notes that it leaves its group or ends: what it has not settled may go to others. */
    public void leaving() {
        ended = true;
    }

    /** Notes that it did not leave after all. */
    public void stays() {
        ended = false;
    }

    /** Whether it has left or ended. */
    public boolean hasLeft() {
        return ended;
    }

    /** Begins to handle a message. Returns the number of the attempt. */
    public int enter(Posting posting, long nowNanos) {
        Progress before = running;
        Rule.EXCLUSIVE.check(
                before == null,
                () -> this + " begins with " + posting + " while it handles "
                        + (before == null ? "" : before.posting()));
        Progress progress = unit.progress(posting);
        Progress due = retrying;
        boolean mayComeLate = progress == due || progress.isRedriveChosen() || unit.wasReturned(progress);
        int redrives = progress.redrivesChosen();
        boolean first = progress.enter(this, nowNanos);
        unit.redrivesOver(redrives - progress.redrivesChosen());
        running = progress;
        retrying = null;
        entries++;
        Rule.STOPPED.check(
                entries <= mostEntries,
                () -> this + " begins with its delivery " + entries + ", but had " + mostEntries
                        + " when it was stopped");
        unit.entered(this, progress, first, nowNanos);
        checkOrder(posting, mayComeLate, due == progress ? null : due);
        return progress.attempts();
    }

    private void checkOrder(Posting posting, boolean mayComeLate, @Nullable Progress overtaken) {
        Rule.ORDER.check(
                overtaken == null || hasLeft(),
                () -> this + " begins with " + posting + " before the retry of "
                        + (overtaken == null ? "" : overtaken.posting()));
        Rule.ORDER.check(
                mayComeLate || posting.offset() > lastOffset,
                () -> this + " begins with " + posting + " after offset " + lastOffset);
        lastOffset = mayComeLate ? lastOffset : posting.offset();
    }

    /** Ends handling with an ack. */
    public void acked() {
        Progress progress = finish();
        progress.acked();
        unit.acked();
    }

    /** Ends handling with a rejection. */
    public void rejected() {
        finish().rejected();
        unit.failed();
    }

    /** Ends handling with a failure. A delay of the handler's own choice replaces that of the policy. */
    public void failed(long nowNanos, long chosenDelayNanos) {
        Progress progress = finish();
        long delay = chosenDelayNanos >= 0
                ? chosenDelayNanos
                : unit.terms().retry().delayAfter(progress.attempts()).toNanos();
        progress.failed(unit.terms().retry().maxAttempts(), nowNanos + delay);
        retrying = progress.status() == Progress.Status.FAILED ? progress : null;
        unit.failed();
    }

    private Progress finish() {
        Progress progress = running;
        if (progress == null) {
            throw new IllegalStateException(this + " handles nothing");
        }
        running = null;
        model.tick();
        return progress;
    }

    @Override
    public String toString() {
        return nickname;
    }
}
