package dev.hark;

import java.util.List;
import java.util.function.Predicate;

/**
 * The dead letters of one subscription or group: messages that were given up on. Bounded, see
 * {@link DeadLetterLimits}. Predicates run on the caller's thread, on a snapshot.
 */
public interface DeadLetters {
    /** How many there are. */
    int count();

    /** A snapshot, the oldest first. */
    List<DeadLetter> list();

    /**
     * Puts letters back: the subscription handles them ahead of its next message, in their order, with their attempts
     * counted anew. Those for which there is no room yet stay dead letters until there is.
     *
     * @return how many were chosen
     * @throws IllegalStateException if the subscription has ended
     */
    int redrive(Predicate<? super DeadLetter> which);

    /** Puts the letter of this message back, see {@link #redrive}. Returns whether there is such a letter. */
    default boolean redrive(String messageId) {
        return redrive(letter -> letter.message().id().equals(messageId)) > 0;
    }

    /** Puts all letters back, see {@link #redrive}. Returns how many there were. */
    default int redriveAll() {
        return redrive(letter -> true);
    }

    /**
     * Removes letters for good. They count as purged.
     *
     * @return how many were removed
     */
    int purge(Predicate<? super DeadLetter> which);

    /** Removes all letters for good. Returns how many there were. */
    default int purgeAll() {
        return purge(letter -> true);
    }
}
