package dev.hark.bench.cell;

/** A cell that has no rate to show, as the engine did not do what it was asked for. */
public final class CellFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CellFailedException(String message) {
        super(message);
    }
}
