package dev.hark.simulation.workload;

import dev.hark.Message;
import dev.hark.RejectException;
import dev.hark.RetryLaterException;
import dev.hark.Subscriber;
import dev.hark.simulation.model.MemberModel;
import dev.hark.simulation.model.Posting;
import dev.hark.simulation.model.Violation;
import dev.hark.simulation.schedule.Dice;
import java.time.Duration;

/** A handler that notes each call in the model, and acks, fails and misbehaves as its manners and the dice say. */
final class Handler implements Subscriber<Integer> {
    private static final long POLICY_DELAY = -1;

    private final Stage stage;
    private final Place place;
    private final Publishing publishing;

    Handler(Stage stage, Place place) {
        this.stage = stage;
        this.place = place;
        this.publishing = new Publishing(stage, "handler of " + place);
    }

    @Override
    public boolean onMessage(Message<Integer> message) throws Exception {
        try {
            return handle(message);
        } catch (Violation e) {
            stage.world().threads().fail(e);
            throw e;
        }
    }

    private boolean handle(Message<Integer> message) throws Exception {
        Dice dice = stage.world().dice();
        Posting posting = stage.model().posting(message);
        MemberModel member = place.member();
        int attempt = member.enter(posting, stage.now());
        stage.log(place + " begins attempt " + attempt + " of " + posting);
        stage.world().threads().giveWay();
        try {
            act(dice);
        } catch (InterruptedException e) {
            stage.log(place + " is interrupted in " + posting);
            member.failed(stage.now(), POLICY_DELAY);
            throw e;
        }
        if (dice.chance(place.manners().rejects())) {
            stage.log(place + " rejects " + posting);
            member.rejected();
            throw new RejectException("rejected by the dice");
        }
        if (dice.chance(place.manners().fails())) {
            stage.log(place + " fails " + posting);
            return fail(dice, member);
        }
        stage.log(place + " acks " + posting);
        member.acked();
        return true;
    }

    private void act(Dice dice) throws InterruptedException {
        Manners manners = place.manners();
        if (dice.chance(manners.lingers())) {
            linger(dice.duration(manners.longest()), manners.stubborn());
        }
        if (stage.handlersMayPublish() && dice.chance(manners.publishes())) {
            publishing.publishSomewhere();
        }
        if (place.isSubscribed() && dice.chance(manners.pauses())) {
            stage.log(place + " pauses itself");
            place.setPaused(true);
            place.subscription().pause();
        }
        if (place.isSubscribed() && !place.unit().isGroup() && dice.chance(manners.leaves())) {
            new Departure(stage, place).unsubscribe();
        }
    }

    private void linger(Duration duration, boolean stubborn) throws InterruptedException {
        long until = stage.now() + duration.toNanos();
        boolean interrupted = false;
        while (stage.now() < until) {
            try {
                stage.world().time().pass(Duration.ofNanos(until - stage.now()));
            } catch (InterruptedException e) {
                if (!stubborn) {
                    throw e;
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean fail(Dice dice, MemberModel member) throws Exception {
        int way = dice.upTo(6);
        if (way == 0) {
            Duration delay = dice.duration(Duration.ofMillis(200));
            member.failed(stage.now(), delay.toNanos());
            throw new RetryLaterException(delay);
        }
        member.failed(stage.now(), POLICY_DELAY);
        switch (way) {
            case 1 -> throw new IllegalStateException("failed by the dice");
            case 2 -> throw new Exception("failed by the dice");
            case 3 -> throw new StackOverflowError("failed by the dice");
            case 4 -> Thread.currentThread().interrupt();
            default -> {}
        }
        return false;
    }
}
