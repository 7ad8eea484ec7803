package dev.hark.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code hark}. */
@Command(
        name = "hark",
        version = "Hark 0.1.0-SNAPSHOT",
        description = "A message broker that lives in your JVM.",
        mixinStandardHelpOptions = true,
        subcommands = DemoCommand.class)
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commands().execute(args));
    }

    static CommandLine commands() {
        CommandLine simulate = new CommandLine(new SimulateCommand()).setUnmatchedArgumentsAllowed(true);
        return new CommandLine(new Main()).addSubcommand(simulate);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which command to run.");
    }
}
