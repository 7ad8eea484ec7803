package dev.hark.delivery;

import java.util.concurrent.TimeUnit;

/**
 * What a worker does that looks in vain for a message on its way: at first it looks again at once, then after others had
 * their turn, and at last after a pause that doubles, as the publisher may have lost its processor between reserving its
 * place and storing the message.
 */
final class Patience {
    /** How often it looks again at once. */
    static final int LOOKS = 64;

    /** How often it then lets others run first. */
    static final int YIELDS = 8;

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final int DOUBLINGS = 7;

    private Patience() {}

    /** Whether it looks again at once, after so many looks in vain. */
    static boolean looks(int inVain) {
        return inVain <= LOOKS;
    }

    /** Whether it lets others run first, if it does not look at once. */
    static boolean yields(int inVain) {
        return inVain <= LOOKS + YIELDS;
    }

    /** How long it pauses, if it does neither. */
    static long pauseNanos(int inVain) {
        return FIRST_PAUSE_NANOS << Math.min(inVain - LOOKS - YIELDS - 1, DOUBLINGS);
    }
}
