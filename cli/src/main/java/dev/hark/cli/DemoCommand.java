package dev.hark.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code hark demo}. */
@Command(
        name = "demo",
        description =
                "Publishes a month of real earthquakes to five subscriptions: one shows alerts, a group counts, one"
                        + " fails now and then, one cannot handle ice quakes until it is fixed, and one is far too slow.",
        mixinStandardHelpOptions = true,
        version = "Hark 0.1.0-SNAPSHOT",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every figure is right",
            "1:a sum does not hold, or a figure is not as expected",
            "2:the command line or the input file is not usable",
            "130:interrupted"
        })
final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--speed",
            paramLabel = "max|FACTOR",
            defaultValue = "max",
            converter = Pace.Converter.class,
            description = "As fast as can be, or so many times faster than real time (default: ${DEFAULT-VALUE}).")
    private Pace speed = new Pace(0);

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Newline-delimited JSON like the built-in feed, plain or compressed by gzip.")
    private @Nullable Path input;

    @Option(names = "--json", description = "Print only the final figures, as one line of JSON.")
    private boolean json;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintStream out = System.out;
        Path file = input;
        if (file != null && !(Files.isRegularFile(file) && Files.isReadable(file))) {
            return refuse("The input '" + file + "' "
                    + (Files.exists(file) ? "is not a file that can be read." : "does not exist."));
        }
        QuakeFeed feed = file == null ? QuakeFeed.builtIn() : QuakeFeed.of(file);
        DemoView view = view(out);
        Thread restore = new Thread(view::close, "hark-restore");
        Runtime.getRuntime().addShutdownHook(restore);
        Demo demo = new Demo(feed, speed, view);
        DemoFigures figures;
        try {
            figures = demo.run();
            demo.showEnd();
        } catch (IOException e) {
            return refuse("The input could not be read: " + e.getMessage());
        } finally {
            Runtime.getRuntime().removeShutdownHook(restore);
            view.close();
        }
        show(out, demo, figures);
        List<String> faults = figures.faults(feed.isBuiltIn());
        faults.forEach(fault -> System.err.println("Wrong: " + fault));
        return faults.isEmpty() ? 0 : 1;
    }

    private int refuse(String sentence) {
        Objects.requireNonNull(spec).commandLine().getErr().println(sentence);
        return CommandLine.ExitCode.USAGE;
    }

    private DemoView view(PrintStream out) throws IOException {
        if (json) {
            return new SilentView(System.err);
        }
        boolean colour =
                System.getenv("NO_COLOR") == null || System.getenv("NO_COLOR").isEmpty();
        LiveView live = LiveView.open(colour);
        return live == null ? new PlainView(out, System.err) : live;
    }

    private void show(PrintStream out, Demo demo, DemoFigures figures) {
        if (json) {
            out.println(figures.toJson());
        } else {
            out.println();
            figures.toTable().forEach(out::println);
            out.println();
            CountTable.lines("networks", demo.byNetwork()).forEach(out::println);
            CountTable.lines("types   ", demo.byType()).forEach(out::println);
        }
    }
}
