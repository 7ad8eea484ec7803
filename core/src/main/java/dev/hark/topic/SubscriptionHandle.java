package dev.hark.topic;

import dev.hark.DeadLetters;
import dev.hark.EndReason;
import dev.hark.Subscription;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.UnsubscribeReport;
import java.util.Optional;

/**
 * A user's handle to a place. Once somebody else has subscribed by its name it has no power over that place any more.
 *
 * @param place the place
 * @param generation which of the place's handlers it was made for
 */
record SubscriptionHandle(Place<?> place, int generation) implements Subscription {
    private boolean isCurrent() {
        return generation == place.generation();
    }

    @Override
    public String id() {
        return place.id();
    }

    @Override
    public String topic() {
        return place.topic().name();
    }

    @Override
    public Optional<String> group() {
        return place.group();
    }

    @Override
    public SubscriptionState state() {
        return isCurrent() ? place.state() : SubscriptionState.CLOSED;
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.ofNullable(place.endReason());
    }

    @Override
    public void pause() {
        if (isCurrent()) {
            place.pause();
        }
    }

    @Override
    public void resume() {
        if (isCurrent()) {
            place.resume();
        }
    }

    @Override
    public SubscriptionStats stats() {
        return place.stats();
    }

    @Override
    public DeadLetters deadLetters() {
        return place.deadLetters();
    }

    @Override
    public void close() {
        place.close(generation);
    }

    @Override
    public UnsubscribeReport unsubscribe() {
        return place.unsubscribe(generation);
    }

    @Override
    public String toString() {
        return "Subscription[" + id() + " on " + topic() + ", " + state() + "]";
    }
}
