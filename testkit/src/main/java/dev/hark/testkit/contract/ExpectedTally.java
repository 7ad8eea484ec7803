package dev.hark.testkit.contract;

import dev.hark.Tally;

/** A tally written in words: what is not named is 0. */
record ExpectedTally(Tally tally) {
    static ExpectedTally published(long count) {
        return new ExpectedTally(new Tally(count, 0, 0, 0, 0, 0, 0, 0));
    }

    ExpectedTally acked(long count) {
        return with(count, tally.deadLettered(), tally.dropped(), tally.purged(), tally.pending());
    }

    ExpectedTally deadLettered(long count) {
        return with(tally.acked(), count, tally.dropped(), tally.purged(), tally.pending());
    }

    ExpectedTally dropped(long count) {
        return with(tally.acked(), tally.deadLettered(), count, tally.purged(), tally.pending());
    }

    ExpectedTally purged(long count) {
        return with(tally.acked(), tally.deadLettered(), tally.dropped(), count, tally.pending());
    }

    ExpectedTally pending(long count) {
        return with(tally.acked(), tally.deadLettered(), tally.dropped(), tally.purged(), count);
    }

    private ExpectedTally with(long acked, long deadLettered, long dropped, long purged, long pending) {
        return new ExpectedTally(new Tally(tally.published(), 0, acked, deadLettered, dropped, 0, purged, pending));
    }
}
