package dev.hark.runtime;

import dev.hark.BrokerEvent;
import dev.hark.BrokerListener;
import dev.hark.DeadLetter;
import dev.hark.FailedAttempt;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Supplier;

/**
 * The listener of those who bring none: it logs what happens, at most one line a second for each kind of event and
 * subscription.
 */
final class EventLog implements BrokerListener {
    private final LimitedLog log;

    EventLog(LimitedLog log) {
        this.log = log;
    }

    @Override
    public void onEvent(BrokerEvent event) {
        switch (event) {
            case BrokerEvent.Slow slow ->
                line(
                        Level.WARNING,
                        event,
                        1,
                        () -> who(event) + " is slow: its buffer is full with " + slow.waiting()
                                + " waiting; overflow is " + slow.overflow());
            case BrokerEvent.Recovered recovered ->
                line(Level.INFO, recovered, 1, () -> who(event) + " is no longer slow");
            case BrokerEvent.DeadLettered dead ->
                line(Level.WARNING, event, 1, () -> who(event) + " gave up on " + describe(dead.letter()));
            case BrokerEvent.Dropped dropped ->
                line(
                        Level.WARNING,
                        event,
                        dropped.count(),
                        () -> who(event) + " dropped " + dropped.count() + ": " + dropped.reason());
            case BrokerEvent.MemberJoined joined ->
                line(Level.DEBUG, event, 1, () -> who(event) + " was joined by '" + joined.member() + "'");
            case BrokerEvent.MemberLeft left ->
                line(
                        Level.DEBUG,
                        event,
                        1,
                        () -> who(event) + " was left by '" + left.member() + "', which gave back " + left.returned());
            case BrokerEvent.Closed closed ->
                line(
                        closed.purged() > 0 ? Level.WARNING : Level.DEBUG,
                        event,
                        1,
                        () -> who(event) + " ended (" + closed.reason() + ") and purged " + closed.purged());
        }
    }

    private void line(Level level, BrokerEvent event, long count, Supplier<String> text) {
        String kind = event.getClass().getSimpleName();
        log.line(level, new LimitedLog.Subject(kind, event.subscription()), count, text);
    }

    private static String who(BrokerEvent event) {
        return "'" + event.subscription() + "' of the topic '" + event.topic() + "'";
    }

    private static String describe(DeadLetter letter) {
        List<FailedAttempt> attempts = letter.attempts();
        Throwable cause = attempts.isEmpty() ? null : attempts.getLast().cause();
        return letter.message().id() + " (" + letter.reason() + "): " + letter.detail()
                + (cause == null ? "" : "; the last cause was " + cause);
    }
}
