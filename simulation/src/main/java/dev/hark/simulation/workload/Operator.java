package dev.hark.simulation.workload;

import dev.hark.BrokerClosedException;
import dev.hark.DeliveryStrategy;
import dev.hark.TopicOptions;
import dev.hark.UnsubscribeReport;
import dev.hark.simulation.model.Rule;
import dev.hark.simulation.model.TopicModel;
import dev.hark.simulation.schedule.Dice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Does to the broker what its owners do: makes topics and subscriptions, pauses, resumes, closes and ends them, looks
 * after dead letters, and looks on. Each operator has subscriptions of its own; the first one has the topics.
 */
final class Operator {
    private static final List<String> NAMES = List.of("orders", "orders.paid", "quakes");
    private static final Duration LONGEST_REST = Duration.ofMillis(60);

    private final Stage stage;
    private final boolean hasTopics;
    private final Recruiter recruiter;
    private final Onlooker onlooker;
    private final List<Place> places = new ArrayList<>();

    Operator(Stage stage, String name, boolean hasTopics) {
        this.stage = stage;
        this.hasTopics = hasTopics;
        this.recruiter = new Recruiter(stage, name);
        this.onlooker = new Onlooker(stage);
    }

    /** Makes what the run begins with. */
    void open(int topics, int subscriptions) {
        for (int i = 0; i < topics; i++) {
            createTopic();
        }
        for (int i = 0; i < subscriptions; i++) {
            subscribe();
        }
    }

    /** Does so many things, resting in between. */
    void work(int actions) throws InterruptedException {
        Dice dice = stage.world().dice();
        for (int i = 0; i < actions; i++) {
            if (dice.chance(400)) {
                stage.world().time().pass(dice.duration(LONGEST_REST));
            }
            try {
                act(dice);
            } catch (BrokerClosedException e) {
                Rule.REFUSAL.check(stage.model().isCloseCalled(), e::toString);
            }
            onlooker.look(700);
        }
    }

    private void act(Dice dice) {
        int action = dice.upTo(100);
        if (action < 6 && hasTopics && !stage.plain()) {
            createTopic();
        } else if (action < 8 && hasTopics) {
            deleteTopic();
        } else if (action < 22) {
            subscribe();
        } else {
            List<Place> live = places.stream().filter(place -> !place.isEnded()).toList();
            if (!live.isEmpty()) {
                act(dice.pick(live), action, dice);
            }
        }
    }

    private void act(Place place, int action, Dice dice) {
        if (place.isAway() && dice.chance(600)) {
            comeBack(place);
        } else if (action < 32) {
            new Departure(stage, place).unsubscribe();
        } else if (action < 46 && place.isNamed()) {
            new Departure(stage, place).close();
        } else if (action < 60) {
            pause(place);
        } else if (action < 80) {
            resume(place);
        } else {
            new LetterDesk(stage, place).visit(dice);
        }
    }

    private void createTopic() {
        List<String> free = NAMES.stream()
                .filter(name -> stage.topics().stream()
                        .noneMatch(venue -> venue.model().name().equals(name)
                                && !venue.model().isDeleted()))
                .toList();
        if (free.isEmpty()) {
            return;
        }
        Dice dice = stage.world().dice();
        String name = dice.pick(free);
        boolean routed = !stage.plain() && dice.chance(200);
        TopicModel model = stage.model().topicCreated(name, routed);
        TopicOptions<Integer> options = TopicOptions.defaults();
        if (routed) {
            DeliveryStrategy inner = dice.chance(400) ? DeliveryStrategy.broadcast() : ObservedStrategy.drawInner(dice);
            options = options.withStrategy(
                    new ObservedStrategy(stage, inner, dice.chance(700) ? 0 : 100, model::misrouted));
        }
        stage.log("creates topic " + name + (routed ? " with a strategy" : ""));
        stage.topics().add(new Venue(stage.broker().createTopic(name, Integer.class, options), model));
    }

    private void deleteTopic() {
        List<Venue> live = stage.topics().stream()
                .filter(venue -> !venue.model().isDeletionCalled())
                .toList();
        if (live.isEmpty()) {
            return;
        }
        Venue venue = stage.world().dice().pick(live);
        stage.log("deletes topic " + venue.model());
        venue.model().deletionCalled();
        List<UnsubscribeReport> reports =
                stage.broker().deleteTopic(venue.model().name());
        venue.model().deleted();
        stage.log("has deleted topic " + venue.model() + " with " + reports.size() + " subscriptions");
        stage.places().stream().filter(place -> place.venue().equals(venue)).forEach(Place::setEnded);
    }

    private void subscribe() {
        List<Venue> live = stage.topics().stream()
                .filter(venue -> !venue.model().isDeleted())
                .toList();
        if (live.isEmpty()) {
            return;
        }
        Place place = recruiter.recruit(stage.world().dice().pick(live));
        if (place != null) {
            places.add(place);
            stage.places().add(place);
        }
    }

    private void comeBack(Place place) {
        if (!recruiter.subscribe(place)) {
            place.setEnded();
        }
    }

    private void pause(Place place) {
        stage.log("pauses " + place);
        place.setPaused(true);
        place.subscription().pause();
        place.member().stopped(place.mostDeliveries());
        stage.log("has paused " + place);
    }

    private void resume(Place place) {
        stage.log("resumes " + place);
        place.member().resumed();
        place.setPaused(false);
        place.subscription().resume();
    }

    /** Ends every pause and absence, so that all can be handled. */
    void settle() {
        for (Place place : places) {
            if (!place.isEnded()) {
                if (place.isAway()) {
                    comeBack(place);
                }
                resume(place);
            }
        }
    }
}
