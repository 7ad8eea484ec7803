package dev.hark.topic;

import dev.hark.Explanation;
import dev.hark.Explanation.Place;
import dev.hark.Explanation.Status;
import dev.hark.delivery.Delivery;
import dev.hark.delivery.InFlight;
import dev.hark.delivery.Ledger;
import dev.hark.delivery.Whereabouts;
import dev.hark.group.Mailbox;
import dev.hark.group.Router;
import dev.hark.log.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds a message in all places that may hold it. Under a partition's lock messages move only from the log into a
 * worker's run, from there in flight, and then are acked: in that order the places are looked at. It looks through everything held, for messages whose id their
 * publisher gave as well as for those whose id says where they stand.
 */
final class Explainer {
    private final String id;
    private final List<Place> found = new ArrayList<>();

    private Explainer(String id) {
        this.id = id;
    }

    static Explanation explain(LocalBroker broker, String id) {
        Explainer explainer = new Explainer(id);
        broker.localTopics().forEach(explainer::searchTopic);
        return new Explanation(id, explainer.found);
    }

    private <T> void searchTopic(LocalTopic<T> topic) {
        long offset = offsetIn(topic);
        Predicate<StoredMessage<?>> wanted = message -> message.id().equals(id);
        for (dev.hark.topic.Place<T> place : topic.places()) {
            if (place instanceof OwnPlace<T> own) {
                searchOwn(own, wanted, offset);
            }
        }
        for (LocalGroup<T> group : topic.groups()) {
            searchGroup(group, wanted, offset);
        }
        Router<T> router = topic.router();
        if (router != null) {
            searchRouter(router, wanted);
        }
    }

    /** The offset that the id names if it was derived in this topic, else -1. */
    private long offsetIn(LocalTopic<?> topic) {
        String prefix = topic.partition().origin().idPrefix();
        if (!id.startsWith(prefix)) {
            return -1;
        }
        try {
            long offset = Long.parseLong(id.substring(prefix.length()));
            return offset < topic.partition().size() ? offset : -1;
        } catch (NumberFormatException e) { // an id given by a publisher that only looks like one of ours
            return -1;
        }
    }

    private <T> void searchOwn(OwnPlace<T> own, Predicate<StoredMessage<?>> wanted, long offset) {
        Ledger<T> ledger = own.ledger();
        ledger.lock().lock();
        try {
            Place place = Whereabouts.in(ledger, wanted);
            Mailbox<T> mailbox = own.mailbox();
            if (place == null && mailbox != null) {
                place = inMailbox(ledger, mailbox, wanted);
            }
            add(place != null ? place : inHand(ledger, own.delivery(), wanted), ledger, offset);
        } finally {
            ledger.lock().unlock();
        }
    }

    private <T> void searchGroup(LocalGroup<T> group, Predicate<StoredMessage<?>> wanted, long offset) {
        Ledger<T> ledger = group.router().ledger();
        ledger.lock().lock();
        try {
            Place place = Whereabouts.in(ledger, wanted);
            StoredMessage<?> routing = group.router().inFlight().read().message();
            if (place == null && routing != null && wanted.test(routing)) {
                place = new Place(ledger.id(), Status.WAITING, "is being routed to a member");
            }
            List<Mailbox<T>> mailboxes = new ArrayList<>(group.router().members());
            mailboxes.addAll(group.router().leaving());
            for (Mailbox<T> mailbox : mailboxes) {
                place = place != null ? place : inMailbox(ledger, mailbox, wanted);
                place = place != null ? place : inHand(ledger, mailbox.delivery(), wanted);
            }
            add(place, ledger, offset);
        } finally {
            ledger.lock().unlock();
        }
    }

    private <T> void searchRouter(Router<T> router, Predicate<StoredMessage<?>> wanted) {
        router.ledger().lock().lock();
        try {
            add(Whereabouts.in(router.ledger(), wanted), router.ledger(), -1);
        } finally {
            router.ledger().lock().unlock();
        }
    }

    private <T> void add(@Nullable Place known, Ledger<T> ledger, long offset) {
        Place place = known;
        if (place == null && offset >= 0 && ledger.entered(offset)) {
            place = new Place(ledger.id(), Status.NOT_HELD, "settled or dropped, no longer held");
        }
        if (place != null) {
            found.add(place);
        }
    }

    private static <T> @Nullable Place inHand(
            Ledger<T> ledger, Delivery<T> delivery, Predicate<StoredMessage<?>> wanted) {
        Place place = Whereabouts.inRun(ledger, delivery.inFlight(), wanted);
        if (place != null) {
            return place;
        }
        InFlight.Reading reading = delivery.inFlight().read();
        return reading.message() == null || !wanted.test(reading.message())
                ? null
                : started(ledger, delivery, reading.attempts());
    }

    private static Place started(Ledger<?> ledger, Delivery<?> delivery, int attempts) {
        return delivery.isRunning()
                ? new Place(ledger.id(), Status.IN_FLIGHT, "in flight: attempt " + attempts + " is running")
                : new Place(
                        ledger.id(),
                        Status.BACKING_OFF,
                        "attempt " + attempts + " failed; it waits for the next one (state " + delivery.state() + ")");
    }

    private static <T> @Nullable Place inMailbox(
            Ledger<T> ledger, Mailbox<T> mailbox, Predicate<StoredMessage<?>> wanted) {
        return mailbox.contents().stream().anyMatch(parcel -> wanted.test(parcel.message()))
                ? new Place(ledger.id(), Status.ASSIGNED, "bound to '" + mailbox.id() + "' and waits for it")
                : null;
    }
}
