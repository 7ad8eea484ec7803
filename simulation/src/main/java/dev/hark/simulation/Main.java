package dev.hark.simulation;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./hark simulate}: runs the whole broker under one seed after another. Exit code 0 if every promise
 * was kept, 1 if one was broken, 2 if it cannot run.
 */
@Command(
        name = "hark simulate",
        description = "Runs the whole broker under seeds and checks it against a model.",
        mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {
    private static final Duration PROGRESS_INTERVAL = Duration.ofMillis(200);

    @Option(
            names = "--seeds",
            description = "How many seeds to run (default: ${DEFAULT-VALUE}).",
            defaultValue = "2000")
    private int seeds;

    @Option(names = "--from", description = "The first seed (default: ${DEFAULT-VALUE}).", defaultValue = "1")
    private long from;

    @Spec
    private CommandSpec spec;

    private final PrintStream out;
    private final boolean terminal;

    /** Makes a command that reports to a stream, redrawing its progress line if that is a terminal. */
    Main(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Runs the command and ends the JVM with its exit code. */
    @SuppressWarnings("SystemConsoleNull") // JDK 25 has null again where there is no terminal
    public static void main(String[] args) {
        boolean terminal = System.console() != null && System.console().isTerminal();
        System.exit(new CommandLine(new Main(System.out, terminal)).execute(args));
    }

    @Override
    public Integer call() {
        if (seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds is " + seeds + "; at least 1 is needed");
        }
        long began = System.nanoTime();
        long shown = began;
        long published = 0;
        long steps = 0;
        for (int i = 0; i < seeds; i++) {
            try {
                Outcome outcome = Simulate.run(from + i);
                published += outcome.published();
                steps += outcome.steps();
            } catch (SimulationFailedException e) {
                clearProgress();
                out.println(e.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
            } catch (IllegalStateException e) {
                out.println(e.getMessage());
                return CommandLine.ExitCode.USAGE;
            }
            if (terminal && System.nanoTime() - shown > PROGRESS_INTERVAL.toNanos()) {
                shown = System.nanoTime();
                out.print("\r" + (i + 1) + " of " + seeds + " seeds");
                out.flush();
            }
        }
        clearProgress();
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        out.printf(
                "%,d seeds from %d on: every promise kept (%,d messages, %,d scheduling choices, %.1f s)%n",
                seeds, from, published, steps, millis / 1e3);
        return CommandLine.ExitCode.OK;
    }

    private void clearProgress() {
        if (terminal) {
            out.print("\r\033[K");
        }
    }
}
