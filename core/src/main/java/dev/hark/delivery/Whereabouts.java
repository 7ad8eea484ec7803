package dev.hark.delivery;

import dev.hark.DeadLetter;
import dev.hark.Explanation.Place;
import dev.hark.Explanation.Status;
import dev.hark.log.Effects;
import dev.hark.log.Hand;
import dev.hark.log.StoredMessage;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds a message among those that a ledger holds. The caller holds the partition's lock. */
public final class Whereabouts {
    private Whereabouts() {}

    /** Returns the place of the first message that is wanted, or null if the ledger does not hold one. */
    public static <T> @Nullable Place in(Ledger<T> ledger, Predicate<StoredMessage<?>> wanted) {
        ledger.account(new Effects());
        DeadLetterBox<T> box = ledger.box();
        if (box != null) {
            for (DeadLetterBox.Letter<T> letter : box.list()) {
                if (wanted.test(letter.message())) {
                    return deadLettered(ledger, letter.toDeadLetter(ledger.id()));
                }
            }
            if (box.redriven().stream().anyMatch(parcel -> wanted.test(parcel.message()))) {
                return new Place(ledger.id(), Status.WAITING, "waits to be handled again, ahead of newer messages");
            }
        }
        return waiting(ledger, wanted);
    }

    /** Returns the place of a message that is claimed and not started, or null if the run holds none that is wanted. */
    public static <T> @Nullable Place inRun(Ledger<T> ledger, Hand<T> hand, Predicate<StoredMessage<?>> wanted) {
        List<StoredMessage<T>> rest = hand.contents();
        for (int ahead = 0; ahead < rest.size(); ahead++) {
            if (wanted.test(rest.get(ahead))) {
                return waiting(ledger, ahead);
            }
        }
        return null;
    }

    private static Place waiting(Ledger<?> ledger, long ahead) {
        return new Place(ledger.id(), Status.WAITING, "waits behind " + ahead + " others");
    }

    private static Place deadLettered(Ledger<?> ledger, DeadLetter letter) {
        return new Place(
                ledger.id(),
                Status.DEAD_LETTERED,
                "dead letter since " + letter.time() + " (" + letter.reason() + "): " + letter.detail());
    }

    private static <T> @Nullable Place waiting(Ledger<T> ledger, Predicate<StoredMessage<?>> wanted) {
        AtomicReference<@Nullable Place> found = new AtomicReference<>();
        ledger.forEachWaiting((message, ahead) -> {
            if (found.get() == null && wanted.test(message)) {
                found.set(waiting(ledger, ahead));
            }
        });
        return found.get();
    }
}
