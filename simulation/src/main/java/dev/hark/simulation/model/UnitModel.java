package dev.hark.simulation.model;

import dev.hark.DeadLetter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What has a place of its own in a topic, and is counted once: a subscription that stands alone, or a group. */
public final class UnitModel {
    private final Model model;
    private final TopicModel topic;
    private final String nickname;
    private final Terms terms;
    private final boolean group;
    private final List<MemberModel> members = new ArrayList<>();
    private final Map<Integer, Progress> progress = new TreeMap<>();
    private final long beginCalledAt;
    private long beginReturnedAt = Posting.NEVER;
    private long endCalledAt = Posting.NEVER;
    private long endReturnedAt = Posting.NEVER;
    private long entries;
    private long acks;
    private long failures;
    private long repeats;
    private long lettersPurged;
    private long misroutings;
    private long backlog;
    private long worstBacklog;
    private long redrivesDue;
    private long lastEntryNanos = -1;
    private boolean wasAway;
    private boolean permanent;

    UnitModel(Model model, TopicModel topic, String nickname, Terms terms, boolean group) {
        this.model = model;
        this.topic = topic;
        this.nickname = nickname;
        this.terms = terms;
        this.group = group;
        this.beginCalledAt = model.tick();
        this.backlog = topic.postings().stream().filter(Posting::isOpen).count();
        this.worstBacklog = backlog;
    }

    /** Its topic. */
    public TopicModel topic() {
        return topic;
    }

    /** Whether it is a group. */
    public boolean isGroup() {
        return group;
    }

    /** Notes that it is a group that lives without members. */
    public void makePermanent() {
        permanent = true;
        wasAway = true;
    }

    /** Whether it is a group that lives without members. */
    public boolean isPermanent() {
        return permanent;
    }

    /** What it was made with. */
    public Terms terms() {
        return terms;
    }

    /** Its members; of a subscription that stands alone, the one place. */
    public List<MemberModel> members() {
        return members;
    }

    /** Adds a member. */
    public MemberModel join(String memberNickname) {
        MemberModel member = new MemberModel(model, this, memberNickname);
        members.add(member);
        return member;
    }

    /** Notes that subscribing returned: from now on it sees everything. */
    public void began() {
        if (beginReturnedAt == Posting.NEVER) {
            beginReturnedAt = model.tick();
        }
    }

    /** Notes that making it or joining it was refused: if it has never begun, it never will. */
    public void neverBegan() {
        if (beginReturnedAt == Posting.NEVER) {
            endCalled();
            endReturned();
        }
    }

    /** Notes that ending it is about to be called. */
    public void endCalled() {
        if (endCalledAt == Posting.NEVER) {
            endCalledAt = model.tick();
        }
    }

    /** Notes that calling its end did not end it. */
    public void endRefused() {
        endCalledAt = Posting.NEVER;
    }

    /** Notes that it has ended. */
    public void endReturned() {
        if (endReturnedAt == Posting.NEVER) {
            endReturnedAt = model.tick();
        }
    }

    /** Whether its end was called. */
    public boolean isEnding() {
        return endCalledAt != Posting.NEVER;
    }

    /** Notes that its handler is about to be taken away. */
    public void away() {
        wasAway = true;
    }

    /** Whether its handler was ever away, or it ever had no members. */
    public boolean wasAway() {
        return wasAway;
    }

    void publishCalled() {
        backlog++;
        worstBacklog = Math.max(worstBacklog, backlog);
    }

    void publishFailed() {
        backlog--;
    }

    /** Whether it can ever have been full: more may have waited than it has room for. */
    public boolean mayHaveBeenFull() {
        return worstBacklog > terms.buffer().capacity();
    }

    /**
     * Whether it can be full now, or can have been until this moment of time. More than a buffer's capacity, counted
     * without what was dropped, may mean anything; less means that there is room.
     */
    public boolean mayBeFull(long nowNanos) {
        return group || backlog >= terms.buffer().capacity() || lastEntryNanos >= nowNanos;
    }

    /** Notes that somebody chose a dead letter of it for a redrive. */
    public void redriveChosen(Posting posting) {
        progress(posting).redriveChosen();
        redrivesDue++;
        publishCalled();
    }

    /**
     * How many may wait in it: what its buffer holds and what is redriven, and in a group what the buffers and hands of
     * its members hold, and its router.
     */
    long mostWaiting() {
        long buffers = group ? members.size() + 1 : 1;
        return buffers * terms.buffer().capacity() + (group ? buffers : 0) + redrivesDue;
    }

    /** Notes how many dead letters somebody purged. */
    public void lettersPurged(int count) {
        lettersPurged += count;
    }

    /** Notes that its strategy failed to route a message. */
    public void misrouted() {
        misroutings++;
    }

