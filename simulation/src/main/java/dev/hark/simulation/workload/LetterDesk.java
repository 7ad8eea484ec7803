package dev.hark.simulation.workload;

import dev.hark.DeadLetter;
import dev.hark.DeadLetters;
import dev.hark.simulation.model.Posting;
import dev.hark.simulation.model.Rule;
import dev.hark.simulation.schedule.Dice;

/** Looks after the dead letters of a subscription: redrives some, purges some. */
final class LetterDesk {
    private final Stage stage;
    private final Place place;

    LetterDesk(Stage stage, Place place) {
        this.stage = stage;
        this.place = place;
    }

    void visit(Dice dice) {
        DeadLetters letters = place.subscription().deadLetters();
        int share = dice.pick(java.util.List.of(200, 500, 1_000));
        if (dice.chance(700)) {
            redrive(letters, share);
        } else {
            purge(letters, share);
        }
    }

    private void redrive(DeadLetters letters, int share) {
        int chosen;
        try {
            chosen = letters.redrive(letter -> choose(letter, share));
        } catch (IllegalStateException e) {
            stage.log("may not redrive dead letters of " + place);
            Rule.REFUSAL.check(place.unit().isEnding(), () -> "no redrive to " + place + ": " + e);
            return;
        }
        stage.log("has redriven " + chosen + " dead letters of " + place);
    }

    private boolean choose(DeadLetter letter, int share) {
        boolean chosen = stage.world().dice().chance(share);
        if (chosen) {
            Posting posting = stage.model().posting(letter.message());
            stage.log("chooses " + posting + " of " + place + " for a redrive");
            place.unit().redriveChosen(posting);
        }
        return chosen;
    }

    private void purge(DeadLetters letters, int share) {
        int purged = letters.purge(letter -> stage.world().dice().chance(share));
        place.unit().lettersPurged(purged);
        stage.log("has purged " + purged + " dead letters of " + place);
    }
}
