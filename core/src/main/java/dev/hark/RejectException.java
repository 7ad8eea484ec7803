package dev.hark;

/** Thrown by a handler that will never be able to handle the message: it is dead-lettered without another attempt. */
public class RejectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Rejects for the given reason. */
    public RejectException(String reason) {
        super(reason);
    }

    /** Rejects for the given reason, caused by an exception. */
    public RejectException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
