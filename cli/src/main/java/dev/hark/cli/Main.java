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
        CommandLine commands = new CommandLine(new Main());
        ScriptCommand.add(commands, "simulate", "Runs the whole broker under seeds, and checks every step");
        ScriptCommand.add(commands, "bench", "Measures Hark and its peers side by side");
        ScriptCommand.add(commands, "jmh", "Measures the inner pieces with JMH");
        return commands;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which command to run.");
    }
}
