package dev.hark.simulation.schedule;

/** A run did not come to an end, or left the control of its scheduler. */
public final class StuckException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StuckException(String message) {
        super(message);
    }
}
