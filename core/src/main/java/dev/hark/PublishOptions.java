package dev.hark;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a publisher may say about one message besides its payload.
 *
 * @param key the key, or null to let the topic's key function decide
 * @param id the id, at most {@value #MAX_ID_LENGTH} characters, or null to have one derived
 * @param headers text by name
 */
public record PublishOptions(@Nullable String key, @Nullable String id, Map<String, String> headers) {
    /** The length, in characters, that a user-given id may have. */
    public static final int MAX_ID_LENGTH = 255;

    private static final PublishOptions NONE = new PublishOptions(null, null, Map.of());

    /**
     * Checks and copies the values.
     *
     * @throws IllegalArgumentException if the id is empty or too long
     */
    public PublishOptions {
        headers = Map.copyOf(headers);
        if (id != null && (id.isEmpty() || id.length() > MAX_ID_LENGTH)) {
            throw new IllegalArgumentException(
                    "id has " + id.length() + " characters; allowed are 1 to " + MAX_ID_LENGTH);
        }
    }

    /** Returns the options that say nothing. */
    public static PublishOptions none() {
        return NONE;
    }

    /** Returns options with the given key. */
    public PublishOptions withKey(String key) {
        return new PublishOptions(Objects.requireNonNull(key, "key"), id, headers);
    }

    /** Returns options with the given id. */
    public PublishOptions withId(String id) {
        return new PublishOptions(key, Objects.requireNonNull(id, "id"), headers);
    }

    /** Returns options with the given headers instead of those here. */
    public PublishOptions withHeaders(Map<String, String> headers) {
        return new PublishOptions(key, id, headers);
    }
}
