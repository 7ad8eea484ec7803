package dev.hark.topic;

import dev.hark.DeadLetter;
import dev.hark.DeadLetters;
import java.util.List;
import java.util.function.Predicate;

/** The unroutable messages of a topic without a strategy: there can be none. */
enum NoDeadLetters implements DeadLetters {
    /** The only one. */
    INSTANCE;

    @Override
    public int count() {
        return 0;
    }

    @Override
    public List<DeadLetter> list() {
        return List.of();
    }

    @Override
    public int redrive(Predicate<? super DeadLetter> which) {
        return 0;
    }

    @Override
    public int purge(Predicate<? super DeadLetter> which) {
        return 0;
    }
}
