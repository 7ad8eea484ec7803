package dev.hark.delivery;

import dev.hark.DeadLetter;
import dev.hark.DeadLetterLimits;
import dev.hark.DeadLetterReason;
import dev.hark.FailedAttempt;
import dev.hark.log.StoredMessage;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of one ledger, and the bounded queue of those that go back to its handlers. Guarded by the
 * partition's lock.
 *
 * <p>Letters are numbered in their order. Those that overflowed have a quota of their own, so that a flood does not
 * evict what failed. Letters whose redrive was asked for when the queue was full stay here until it has room.
 *
 * @param <T> the type of the payloads
 */
final class DeadLetterBox<T> {
    /** How many letters may be on their way back at a time. */
    static final int REDRIVE_CAPACITY = 1_024;

    record Letter<T>(
            long number,
            StoredMessage<T> message,
            DeadLetterReason reason,
            String detail,
            long timeMillis,
            List<FailedAttempt> failures) {
        DeadLetter toDeadLetter(String subscription) {
            return new DeadLetter(subscription, message, reason, detail, Instant.ofEpochMilli(timeMillis), failures);
        }
    }

    private final DeadLetterLimits limits;
    private final Map<Long, Letter<T>> failed = new LinkedHashMap<>();
    private final Map<Long, Letter<T>> overflowed = new LinkedHashMap<>();
    private final Set<Long> requested = new LinkedHashSet<>();
    private final ArrayDeque<Parcel<T>> redriven = new ArrayDeque<>();
    private long lastNumber;

    DeadLetterBox(DeadLetterLimits limits) {
        this.limits = limits;
    }

    int size() {
        return failed.size() + overflowed.size();
    }

    int redrivenSize() {
        return redriven.size();
    }

    /** Adds a letter; returns whether another one had to be evicted for it. */
    boolean add(Parcel<T> parcel, DeadLetterReason reason, String detail, long timeMillis) {
        long number = lastNumber++;
        Letter<T> letter = new Letter<>(number, parcel.message(), reason, detail, timeMillis, parcel.failures());
        boolean overflow = reason == DeadLetterReason.OVERFLOW;
        Map<Long, Letter<T>> letters = overflow ? overflowed : failed;
        letters.put(number, letter);
        return evict(letters, overflow ? limits.overflowed() : limits.failed()) > 0;
    }

    /** Evicts the oldest of those that overflowed until so many more have room; returns how many. */
    int makeRoom(long coming) {
        return evict(overflowed, Math.max(0, limits.overflowed() - coming));
    }

    private int evict(Map<Long, Letter<T>> letters, long limit) {
        int evicted = 0;
        while (letters.size() > limit) {
            Long oldest = letters.keySet().iterator().next();
            letters.remove(oldest);
            requested.remove(oldest);
            evicted++;
        }
        return evicted;
    }

    /** Returns all letters, the oldest first. */
    List<Letter<T>> list() {
        List<Letter<T>> all = new ArrayList<>(failed.values());
        all.addAll(overflowed.values());
        all.sort(Comparator.comparingLong(Letter::number));
        return all;
    }

    /** Removes those letters that are still here; returns how many. */
    int remove(Collection<Letter<T>> letters) {
        int removed = 0;
        for (Letter<T> letter : letters) {
            removed += take(letter.number()) == null ? 0 : 1;
        }
        return removed;
    }

    private @Nullable Letter<T> take(Long number) {
        requested.remove(number);
        Letter<T> letter = failed.remove(number);
        return letter != null ? letter : overflowed.remove(number);
    }

    /** Puts those letters that are still here on their way back; returns how many. */
    int redrive(Collection<Letter<T>> letters) {
        int chosen = 0;
        for (Letter<T> letter : letters) {
            Long number = letter.number();
            if (failed.containsKey(number) || overflowed.containsKey(number)) {
                requested.add(number);
                chosen++;
            }
        }
        fillQueue();
        return chosen;
    }

    private void fillQueue() {
        while (!requested.isEmpty() && redriven.size() < REDRIVE_CAPACITY) {
            Letter<T> letter = take(requested.iterator().next());
            if (letter != null) {
                redriven.add(new Parcel<>(letter.message(), 0, letter.failures()));
            }
        }
    }

    /** Returns the next letter that goes back, if there is one. */
    @Nullable Parcel<T> nextRedriven() {
        Parcel<T> next = redriven.poll();
        fillQueue();
        return next;
    }

    /** Puts messages back before all others that go back, the first of them first. */
    void giveBack(List<Parcel<T>> parcels) {
        parcels.reversed().forEach(redriven::addFirst);
    }

    /** Returns what is on its way back, in order. */
    List<Parcel<T>> redriven() {
        return List.copyOf(redriven);
    }

    /** Forgets what is on its way back; returns how many. */
    int dropRedriven() {
        int count = redriven.size();
        redriven.clear();
        requested.clear();
        return count;
    }
}
