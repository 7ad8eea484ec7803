package dev.hark.log;

import dev.hark.runtime.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The run of messages that a reader has claimed: how many it has settled, the one in flight, and the rest that it has
 * yet to start. Messages are numbered as they are claimed:
 *
 * <pre>
 *       settled        in flight        rest
 *   |###############|.............|---------------|
 *   0            settled                        runEnd
 * </pre>
 *
 * <p>Written by the reader alone, one thread at a time. {@code progress} is one word: twice the number of messages
 * settled, and one more while a message is in flight. Within a run it is moved on by single stores with release
 * semantics, so one load of it tells what is settled, in flight and at rest at one moment. All else changes only between
 * {@link #begin} and {@link #end}, which make {@code version} odd and even again (a sequence lock). Who looks from
 * outside takes the version by {@link #awaitStill}, looks, and looks again if the version is not {@link #isStill the
 * same}; it may spin for the length of a few stores, and must bear with what it sees until then. The reader takes no
 * lock within a change.
 *
 * <p>A run lies in one chunk: message {@code i} is in slot {@code i - shift} of {@code slots}.
 *
 * @param <T> the type of the payloads
 */
public class Hand<T> {
    private static final VarHandle VERSION = Handles.field(MethodHandles.lookup(), "version", int.class);
    private static final VarHandle PROGRESS = Handles.field(MethodHandles.lookup(), "progress", long.class);
    private static final int SPINS_BEFORE_YIELD = 64;

    private int version;
    private long progress;
    private long runEnd;
    private long shift;
    private @Nullable StoredMessage<T> @Nullable [] slots;

    /** Makes an empty hand. */
    public Hand() {}

    // Changing: by the reader.

    /** Begins a change. */
    public final void begin() {
        VERSION.setOpaque(this, version + 1);
        VarHandle.storeStoreFence();
    }

    /** Ends a change. */
    public final void end() {
        VERSION.setRelease(this, version + 1);
    }

    /** Takes a run, and starts its first message. Within a change, with nothing in hand. */
    final void open(@Nullable StoredMessage<T>[] chunk, int from, int count) {
        long settled = progress >> 1;
        slots = chunk;
        shift = settled - from;
        runEnd = settled + count;
        PROGRESS.setRelease(this, progress + 1);
    }

    /** Starts the first message of the rest. Nothing is in flight. */
    public final void startNext() {
        PROGRESS.setRelease(this, progress + 1);
    }

    /** Settles the message of the run that is in flight. */
    public final void settle() {
        PROGRESS.setRelease(this, progress + 1);
    }

    /** Lets go of the rest. Within a change. */
    public final void giveUpRest() {
        runEnd = (progress + 1) >> 1;
        if (!isStarted()) {
            slots = null;
        }
    }

    /** Whether a message of the run is in flight. For the reader. */
    public final boolean isStarted() {
        return (progress & 1) != 0;
    }

    /** Whether there is a rest. For the reader, and once more after it has parked. */
    public final boolean hasRest() {
        return runEnd > (progress + 1) >> 1;
    }

    // Looking: by anyone.

    /** Waits until no change is under way, and returns the version. */
    @SuppressWarnings("ThreadPriorityCheck") // a reader that lost its processor within a change has to get it back
    public final int awaitStill() {
        for (int spins = 0; ; spins++) {
            int seen = (int) VERSION.getAcquire(this);
            if ((seen & 1) == 0) {
                return seen;
            }
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Whether nothing has changed since a version was taken, so that what was seen meanwhile is of one moment. */
    public final boolean isStill(int since) {
        VarHandle.loadLoadFence();
        return since == (int) VERSION.getOpaque(this);
    }

    /** Returns the word of progress, from which the methods below tell the rest. */
    protected final long progress() {
        return (long) PROGRESS.getAcquire(this);
    }

    /** How many messages are settled. */
    protected static long settledAt(long progress) {
        return progress >> 1;
    }

    /** How many messages of the run are in flight: 0 or 1. */
    protected static int startedAt(long progress) {
        return (int) progress & 1;
    }

    /** How many messages are claimed and not started. */
    protected final int restAt(long progress) {
        return (int) (runEnd - ((progress + 1) >> 1));
    }

    /** The message of the run with a number, null if the run does not reach that far. */
    private @Nullable StoredMessage<T> messageOf(long number) {
        @Nullable StoredMessage<T> @Nullable [] run = slots;
        long index = number - shift;
        return run == null || index < 0 || index >= run.length ? null : run[(int) index];
    }

    /** The message of the run that is in flight, or null. */
    protected final @Nullable StoredMessage<T> messageAt(long progress) {
        return startedAt(progress) == 0 ? null : messageOf(settledAt(progress));
    }

    /** Returns how many messages are claimed and not started. */
    final int rest() {
        return restAt(progress());
    }

    /** Returns the messages that are claimed and not started, in order. */
    public final List<StoredMessage<T>> contents() {
        while (true) {
            int since = awaitStill();
            List<StoredMessage<T>> seen = new ArrayList<>();
            for (long number = (progress() + 1) >> 1; number < runEnd; number++) {
                StoredMessage<T> message = messageOf(number);
                if (message != null) {
                    seen.add(message);
                }
            }
            if (isStill(since)) {
                return seen;
            }
        }
    }
}
