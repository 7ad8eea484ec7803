package dev.hark.cli;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A feed of events, one a line: the one that comes with the command, or a file, which may be compressed by gzip. Lines
 * that are no events are reported and passed over; empty ones are just passed over.
 */
final class QuakeFeed {
    private static final String BUILT_IN = "quakes.ndjson.gz";
    private static final int GZIP_MAGIC_FIRST = 0x1f;
    private static final int GZIP_MAGIC_SECOND = 0x8b;

    private final @Nullable Path file;

    private QuakeFeed(@Nullable Path file) {
        this.file = file;
    }

    static QuakeFeed builtIn() {
        return new QuakeFeed(null);
    }

    static QuakeFeed of(Path file) {
        return new QuakeFeed(file);
    }

    boolean isBuiltIn() {
        return file == null;
    }

    /** Counts the lines that are not empty. */
    long count() throws IOException {
        try (BufferedReader lines = open()) {
            return lines.lines().filter(line -> !line.isBlank()).count();
        }
    }

    /**
     * Hands on every event, in the order of the lines.
     *
     * @param badLine gets a sentence about each line that is no event
     */
    void read(Consumer<Quake> events, Consumer<String> badLine) throws IOException {
        try (BufferedReader lines = open()) {
            long number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    try {
                        events.accept(QuakeParser.parse(line));
                    } catch (QuakeParser.BadLineException e) {
                        badLine.accept("line " + number + " " + e.getMessage() + "; skipped");
                    }
                }
            }
        }
    }

    private BufferedReader open() throws IOException {
        InputStream in = file == null
                ? Objects.requireNonNull(QuakeFeed.class.getResourceAsStream(BUILT_IN), BUILT_IN)
                : Files.newInputStream(file);
        return new BufferedReader(new InputStreamReader(unpacked(new BufferedInputStream(in)), StandardCharsets.UTF_8));
    }

    private static InputStream unpacked(BufferedInputStream in) throws IOException {
        in.mark(2);
        boolean packed = in.read() == GZIP_MAGIC_FIRST && in.read() == GZIP_MAGIC_SECOND;
        in.reset();
        return packed ? new GZIPInputStream(in) : in;
    }
}
