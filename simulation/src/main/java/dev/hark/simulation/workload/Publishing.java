package dev.hark.simulation.workload;

import dev.hark.BrokerClosedException;
import dev.hark.Overflow;
import dev.hark.PublishException;
import dev.hark.PublishInterruptedException;
import dev.hark.PublishOptions;
import dev.hark.PublishTimeoutException;
import dev.hark.Receipt;
import dev.hark.TopicDeletedException;
import dev.hark.TopicFullException;
import dev.hark.simulation.model.Posting;
import dev.hark.simulation.model.Rule;
import dev.hark.simulation.model.UnitModel;
import dev.hark.simulation.schedule.Dice;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Publishes to topics of a run, and notes what comes of it. */
final class Publishing {
    private static final List<String> KEYS = List.of("a", "b", "c", "d", "e");

    private final Stage stage;
    private final String publisher;

    Publishing(Stage stage, String publisher) {
        this.stage = stage;
        this.publisher = publisher;
    }

    /** Publishes one message to some topic, if there is any. */
    void publishSomewhere() {
        if (!stage.topics().isEmpty()) {
            Dice dice = stage.world().dice();
            Venue venue = dice.pick(stage.topics());
            if (!venue.model().isDeleted() || dice.chance(100)) {
                publish(venue);
            }
        }
    }

    private void publish(Venue venue) {
        Dice dice = stage.world().dice();
        @Nullable String key = dice.chance(500) ? dice.pick(KEYS) : null;
        PublishOptions options =
                key == null ? PublishOptions.none() : PublishOptions.none().withKey(key);
        Posting posting = venue.model().publishCalled(publisher, key);
        long calledNanos = stage.now();
        if (dice.chance(300)) {
            stage.log("publishes " + posting + " without waiting");
            var _ = venue.topic().publishAsync(posting.payload(), options).whenComplete((receipt, failure) -> {
                Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                note(() -> concluded(venue, posting, receipt, cause, calledNanos));
            });
            return;
        }
        stage.log("publishes " + posting);
        Receipt receipt = null;
        PublishException failure = null;
        try {
            receipt = venue.topic().publish(posting.payload(), options);
        } catch (PublishException e) {
            failure = e;
        }
        concluded(venue, posting, receipt, failure, calledNanos);
    }

    private void note(Runnable conclusion) {
        try {
            conclusion.run();
        } catch (RuntimeException e) {
            stage.world().threads().fail(e);
        }
    }

    private void concluded(
            Venue venue, Posting posting, @Nullable Receipt receipt, @Nullable Throwable failure, long calledNanos) {
        if (receipt != null) {
            stage.log("has the receipt for " + posting + " at " + receipt.offset());
            venue.model().publishReturned(posting, receipt.offset(), receipt.id());
            return;
        }
        stage.log("is refused " + posting + ": " + failure);
        venue.model().publishFailed(posting);
        if (!(failure instanceof PublishException refusal)) {
            throw new IllegalStateException("publishing failed with what is no PublishException", failure);
        }
        Rule.REFUSAL.check(isDue(venue, refusal, calledNanos), () -> posting + ": " + refusal);
    }

    private boolean isDue(Venue venue, PublishException refusal, long calledNanos) {
        List<UnitModel> units = venue.model().units();
        return switch (refusal) {
            case BrokerClosedException e -> stage.model().isCloseCalled();
            case TopicDeletedException e -> venue.model().isDeletionCalled();
            case TopicFullException e -> units.stream().anyMatch(Publishing::mayRefuse);
            case PublishTimeoutException e ->
                units.stream().anyMatch(unit -> isOver(unit, calledNanos))
                        && units.stream().anyMatch(this::mayBlock);
            case PublishInterruptedException e -> Thread.currentThread().isInterrupted();
        };
    }

    private static boolean mayRefuse(UnitModel unit) {
        Overflow overflow = unit.terms().buffer().overflow();
        boolean refuses = overflow instanceof Overflow.Fail || overflow instanceof Overflow.Block;
        return refuses && (unit.isGroup() || unit.mayHaveBeenFull());
    }

    private boolean isOver(UnitModel unit, long calledNanos) {
        return unit.terms().buffer().overflow() instanceof Overflow.Block block
                && stage.now() - calledNanos >= block.timeout().toNanos();
    }

    /** Whether a publisher can have waited for a subscription until now. */
    private boolean mayBlock(UnitModel unit) {
        boolean timely = stage.world().pace().latenessPerMille() == 0;
        return unit.terms().buffer().overflow() instanceof Overflow.Block && (!timely || unit.mayBeFull(stage.now()));
    }
}
