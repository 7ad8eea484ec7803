package dev.hark.simulation;

import java.util.List;

/** A run broke a promise, or did not end. The message says which, with the last of what happened and how to replay. */
public final class SimulationFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The seed of the run. */
    private final long seed;

    SimulationFailedException(long seed, Throwable cause, List<String> trace) {
        super(
                "Seed " + seed + ": " + (cause.getMessage() == null ? cause : cause.getMessage())
                        + "\n\nThe last of what happened:\n  " + String.join("\n  ", trace)
                        + "\n\nTo replay: ./hark simulate --seeds 1 --from " + seed,
                cause);
        this.seed = seed;
    }

    /** Returns the seed of the run. */
    public long seed() {
        return seed;
    }
}
