package dev.hark.runtime;

import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A logger that keeps its lines, each after its level. Used by any thread. */
final class CapturingLogger implements System.Logger {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    List<String> lines() {
        return lines;
    }

    @Override
    public String getName() {
        return "captured";
    }

    @Override
    public boolean isLoggable(Level level) {
        return true;
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
        lines.add(level + " " + message);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... values) {
        lines.add(level + " " + format);
    }
}
