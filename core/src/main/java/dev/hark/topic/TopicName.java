package dev.hark.topic;

import dev.hark.Broker;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the name of a topic: levels separated by dots, none of them empty; bounded in bytes and levels; without
 * control characters and halves of surrogate pairs. A level may contain {@code *} and {@code #} but not be just one of
 * them, as these are the wildcards of patterns.
 */
final class TopicName {
    /** How much of a name that is not valid is shown. */
    private static final int MAX_SHOWN = 100;

    private TopicName() {}

    /**
     * Returns the name if it is valid.
     *
     * @throws IllegalArgumentException if not; the message says what is wrong with it and what is allowed
     */
    static String check(String name) {
        String fault = fault(name);
        if (fault != null) {
            throw new IllegalArgumentException("the topic's name '" + shown(name) + "' " + fault
                    + "; allowed are levels separated by dots, none of them empty or just '*' or '#', at most "
                    + Broker.MAX_TOPIC_BYTES + " bytes of UTF-8 and " + Broker.MAX_TOPIC_LEVELS
                    + " levels, without control characters");
        }
        return name;
    }

    private static @Nullable String fault(String name) {
        if (name.isEmpty()) {
            return "is empty";
        }
        String fault = characterFault(name);
        if (fault != null) {
            return fault;
        }
        int sizeBytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (sizeBytes > Broker.MAX_TOPIC_BYTES) {
            return "has " + sizeBytes + " bytes";
        }
        String[] levels = name.split("\\.", -1);
        if (levels.length > Broker.MAX_TOPIC_LEVELS) {
            return "has " + levels.length + " levels";
        }
        for (String level : levels) {
            switch (level) {
                case "" -> {
                    return "has an empty level";
                }
                case "*", "#" -> {
                    return "has the wildcard '" + level + "' as a level";
                }
                default -> {}
            }
        }
        return null;
    }

    private static @Nullable String characterFault(String name) {
        int c;
        for (int i = 0; i < name.length(); i += Character.charCount(c)) {
            c = name.codePointAt(i);
            if (Character.isISOControl(c)) {
                return "has the control character " + escaped(c);
            }
            if (Character.getType(c) == Character.SURROGATE) {
                return "has " + escaped(c) + ", half of a surrogate pair";
            }
        }
        return null;
    }

    private static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints().limit(MAX_SHOWN).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
                shown.append(escaped(c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return name.codePointCount(0, name.length()) > MAX_SHOWN ? shown + "…" : shown.toString();
    }

    private static String escaped(int c) {
        return String.format("\\u%04x", c);
    }
}
