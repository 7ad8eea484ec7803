package dev.hark.bench.engine;

/** What a subscription does with an event. */
@FunctionalInterface
public interface Handler {
    /**
     * Handles an event. Called by one thread at a time.
     *
     * @return whether it is acked; an engine that has retries attempts it again otherwise
     * @throws InterruptedException if interrupted
     */
    boolean handle(Event event) throws InterruptedException;
}
