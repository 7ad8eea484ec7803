package dev.hark.log;

import dev.hark.Overflow;
import java.time.Duration;

/** The models of each overflow policy. */
final class Models {
    private Models() {}

    /** Full means that a publish fails. */
    public static final class Fail extends ProtocolModel {
        public Fail() {
            super(new ModelReader(QUOTA), 1, Overflow.fail());
        }
    }

    /** Full means that the publisher waits. */
    public static final class Block extends ProtocolModel {
        public Block() {
            super(new ModelReader(QUOTA), 1, Overflow.block(Duration.ofDays(1)));
        }
    }

    /** Full means that the oldest goes. */
    public static final class DropOldest extends ProtocolModel {
        public DropOldest() {
            super(new ModelReader(QUOTA), 2, Overflow.dropOldest());
        }
    }

    /** Full means that a gap opens whose messages are counted. */
    public static final class DropNewest extends ProtocolModel {
        public DropNewest() {
            super(new ModelReader(QUOTA), 1, Overflow.dropNewest());
        }
    }

    /** Full means that a gap opens whose messages become dead letters. */
    public static final class DeadLetter extends ProtocolModel {
        public DeadLetter() {
            super(new ModelReader(QUOTA), 1, Overflow.deadLetter());
        }
    }

    /** A fault: the reader does not look again after it has parked. */
    public static final class Deaf extends ProtocolModel {
        public Deaf() {
            super(
                    new ModelReader(QUOTA) {
                        @Override
                        boolean looksAgain() {
                            return false;
                        }
                    },
                    2,
                    Overflow.fail());
        }
    }

    /** A fault: whoever finds the reader parked takes it, without a CAS. */
    public static final class Greedy extends ProtocolModel {
        public Greedy() {
            super(
                    new ModelReader(QUOTA) {
                        @Override
                        public boolean claimParked() {
                            boolean claimed = state.get() == PARKED;
                            if (claimed) {
                                state.set(SCHEDULED);
                            }
                            return claimed;
                        }
                    },
                    2,
                    Overflow.fail());
        }
    }
}
