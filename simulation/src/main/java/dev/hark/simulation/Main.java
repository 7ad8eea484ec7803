package dev.hark.simulation;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./hark simulate}: runs the broker under seeds. */
@Command(name = "hark simulate", description = "Runs the whole broker under seeds.", mixinStandardHelpOptions = true)
public final class Main implements Runnable {
    @Option(names = "--seeds", description = "How many seeds to run.", defaultValue = "2000")
    private int seeds;

    @Option(names = "--from", description = "The first seed.", defaultValue = "1")
    private long from;

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        System.out.println("seeds " + from + " to " + (from + seeds - 1));
    }
}
