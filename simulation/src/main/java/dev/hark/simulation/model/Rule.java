package dev.hark.simulation.model;

import java.util.function.Supplier;

/** A promise that every run is checked against. */
public enum Rule {
    SUM("Every message published to a subscription is in exactly one place."),
    PENDING("Pending is what waits, is in flight or backs off, and nothing else."),
    MONOTONIC("Counters never go back."),
    ACKED("What counts as acked is what handlers acked."),
    DELIVERIES("Every call of a handler counts as one delivery, and as a redelivery if it is not the first attempt."),
    FAILURES("Every failed attempt counts."),
    LETTERS("What counts as dead-lettered is listed, for a reason that holds."),
    DROPS("Nothing is dropped but by a policy that drops, or as an evicted dead letter."),
    PURGES("Nothing is purged but by ending a subscription or purging its dead letters."),
    SETTLED("A subscription that may run leaves nothing pending when nothing is left to happen."),
    PUBLISHER_WAITS("A publisher waits no longer than the policy allows, nor when there is room."),
    VISIBLE("A subscription sees every message published after subscribe returned, and none published before."),
    PHANTOM("No handler sees a message whose publishing failed."),
    ORDER("A subscription or member handles messages in publish order, also across retries."),
    PUBLISHER_ORDER("Messages of one publisher keep their order."),
    OFFSETS("Offsets of a topic are given once each, without gaps."),
    EXCLUSIVE("A subscription or member handles one message at a time, and a strategy is asked about one at a time."),
    ONE_MEMBER("A message of a group is with one member at a time."),
    ONCE_ACKED("What was acked is not delivered again."),
    ATTEMPTS("A message is attempted no more often than the policy allows."),
    GIVEN_UP("A dead letter is not delivered unless it is redriven."),
    BACKOFF("A retry waits as long as the policy says."),
    ROUTE("A message goes to whom the strategy selected."),
    BOUND("No buffer holds more than its bound."),
    ROOM("What a full buffer does is not done while there is room."),
    REFUSAL("A call is refused only for the reason it names."),
    STOPPED("After pause or unsubscribe returned, at most the delivery begins that was just being started."),
    IDENTITY("A message has the payload, key and id it was published with."),
    EXPLAINED("An explanation is true."),
    DEADLOCK("No call waits for ever."),
    EVENTS("Events come one at a time."),
    CLOSED("After close nothing of the broker is left, and what was left over is reported.");

    private final String promise;

    Rule(String promise) {
        this.promise = promise;
    }

    /** The promise in words. */
    public String promise() {
        return promise;
    }

    /** Checks that the promise was kept; the detail is made only if not. */
    public void check(boolean kept, Supplier<String> detail) {
        if (!kept) {
            throw new Violation(this, detail.get());
        }
    }
}
