package dev.hark.simulation.workload;

import dev.hark.simulation.schedule.Dice;
import java.time.Duration;

/** A thread outside the broker that publishes, and looks at the figures in between. */
final class Publisher {
    private static final Duration LONGEST_REST = Duration.ofMillis(30);

    private static final int LOOKS = 250;

    private final Stage stage;
    private final Publishing publishing;
    private final Onlooker onlooker;
    private final int restsPerMille;

    Publisher(Stage stage, String name) {
        this.stage = stage;
        this.publishing = new Publishing(stage, name);
        this.onlooker = new Onlooker(stage);
        this.restsPerMille = stage.world().dice().chance(500) ? 0 : 500;
    }

    void work(int messages) throws InterruptedException {
        Dice dice = stage.world().dice();
        for (int i = 0; i < messages; i++) {
            if (dice.chance(restsPerMille)) {
                stage.world().time().pass(dice.duration(LONGEST_REST));
            }
            publishing.publishSomewhere();
            onlooker.look(LOOKS);
        }
    }
}
