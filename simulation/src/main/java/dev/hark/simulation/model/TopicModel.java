package dev.hark.simulation.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One topic from its creation to its deletion: what was published to it, and who subscribed. */
public final class TopicModel {
    private final Model model;
    private final String name;
    private final boolean routed;
    private final List<Posting> postings = new ArrayList<>();
    private final Map<Long, Posting> byOffset = new TreeMap<>();
    private final Map<String, Long> lastOffsets = new HashMap<>();
    private final List<UnitModel> units = new ArrayList<>();
    private boolean deletionCalled;
    private long deletedAt = Posting.NEVER;
    private int misroutings;

    TopicModel(Model model, String name, boolean routed) {
        this.model = model;
        this.name = name;
        this.routed = routed;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Whether it has a strategy for its ungrouped subscriptions. */
    public boolean isRouted() {
        return routed;
    }

    /** Its subscriptions and groups, ended ones included. */
    public List<UnitModel> units() {
        return units;
    }

    /** What was published or tried to. */
    public List<Posting> postings() {
        return postings;
    }

    /** Notes that its deletion is about to be called. */
    public void deletionCalled() {
        deletionCalled = true;
        units.forEach(UnitModel::endCalled);
    }

    /** Notes that it is gone. */
    public void deleted() {
        deletedAt = model.tick();
        units.forEach(UnitModel::endReturned);
    }

    /** Whether it may be gone. */
    public boolean isDeletionCalled() {
        return deletionCalled;
    }

    /** Whether it is gone. */
    public boolean isDeleted() {
        return deletedAt != Posting.NEVER;
    }

    /** Notes that its own strategy failed to route a message. */
    public void misrouted() {
        misroutings++;
    }

    /** How many messages its own strategy failed to route. */
    public int misroutings() {
        return misroutings;
    }

    /** How many messages were accepted. */
    public long accepted() {
        return postings.stream().filter(Posting::isAccepted).count();
    }

    /** Notes a publish that is about to be called. */
    public Posting publishCalled(String publisher, @org.jspecify.annotations.Nullable String key) {
        Posting posting = model.newPosting(this, publisher, key);
        postings.add(posting);
        units.forEach(UnitModel::publishCalled);
        return posting;
    }

    /** Notes an accepted publish. */
    public void publishReturned(Posting posting, long offset, String id) {
        posting.placed(offset, id);
        posting.returned(model.tick(), false);
        Rule.REFUSAL.check(
                posting.calledAt() < model.closedAt(), () -> posting + " was accepted after the broker was closed");
        Rule.REFUSAL.check(posting.calledAt() < deletedAt, () -> posting + " was accepted after its topic was deleted");
    }

    /** Notes a refused publish. */
    public void publishFailed(Posting posting) {
        Rule.PHANTOM.check(posting.offset() < 0, () -> posting + " was delivered, but its publishing failed");
        posting.returned(model.tick(), true);
        units.forEach(UnitModel::publishFailed);
    }

    void placed(Posting posting) {
        Posting other = byOffset.put(posting.offset(), posting);
        Rule.OFFSETS.check(other == null, () -> posting + " has the offset of " + other);
        Rule.PHANTOM.check(!posting.isRefused(), () -> posting + " was delivered, but its publishing had failed");
    }

    /** Checks, when nothing is left to happen, that offsets are complete and in the order of each publisher. */
    public void checkOffsets() {
        long expected = 0;
        for (long offset : byOffset.keySet()) {
            long next = expected;
            Rule.OFFSETS.check(
                    offset == next, () -> name + " has no message at offset " + next + " but one at " + offset);
            expected++;
        }
        for (Posting posting : postings) {
            Rule.PUBLISHER_WAITS.check(
                    !posting.isOpen(),
                    () -> "nothing is left to happen, but " + posting + " is neither accepted nor refused");
            if (posting.isAccepted()) {
                Long last = lastOffsets.put(posting.publisher(), posting.offset());
                Rule.PUBLISHER_ORDER.check(
                        last == null || last < posting.offset(),
                        () -> posting + " of " + posting.publisher() + " stands before its elder at " + last);
            }
        }
        lastOffsets.clear();
    }

    @Override
    public String toString() {
        return name;
    }
}
