package dev.hark.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.jr.ob.JSON;

/** Reads one line of the feed. */
final class QuakeParser {
    private QuakeParser() {}

    /** A line that is not an event of the feed; the message says why. */
    static final class BadLineException extends Exception {
        private static final long serialVersionUID = 1L;

        BadLineException(String message) {
            super(message);
        }
    }

    /**
     * Returns the event that a line describes.
     *
     * @throws BadLineException if the line is no JSON object or lacks a field
     */
    static Quake parse(String line) throws BadLineException {
        Map<String, Object> fields;
        try {
            fields = JSON.std.mapFrom(line);
        } catch (JacksonException e) {
            throw new BadLineException("is not a JSON object: " + e.getOriginalMessage());
        }
        if (fields == null) {
            throw new BadLineException("is not a JSON object");
        }
        return new Quake(
                text(fields, "id"),
                time(text(fields, "time")),
                text(fields, "net"),
                text(fields, "type"),
                magnitude(fields.get("mag")),
                fields.get("place") instanceof String place ? place : "");
    }

    private static String text(Map<String, Object> fields, String name) throws BadLineException {
        if (fields.get(name) instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw new BadLineException("has no text '" + name + "'");
    }

    private static Instant time(String text) throws BadLineException {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new BadLineException("has the time '" + text + "', which is not like 2025-05-06T09:24:12.256Z");
        }
    }

    private static double magnitude(@Nullable Object value) throws BadLineException {
        if (value == null) {
            return Double.NaN;
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new BadLineException("has a 'mag' that is no number");
    }
}
