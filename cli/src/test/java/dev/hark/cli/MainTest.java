package dev.hark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line, but for what the commands do. */
class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder = Path.of("");

    private int run(String... arguments) {
        CommandLine commands = Main.commands();
        commands.setOut(new PrintWriter(out, true));
        commands.setErr(new PrintWriter(err, true));
        return commands.execute(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "--help,0",
        "demo --help,0",
        "--version,0",
        "'',2",
        "nonsense,2",
        "demo --speed slow,2",
        "demo --speed 0,2",
        "demo --speed -1,2",
        "demo --speed NaN,2",
        "demo extra,2"
    })
    void arguments_giveTheExitCode(String arguments, int exitCode) {
        assertThat(run(arguments.isEmpty() ? new String[0] : arguments.split(" ")))
                .isEqualTo(exitCode);
    }

    @Test
    void help_namesEveryCommandAndOption() {
        assertThat(run("--help") + run("demo", "--help")).isZero();

        assertThat(out.toString()).contains("demo", "simulate", "--speed", "--input", "--json", "Exit codes");
    }

    @Test
    void missingFile_isOneSentence() {
        Path missing = folder.resolve("missing");

        assertThat(run("demo", "--json", "--input", missing.toString())).isEqualTo(2);
        assertThat(err.toString()).isEqualToIgnoringNewLines("The input '" + missing + "' does not exist.");
    }

    @Test
    void folderAsInput_isOneSentence() {
        assertThat(run("demo", "--input", folder.toString())).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("The input '" + folder + "' is not a file that can be read.");
    }
}
