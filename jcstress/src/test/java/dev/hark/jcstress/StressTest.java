package dev.hark.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every jcstress case of this module in one run of jcstress, and judges each by what was observed: a case must show
 * no forbidden outcome, one in {@code dev.hark.planted} must show its fault.
 *
 * <p>The run is a short one. {@code ./build package -Djcstress.args="-m tough"} makes it another.
 */
class StressTest {
    private static final String PLANTED = "dev.hark.planted.";
    private static final Path FOLDER = Path.of("target", "jcstress").toAbsolutePath();

    // A line of the report: dots, the verdict in brackets, the name of the case.
    private static final Pattern VERDICT =
            Pattern.compile("^\\.* ?\\[([A-Z ]+)] (dev\\.hark\\.\\S+)$", Pattern.MULTILINE);

    // The head of a line in the list of cases.
    private static final Pattern LISTED = Pattern.compile("JCTEST(\\d+)S");

    @TestFactory
    Stream<DynamicTest> case_underStress_showsNoForbiddenOutcome_unlessPlanted() throws Exception {
        List<String> names = caseNames();
        assertThat(names).isNotEmpty();
        String report = run();
        Map<String, TreeSet<String>> verdicts = new TreeMap<>();
        Matcher line = VERDICT.matcher(report);
        while (line.find()) {
            verdicts.computeIfAbsent(line.group(2), name -> new TreeSet<>()).add(line.group(1));
        }
        return names.stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    String expected = name.startsWith(PLANTED) ? "FAILED" : "OK";
                    assertThat(verdicts.getOrDefault(name, new TreeSet<>()))
                            .as(
                                    "verdicts on %s (none: it has more actors than the %d CPUs here); all of it is in %s",
                                    name, Runtime.getRuntime().availableProcessors(), FOLDER.resolve("output.txt"))
                            .contains(expected)
                            .isSubsetOf("OK", expected);
                }));
    }

    /** Runs jcstress in JVMs of its own; returns what it printed. */
    private static String run() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        Path output = FOLDER.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-v",
                "-r",
                FOLDER.resolve("report").toString()));
        command.addAll(
                List.of(System.getProperty("hark.jcstress.args", "-m quick").split(" ")));
        Process process = new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(30, TimeUnit.MINUTES))
                    .as("jcstress ended")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    /** The names of all cases, from the list that jcstress's annotation processor writes. */
    private static List<String> caseNames() {
        try (InputStream list = StressTest.class.getResourceAsStream("/META-INF/TestList")) {
            assertThat(list).as("the list of cases").isNotNull();
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(StressTest::caseName)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The name in a line such as {@code JCTEST21Sdev.hark.log.SomeStress…}: 21 is its length. */
    private static String caseName(String line) {
        Matcher head = LISTED.matcher(line);
        assertThat(head.lookingAt()).as("a listed case: %s", line).isTrue();
        return line.substring(head.end(), head.end() + Integer.parseInt(head.group(1)));
    }
}
