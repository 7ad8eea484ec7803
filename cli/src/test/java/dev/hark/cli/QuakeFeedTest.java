package dev.hark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a feed hands on. */
class QuakeFeedTest {
    private static final String GOOD =
            "{\"id\":\"%s\",\"time\":\"2025-05-06T09:24:12Z\",\"net\":\"us\",\"type\":\"earthquake\",\"mag\":1}\n";

    @TempDir
    private Path folder = Path.of("");

    private final List<Quake> quakes = new ArrayList<>();
    private final List<String> badLines = new ArrayList<>();

    @Test
    void builtInFeed_isAMonthInOrder() throws Exception {
        QuakeFeed.builtIn().read(quakes::add, badLines::add);

        assertThat(badLines).isEmpty();
        assertThat(quakes).hasSize(9_366).isSortedAccordingTo((a, b) -> a.time().compareTo(b.time()));
        assertThat(quakes.stream().map(Quake::net).distinct()).hasSize(15);
        assertThat(quakes.stream().filter(quake -> quake.type().equals("ice quake")))
                .hasSize(16);
        assertThat(QuakeFeed.builtIn().count()).isEqualTo(9_366);
    }

    @Test
    void badLine_isReportedWithItsNumber_andSkipped() throws Exception {
        Path file = folder.resolve("feed.ndjson");
        Files.writeString(file, GOOD.formatted("a") + "\nrubbish\n" + GOOD.formatted("b"));

        QuakeFeed.of(file).read(quakes::add, badLines::add);

        assertThat(quakes).extracting(Quake::id).containsExactly("a", "b");
        assertThat(badLines).singleElement().asString().startsWith("line 3 ").endsWith("; skipped");
    }

    @Test
    void compressedFile_isReadLikeAPlainOne() throws Exception {
        Path file = folder.resolve("feed.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(GOOD.formatted("a").getBytes(StandardCharsets.UTF_8));
        }

        QuakeFeed.of(file).read(quakes::add, badLines::add);

        assertThat(quakes).extracting(Quake::id).containsExactly("a");
    }

    @Test
    void emptyFile_hasNoEvents() throws Exception {
        Path file = Files.createFile(folder.resolve("empty"));

        QuakeFeed.of(file).read(quakes::add, badLines::add);

        assertThat(quakes).isEmpty();
        assertThat(badLines).isEmpty();
    }
}
