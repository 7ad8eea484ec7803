package dev.hark.delivery;

import dev.hark.DeadLetter;
import dev.hark.DeadLetters;
import dev.hark.delivery.DeadLetterBox.Letter;
import dev.hark.log.Effects;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The dead letters of a ledger as its user sees them. Predicates run without a lock, on a snapshot; letters that are
 * gone by then are passed over.
 *
 * @param ledger the ledger
 * @param <T> the type of the payloads
 */
public record LedgerDeadLetters<T>(Ledger<T> ledger) implements DeadLetters {
    @Override
    public int count() {
        return inBox(DeadLetterBox::size);
    }

    @Override
    public List<DeadLetter> list() {
        return letters().stream()
                .map(letter -> letter.toDeadLetter(ledger.id()))
                .toList();
    }

    private List<Letter<T>> letters() {
        Effects effects = new Effects();
        ledger.lock().lock();
        try {
            ledger.account(effects);
            DeadLetterBox<T> box = ledger.box();
            return box == null ? List.of() : box.list();
        } finally {
            ledger.lock().unlock();
            effects.run();
        }
    }

    private List<Letter<T>> letters(Predicate<? super DeadLetter> which) {
        return letters().stream()
                .filter(letter -> which.test(letter.toDeadLetter(ledger.id())))
                .toList();
    }

    private int inBox(ToIntFunction<DeadLetterBox<T>> action) {
        Effects effects = new Effects();
        ledger.lock().lock();
        try {
            ledger.account(effects);
            DeadLetterBox<T> box = ledger.box();
            return box == null ? 0 : action.applyAsInt(box);
        } finally {
            ledger.lock().unlock();
            effects.run();
        }
    }

    @Override
    public int redrive(Predicate<? super DeadLetter> which) {
        List<Letter<T>> chosen = letters(which);
        int count = inBox(box -> {
            if (ledger.endReason() != null) {
                throw new IllegalStateException("'" + ledger.id() + "' has ended (" + ledger.endReason()
                        + "), so nothing can be redriven to it");
            }
            int redriven = box.redrive(chosen);
            ledger.updateHint();
            return redriven;
        });
        ledger.worker().wake();
        return count;
    }

    @Override
    public int purge(Predicate<? super DeadLetter> which) {
        List<Letter<T>> chosen = letters(which);
        return inBox(box -> {
            int removed = box.remove(chosen);
            ledger.countPurged(removed);
            return removed;
        });
    }
}
