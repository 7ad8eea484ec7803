package dev.hark.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows a command in the list that the script {@code hark} runs itself, with classes that are not part of this jar. */
@Command
final class ScriptCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Adds the command to others. */
    static void add(CommandLine commands, String name, String description) {
        CommandLine command = new CommandLine(new ScriptCommand()).setUnmatchedArgumentsAllowed(true);
        command.getCommandSpec().usageMessage().description(description + " (./hark " + name + " --help).");
        commands.addSubcommand(name, command);
    }

    @Override
    public void run() {
        String name = spec.name();
        throw new ParameterException(
                spec.commandLine(), name + " is not part of this jar: run it from Hark's sources, ./hark " + name);
    }
}
