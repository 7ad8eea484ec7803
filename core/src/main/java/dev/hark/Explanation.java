package dev.hark;

import java.util.List;

/**
 * Where a message is, and why.
 *
 * @param messageId the message
 * @param places one place for each subscription or group of its topic that it was published to; empty if the id is
 *     unknown
 */
public record Explanation(String messageId, List<Place> places) {
    /** Copies the places. */
    public Explanation {
        places = List.copyOf(places);
    }

    /**
     * A message's place in one subscription or group.
     *
     * @param subscription the id of the subscription or the name of the group
     * @param status where it is
     * @param detail the same in words, with the reason
     */
    public record Place(String subscription, Status status, String detail) {}

    /** Where a message can be. */
    public enum Status {
        /** It waits for those before it. */
        WAITING,
        /** It is bound to a member of a group and waits for it. */
        ASSIGNED,
        /** A handler is running with it. */
        IN_FLIGHT,
        /** It waits for another attempt. */
        BACKING_OFF,
        /** It is a dead letter. */
        DEAD_LETTERED,
        /** It was settled or dropped and is no longer held. */
        NOT_HELD
    }

    /** Returns the explanation as lines of text. */
    @Override
    public String toString() {
        if (places.isEmpty()) {
            return messageId + ": no such message is held by any subscription";
        }
        StringBuilder text = new StringBuilder(messageId);
        for (Place place : places) {
            text.append("\n  ").append(place.subscription()).append(": ").append(place.detail());
        }
        return text.toString();
    }
}
