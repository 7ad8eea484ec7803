package dev.hark.simulation.workload;

import dev.hark.DeliveryStrategy;
import dev.hark.Member;
import dev.hark.Message;
import dev.hark.simulation.model.Rule;
import dev.hark.simulation.model.Violation;
import dev.hark.simulation.schedule.Dice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A strategy whose selections are noted in the model, and which at times does what a strategy must not. One instance is
 * used by one group or topic.
 */
final class ObservedStrategy implements DeliveryStrategy {
    private static final Member STRANGER = new Member("a stranger", 1, true, 0);

    private final Stage stage;
    private final DeliveryStrategy inner;
    private final int faultsPerMille;
    private final Runnable onFault;
    private boolean selecting;

    ObservedStrategy(Stage stage, DeliveryStrategy inner, int faultsPerMille, Runnable onFault) {
        this.stage = stage;
        this.inner = inner;
        this.faultsPerMille = faultsPerMille;
        this.onFault = onFault;
    }

    /** Draws one of the strategies there are. */
    static DeliveryStrategy drawInner(Dice dice) {
        return switch (dice.upTo(3)) {
            case 0 -> DeliveryStrategy.roundRobin();
            case 1 -> DeliveryStrategy.sticky();
            default -> DeliveryStrategy.weighted();
        };
    }

    @Override
    public boolean awaitsRoom() {
        return inner.awaitsRoom();
    }

    @Override
    public List<Member> select(List<Member> members, Message<?> message) {
        try {
            return observe(members, message);
        } catch (Violation e) {
            stage.world().threads().fail(e);
            throw e;
        }
    }

    @SuppressWarnings("NullAway") // returning null is one of the faults to be contained
    private List<Member> observe(List<Member> members, Message<?> message) {
        if (selecting) {
            stage.world().threads().fail(new Violation(Rule.EXCLUSIVE, "a strategy is asked by two threads at once"));
        }
        selecting = true;
        try {
            stage.world().threads().giveWay();
            if (stage.world().dice().chance(faultsPerMille)) {
                stage.log("misroutes " + stage.model().posting(message));
                onFault.run();
                return misbehave(stage.world().dice());
            }
            List<Member> selected = inner.select(members, message);
            stage.log("routes " + stage.model().posting(message) + " to "
                    + selected.stream().map(Member::id).toList());
            stage.model().routed(message, selected);
            return selected;
        } finally {
            selecting = false;
        }
    }

    private static @Nullable List<Member> misbehave(Dice dice) {
        return switch (dice.upTo(4)) {
            case 0 -> null;
            case 1 -> List.of();
            case 2 -> List.of(STRANGER);
            default -> throw new IllegalStateException("misrouted by the dice");
        };
    }
}
