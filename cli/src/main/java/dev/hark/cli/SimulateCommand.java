package dev.hark.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows {@code simulate} in the list of commands; the script {@code hark} runs it itself, with the simulation's classes. */
@Command(
        name = "simulate",
        description = "Runs the whole broker under seeds, and checks every step (./hark simulate --help).")
final class SimulateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "simulate is not part of this jar: run it from Hark's sources, ./hark simulate");
    }
}
