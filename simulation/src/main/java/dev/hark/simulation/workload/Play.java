package dev.hark.simulation.workload;

import dev.hark.Broker;
import dev.hark.BrokerDefaults;
import dev.hark.BrokerEvent;
import dev.hark.simulation.model.Model;
import dev.hark.simulation.model.Rule;
import dev.hark.simulation.schedule.Dice;
import dev.hark.simulation.schedule.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One run from beginning to end: topics and subscriptions are made, publishers and operators go to work, all comes to
 * rest and is audited; what was paused or away is brought back, and all is audited again; then everybody works once
 * more, and in the middle of it the broker is closed. Some runs are closed in the middle of the first round.
 */
public final class Play {
    private static final int MOST_PUBLISHERS = 4;
    private static final int MOST_OPERATORS = 2;
    private static final int MOST_MESSAGES = 30;
    private static final int MOST_PLAIN_MESSAGES = 60;

    private final World world;
    private final Model model = new Model();
    private final Stage stage;
    private final Audit audit;
    private final List<Operator> operators = new ArrayList<>();
    private boolean inEvent;

    /** Makes a run in a world of its own. */
    public Play(World world) {
        this.world = world;
        Dice dice = world.dice();
        Broker broker = Broker.builder()
                .executor(world.threads())
                .timers(world.time())
                .clock(world.time())
                .random(new SplittableRandom(1))
                .listener(this::onEvent)
                .defaults(BrokerDefaults.standard().withMaxWaitingPublishers(dice.between(1, 4)))
                .build();
        this.stage = new Stage(world, model, broker);
        this.audit = new Audit(stage);
    }

    /** Runs it all. What is wrong is thrown. */
    public void run() {
        Dice dice = world.dice();
        world.threads().start("opening", this::open);
        settle();
        if (dice.chance(700)) {
            work();
            settle();
            audit();
            world.threads().start("settling", () -> operators.forEach(Operator::settle));
            settle();
            audit();
        }
        work();
        world.threads().start("closer", () -> audit.close(dice));
        settle();
        audit();
        audit.checkNothingLeft();
    }

    /** How many messages were published. */
    public int published() {
        return model.postings().size();
    }

    private void open() {
        Dice dice = world.dice();
        int count = dice.between(1, MOST_OPERATORS);
        for (int i = 0; i < count; i++) {
            Operator operator = new Operator(stage, "s" + i, i == 0);
            operators.add(operator);
            operator.open(i > 0 ? 0 : stage.plain() ? 1 : dice.between(1, 2), dice.between(1, 4));
        }
    }

    private void work() {
        Dice dice = world.dice();
        int publishers = dice.between(1, MOST_PUBLISHERS);
        for (int i = 0; i < publishers; i++) {
            String name = "publisher-" + i;
            int messages = dice.between(1, stage.plain() ? MOST_PLAIN_MESSAGES : MOST_MESSAGES);
            world.threads().start(name, () -> new Publisher(stage, name).work(messages));
        }
        for (Operator operator : operators) {
            int actions = dice.between(0, 25);
            world.threads().start("operator", () -> operator.work(actions));
        }
    }

    private void settle() {
        world.settle(audit::checkWaitingPublishers);
        Rule.DEADLOCK.check(
                world.threads().live() == 0,
                () -> "nothing is left to happen, but " + world.threads().live() + " threads wait: "
                        + world.threads().names());
    }

    private void audit() {
        world.threads().start("auditor", audit::checkAll);
        settle();
    }

    private void onEvent(BrokerEvent event) {
        Rule.EVENTS.check(!inEvent, () -> "two at once: " + event);
        inEvent = true;
        world.threads().giveWay();
        inEvent = false;
    }
}
