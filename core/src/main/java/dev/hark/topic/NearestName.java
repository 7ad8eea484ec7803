package dev.hark.topic;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** x */
final class NearestName {
    private NearestName() {}

    static @Nullable String of(String n, Collection<String> names) {
        return null;
    }
}
