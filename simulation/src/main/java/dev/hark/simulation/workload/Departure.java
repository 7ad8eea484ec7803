package dev.hark.simulation.workload;

import dev.hark.UnsubscribeReport;
import dev.hark.simulation.model.MemberModel;

/** Takes a subscription out of a run, for good or for a while. */
final class Departure {
    private final Stage stage;
    private final Place place;

    Departure(Stage stage, Place place) {
        this.stage = stage;
        this.place = place;
    }

    /** Unsubscribes; a group ends with its last member. */
    void unsubscribe() {
        stage.log("unsubscribes " + place);
        MemberModel member = place.member();
        boolean last = isLast();
        member.leaving();
        if (last) {
            place.unit().endCalled();
        }
        int handle = place.handles();
        UnsubscribeReport report = place.subscription().unsubscribe();
        stage.log("has unsubscribed " + place + ": " + report.purged() + " purged, " + report.returned() + " returned, "
                + report.inFlight() + " in flight");
        if (place.handles() != handle) { // it has come back meanwhile, and the old handle ended nothing
            member.stays();
            place.unit().endRefused();
            return;
        }
        member.unsubscribed(report.inFlight());
        if (last) {
            place.unit().endReturned();
        }
        place.setEnded();
    }

    private boolean isLast() {
        boolean alone =
                place.unit().members().stream().allMatch(member -> member == place.member() || member.hasLeft());
        return alone && !place.unit().isPermanent();
    }

    /** Takes the handler of a named subscription away; it keeps its place. */
    void close() {
        stage.log("closes " + place);
        place.unit().away();
        place.setAway();
        place.subscription().close();
        place.member().stopped(place.mostDeliveries());
    }
}
