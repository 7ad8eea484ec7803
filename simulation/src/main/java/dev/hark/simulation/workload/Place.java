package dev.hark.simulation.workload;

import dev.hark.Subscription;
import dev.hark.SubscriptionOptions;
import dev.hark.SubscriptionState;
import dev.hark.SubscriptionStats;
import dev.hark.simulation.model.Books;
import dev.hark.simulation.model.MemberModel;
import dev.hark.simulation.model.Model;
import dev.hark.simulation.model.UnitModel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A subscription of a run: its handle, once there is one, and what was done to it. */
final class Place {
    private final Venue venue;
    private final MemberModel member;
    private final SubscriptionOptions options;
    private final Manners manners;
    private final Books books;
    private @Nullable Subscription subscription;
    private int handles;
    private boolean paused;
    private boolean away;
    private boolean wasHeld;
    private boolean ended;

    Place(Model model, Venue venue, MemberModel member, SubscriptionOptions options, Manners manners) {
        this.venue = venue;
        this.member = member;
        this.options = options;
        this.manners = manners;
        this.books = new Books(model, member.unit());
    }

    Venue venue() {
        return venue;
    }

    MemberModel member() {
        return member;
    }

    UnitModel unit() {
        return member.unit();
    }

    SubscriptionOptions options() {
        return options;
    }

    Manners manners() {
        return manners;
    }

    Books books() {
        return books;
    }

    boolean isNamed() {
        return options.name() != null;
    }

    /** The handle. Only asked for once subscribing has returned. */
    Subscription subscription() {
        return Objects.requireNonNull(subscription, "not subscribed yet");
    }

    /** How many handles it has had: it gets another one when it comes back. */
    int handles() {
        return handles;
    }

    boolean isSubscribed() {
        return subscription != null;
    }

    void subscribed(Subscription handle) {
        subscription = handle;
        handles++;
        away = false;
        member.identified(handle.id());
    }

    boolean isPaused() {
        return paused;
    }

    void setPaused(boolean paused) {
        this.paused = paused;
        wasHeld |= paused;
    }

    boolean isAway() {
        return away;
    }

    void setAway() {
        away = true;
        wasHeld = true;
    }

    /** Whether it ever was paused or away. */
    boolean wasHeld() {
        return wasHeld;
    }

    boolean isEnded() {
        return ended;
    }

    void setEnded() {
        ended = true;
    }

    /**
     * How many deliveries its handler can ever be given, as far as the broker says, now that it has been stopped: a turn
     * that is between two messages may have been about to start one.
     */
    long mostDeliveries() {
        SubscriptionStats stats = subscription().stats();
        if (!unit().isGroup()) {
            boolean mayBegin = stats.state() == SubscriptionState.RUNNING && stats.inFlight() == 0;
            return stats.deliveries() + (mayBegin ? 1 : 0);
        }
        return stats.members().stream()
                .filter(m -> m.id().equals(subscription().id()))
                .mapToLong(dev.hark.MemberStats::deliveries)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    @Override
    public String toString() {
        return member.toString();
    }
}
