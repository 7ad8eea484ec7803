package dev.hark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.BrokerDefaults;
import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.Retry;
import dev.hark.SubscriptionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** README.md says what is compiled and run, and the defaults that the code has. */
class ReadmeTest {
    private static final Path ROOT = Path.of(System.getProperty("hark.root", ".."));
    private static final Path README = ROOT.resolve("README.md");
    private static final Path EXAMPLES =
            ROOT.resolve("testkit/src/test/java/dev/hark/examples/ReadmeExamplesTest.java");

    @Test
    void examples_inTheReadme_areThoseThatAreRun() throws IOException {
        List<String> run = examples(Files.readAllLines(EXAMPLES));

        assertThat(codeBlocks(Files.readAllLines(README))).hasSize(5).isEqualTo(run);
    }

    private static List<String> codeBlocks(List<String> lines) {
        return sections(lines, "```java", "```");
    }

    private static List<String> examples(List<String> lines) {
        List<String> shown = new ArrayList<>();
        boolean hidden = false;
        for (String line : lines) {
            hidden = line.strip().equals("// hide") || (hidden && !line.strip().equals("// show"));
            if (!hidden && !line.strip().equals("// show")) {
                shown.add(line);
            }
        }
        return sections(shown, "// readme", "// end");
    }

    /** The texts between lines that are these marks, without common indentation. */
    private static List<String> sections(List<String> lines, String begin, String end) {
        List<String> sections = new ArrayList<>();
        StringBuilder section = new StringBuilder();
        boolean inside = false;
        for (String line : lines) {
            String stripped = line.strip();
            if (!inside && stripped.equals(begin)) {
                inside = true;
            } else if (inside && stripped.equals(end)) {
                inside = false;
                sections.add(section.toString().stripTrailing().stripIndent());
                section.setLength(0);
            } else if (inside) {
                section.append(line).append('\n');
            }
        }
        return sections;
    }

    @Test
    void defaults_inTheReadme_areThoseOfTheCode() throws IOException {
        BrokerDefaults defaults = BrokerDefaults.standard();
        Retry retry = defaults.retry();
        Buffer buffer = defaults.buffer();
        DeadLetterLimits letters = defaults.deadLetters();
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("attempts, the first one included", number(retry.maxAttempts()));
        expected.put("delay before the second attempt; it doubles", millis(retry.firstDelay()));
        expected.put("longest delay between two attempts", millis(retry.maxDelay()));
        expected.put("waiting messages of a subscription or group", number(buffer.capacity()));
        expected.put("when that many wait", buffer.overflow().getClass().getSimpleName());
        expected.put("dead letters kept: failed, rejected, unroutable", number(letters.failed()));
        expected.put("dead letters kept: overflowed", number(letters.overflowed()));
        expected.put("publishes that may wait for room in a topic", number(defaults.maxWaitingPublishers()));
        expected.put("`close()` lets handlers drain for", millis(defaults.closeDeadline()));
        expected.put("order", SubscriptionOptions.defaults().ordering().name());

        assertThat(defaultsTable()).isEqualTo(expected);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String millis(Duration duration) {
        return number(duration.toMillis()) + " ms";
    }

    private static Map<String, String> defaultsTable() throws IOException {
        Map<String, String> table = new LinkedHashMap<>();
        boolean inside = false;
        for (String line : Files.readAllLines(README)) {
            if (line.startsWith("| what | default |")) {
                inside = true;
            } else if (!line.startsWith("|")) {
                inside = false;
            } else if (inside && !line.startsWith("|---")) {
                List<String> cells = Pattern.compile("\\|")
                        .splitAsStream(line)
                        .map(String::strip)
                        .toList();
                table.put(cells.get(1), cells.get(2));
            }
        }
        return table;
    }
}
