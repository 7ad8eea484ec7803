package dev.hark.simulation.workload;

import dev.hark.Explanation;
import dev.hark.simulation.model.Posting;
import dev.hark.simulation.model.Rule;
import java.util.HashMap;
import java.util.Map;

/** Asks the broker where a message is, and checks what it says against what handlers saw before and after. */
final class Enquiry {
    private final Stage stage;

    Enquiry(Stage stage) {
        this.stage = stage;
    }

    void explain(Posting posting) {
        String id = posting.id();
        if (id == null) {
            return;
        }
        Map<Place, Boolean> settledBefore = new HashMap<>();
        stage.places().forEach(place -> settledBefore.put(place, place.unit().hasAcked(posting)));
        Explanation explanation = stage.broker().explain(id);
        Rule.EXPLAINED.check(
                explanation.messageId().equals(id), () -> posting + " has the id " + id + ": " + explanation);
        for (Explanation.Place place : explanation.places()) {
            for (Place own : settledBefore.keySet()) {
                if (own.isSubscribed() && own.subscription().id().equals(place.subscription())) {
                    check(own, posting, place, settledBefore.get(own));
                }
            }
        }
    }

    private static void check(Place own, Posting posting, Explanation.Place place, boolean settledBefore) {
        boolean held = place.status() != Explanation.Status.NOT_HELD;
        boolean finishing = place.status() == Explanation.Status.IN_FLIGHT;
        Rule.EXPLAINED.check(
                !settledBefore || !held || finishing,
                () -> posting + " was acked by " + own + ", but the broker says: " + place);
        Rule.EXPLAINED.check(
                held || !own.unit().mustHold(posting),
                () -> posting + " is not settled by " + own + ", but the broker says: " + place);
    }
}