    Progress progress(Posting posting) {
        return progress.computeIfAbsent(posting.payload(), number -> new Progress(posting));
    }

    /** Whether a message may come out of turn because a member that left had it. */
    boolean wasReturned(Progress of) {
        if (!group) {
            return false;
        }
        MemberModel holder = of.holder();
        return (holder != null && holder.hasLeft()) || members.stream().anyMatch(MemberModel::hasLeft);
    }

    /** Whether messages may be on their way back to its handlers. */
    public boolean hasRedrives() {
        return redrivesDue > 0;
    }

    void redrivesOver(int count) {
        redrivesDue -= count;
    }

    void entered(MemberModel member, Progress of, boolean first, long nowNanos) {
        lastEntryNanos = nowNanos;
        Posting posting = of.posting();
        entries++;
        repeats += first ? 0 : 1;
        backlog -= first ? 1 : 0;
        Rule.VISIBLE.check(
                posting.returnedAt() > beginCalledAt,
                () -> member + " sees " + posting + ", which was published before it subscribed");
        Rule.VISIBLE.check(
                posting.calledAt() < endReturnedAt,
                () -> member + " sees " + posting + ", which was published after it had ended");
        Rule.ATTEMPTS.check(
                of.attempts() <= terms.retry().maxAttempts(),
                () -> member + " begins attempt " + of.attempts() + " of " + posting + "; " + terms.retry());
    }

    void acked() {
        acks++;
    }

    void failed() {
        failures++;
    }

    long entries() {
        return entries;
    }

    long acks() {
        return acks;
    }

    long failures() {
        return failures;
    }

    long repeats() {
        return repeats;
    }

    long purgedLetters() {
        return lettersPurged;
    }

    long misroutings() {
        return misroutings;
    }

    /** The fewest messages that must count as published to it: those of calls wholly within its life. */
    long fewestPublished() {
        if (isRouted()) {
            return endCalledAt == Posting.NEVER ? routed() : 0;
        }
        return topic.postings().stream()
                .filter(p -> p.isAccepted() && p.calledAt() > beginReturnedAt && p.returnedAt() < endCalledAt)
                .count();
    }

    /** The most messages that may count as published to it: those of calls that overlap its life. */
    long mostPublished() {
        if (isRouted()) {
            return routed();
        }
        return topic.postings().stream()
                .filter(p -> p.isAccepted() && p.returnedAt() > beginCalledAt && p.calledAt() < endReturnedAt)
                .count();
    }

    /** Whether the topic's strategy decides what it gets. */
    private boolean isRouted() {
        return !group && topic.isRouted();
    }

    private long routed() {
        String id = members.get(0).id();
        return topic.postings().stream()
                .filter(p -> id != null && p.routes().contains(id))
                .count();
    }

    /** Whether a handler acked a message. */
    public boolean hasAcked(Posting posting) {
        Progress known = progress.get(posting.payload());
        return known != null && known.status() == Progress.Status.ACKED;
    }

    /** Whether a message was published to it for sure, and cannot have been settled, dropped or given up. */
    public boolean mustHold(Posting posting) {
        Progress known = progress.get(posting.payload());
        boolean open = known == null || known.status() == Progress.Status.WAITING || known.isBegun();
        return open
                && posting.isAccepted()
                && posting.calledAt() > beginReturnedAt
                && !isEnding()
                && !isRouted()
                && misroutings == 0
                && !group
                && !mayHaveBeenFull();
    }

    /** Checks that a list of dead letters agrees with what its handlers saw. */
    void checkLetters(List<DeadLetter> letters) {
        Set<Integer> seen = new HashSet<>();
        for (DeadLetter letter : letters) {
            Posting posting = model.posting(letter.message());
            Rule.LETTERS.check(
                    seen.add(posting.payload()), () -> posting + " is twice among the dead letters of " + this);
            Progress of = progress(posting);
            Rule.LETTERS.check(
                    agrees(letter, of),
                    () -> posting + " is a dead letter of " + this + " as " + letter.reason() + " with "
                            + letter.attempts().size() + " attempts, but it is " + of.status() + " after "
                            + of.failedEver() + " failures");
        }
    }

    private boolean agrees(DeadLetter letter, Progress of) {
        boolean complete = letter.attempts().size() == Math.min(of.failedEver(), DeadLetter.MAX_ATTEMPTS_KEPT);
        return complete
                && switch (letter.reason()) {
                    case ATTEMPTS_EXHAUSTED -> of.status() == Progress.Status.EXHAUSTED;
                    case REJECTED -> of.status() == Progress.Status.REJECTED;
                    case OVERFLOW, UNROUTABLE -> of.isStillToBegin();
                };
    }

    @Override
    public String toString() {
        return nickname;
    }
}
