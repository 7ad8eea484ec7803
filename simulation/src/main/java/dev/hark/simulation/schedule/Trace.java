package dev.hark.simulation.schedule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What happened in a run: the latest lines as text, and a digest of everything. Two runs of one seed have the same
 * digest. Used by one thread at a time.
 */
public final class Trace {
    /** How many lines are kept. */
    static final int LINES_KEPT = 120;

    private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Deque<String> latest = new ArrayDeque<>();
    private long digest = FNV_OFFSET_BASIS;
    private long count;

    /** Adds a line. */
    public void add(String line) {
        for (int i = 0; i < line.length(); i++) {
            mix(line.charAt(i));
        }
        mix('\n');
        count++;
        if (latest.size() == LINES_KEPT) {
            latest.removeFirst();
        }
        latest.addLast(line);
    }

    /** Adds a choice of the scheduler, to the digest alone. */
    void mix(int choice) {
        digest = (digest ^ choice) * FNV_PRIME;
    }

    /** The digest of all lines and choices so far. */
    public long digest() {
        return digest;
    }

    /** How many lines were added. */
    public long count() {
        return count;
    }

    /** The latest lines, the oldest first. */
    public List<String> latest() {
        return List.copyOf(latest);
    }
}
