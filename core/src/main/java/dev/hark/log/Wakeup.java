package dev.hark.log;

import dev.hark.runtime.Environment;
import dev.hark.runtime.Interleaving;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the readers of a stack taken from a partition.
 *
 * <p>A few are handed to the executor by the publisher itself. Many are woken off its thread: a task takes a share and
 * hands the rest on to another task before it wakes its own, so that all threads join in. It hands over all readers of
 * its share but the last, which it runs itself: no reader waits for another one's handler.
 *
 * @param environment what runs the readers
 * @param head the first of the readers, linked by their {@code next}
 * @param <T> the type of the payloads
 */
record Wakeup<T>(Environment environment, Cursor<T> head) implements Runnable {
    /** How many readers a publisher wakes by itself. */
    private static final int FEW = 4;

    /** How many readers a task wakes. */
    private static final int SHARE = 64;

    static <T> void start(Environment environment, Cursor<T> head) {
        Cursor<T> rest = head;
        for (int i = 0; i < FEW && rest != null; i++) {
            Cursor<T> cursor = rest;
            rest = unlink(cursor);
            if (cursor.reader().claimParked()) {
                environment.execute(cursor.reader().runner());
            }
        }
        if (rest != null) {
            environment.execute(new Wakeup<>(environment, rest));
        }
    }

    /** Takes a cursor off the stack. From here on its reader may link it again, so its link is read before. */
    static <T> @Nullable Cursor<T> unlink(Cursor<T> cursor) {
        Cursor<T> next = cursor.next();
        cursor.setNext(null);
        Interleaving.point();
        cursor.unlink();
        Interleaving.point();
        return next;
    }

    @Override
    public void run() {
        Reader<T>[] share = share();
        Runnable own = null;
        for (Reader<T> reader : share) {
            if (reader != null && reader.claimParked()) {
                if (own != null) {
                    environment.execute(own);
                }
                own = reader.runner();
            }
        }
        if (own != null) {
            own.run();
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private Reader<T>[] share() {
        Reader<T>[] share = new Reader[SHARE];
        Cursor<T> rest = head;
        for (int i = 0; i < SHARE && rest != null; i++) {
            share[i] = rest.reader();
            rest = unlink(rest);
        }
        if (rest != null) {
            environment.execute(new Wakeup<>(environment, rest));
        }
        return share;
    }
}
