package dev.hark.log;

import dev.hark.PublishException;
import dev.hark.PublishInterruptedException;
import dev.hark.Receipt;
import dev.hark.runtime.Environment;
import dev.hark.spi.Timers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A publish that went to the partition's lock: it is decided at once, or waits there for room.
 *
 * <p>{@code decided} and {@code timer} are guarded by the partition's lock. The future is completed once, by whoever
 * decided, after the lock was released.
 *
 * @param <T> the type of the payload
 */
public final class Admission<T> {
    private final Partition<T> partition;
    private final StoredMessage<T> message;
    private final @Nullable Object handler;
    private final boolean waits;
    private final CompletableFuture<Receipt> future = new CompletableFuture<>();
    private boolean decided;
    private Timers.@Nullable Timer timer;

    Admission(Partition<T> partition, StoredMessage<T> message, @Nullable Object handler, boolean waits) {
        this.partition = partition;
        this.message = message;
        this.handler = handler;
        this.waits = waits;
    }

    StoredMessage<T> message() {
        return message;
    }

    /** The handler whose thread waits for this, if one does. */
    @Nullable Object waitingHandler() {
        return waits ? handler : null;
    }

    boolean isDecided() {
        return decided;
    }

    void admit(Environment environment, Effects effects) {
        decide(environment, () -> future.complete(message.receipt()), effects);
    }

    void refuse(Environment environment, Supplier<? extends PublishException> reason, Effects effects) {
        decide(environment, () -> future.completeExceptionally(reason.get()), effects);
    }

    /** Ends it with a failure that no publisher is to blame for. */
    void fail(Environment environment, Throwable failure, Effects effects) {
        decide(environment, () -> future.completeExceptionally(failure), effects);
    }

    private void decide(Environment environment, Runnable completion, Effects effects) {
        decided = true;
        Timers.Timer pending = timer;
        if (pending != null) {
            effects.add(pending::cancel);
        }
        effects.add(waits ? completion : () -> environment.execute(completion));
    }

    /** Keeps the timer that ends the wait; false if that is over already. */
    boolean setTimer(Timers.Timer timer) {
        this.timer = timer;
        return !decided;
    }

    /** Returns the outcome, which may come later. */
    public CompletableFuture<Receipt> future() {
        return future;
    }

    /**
     * Waits for the outcome.
     *
     * @throws PublishException if the message was refused
     */
    public Receipt await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    partition.withdraw(
                            this,
                            heldUpBy -> new PublishInterruptedException("interrupted while waiting for room in topic '"
                                    + message.topic() + "': " + heldUpBy + "; nothing was appended"));
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RuntimeException failure) {
                        throw failure;
                    }
                    throw new IllegalStateException("the publish failed after its reservation", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
