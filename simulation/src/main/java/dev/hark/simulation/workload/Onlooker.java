package dev.hark.simulation.workload;

import dev.hark.SubscriptionStats;
import dev.hark.TopicStats;
import dev.hark.simulation.model.Books;
import dev.hark.simulation.schedule.Dice;

/** Looks at figures and explanations while everything is going on, and checks them. */
final class Onlooker {
    private static final int LOOKS_AT_ALL = 150;
    private static final int ASKS = 150;

    private final Stage stage;

    Onlooker(Stage stage) {
        this.stage = stage;
    }

    /** Looks at one subscription in so many of a thousand cases, and at times at everything. */
    void look(int perMille) {
        Dice dice = stage.world().dice();
        if (!stage.places().isEmpty() && dice.chance(perMille)) {
            Place place = dice.pick(stage.places());
            Books.Opening before = place.books().open();
            SubscriptionStats stats = place.subscription().stats();
            place.books().check(before, stats);
        }
        if (dice.chance(LOOKS_AT_ALL * perMille / 1_000)) {
            for (TopicStats topic : stage.broker().stats().topics()) {
                topic.subscriptions().forEach(s -> Books.checkSum(s.id() + " of " + topic.name(), s));
            }
        }
        if (dice.chance(ASKS * perMille / 1_000) && !stage.model().postings().isEmpty()) {
            new Enquiry(stage).explain(dice.pick(stage.model().postings()));
        }
    }
}
