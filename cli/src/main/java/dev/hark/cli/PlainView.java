package dev.hark.cli;

import java.io.PrintStream;

/** Shows the demo as lines, for a file, a pipe or a terminal that can do no more: each alert, and each tenth of the way. */
final class PlainView implements DemoView {
    private static final int PERCENT_PER_LINE = 10;

    private final PrintStream out;
    private final PrintStream err;
    private int shownPercent = -PERCENT_PER_LINE;
    private String shownStep = "";

    PlainView(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void alert(Quake quake) {
        out.println(DemoView.line(quake));
    }

    @Override
    public void warn(String sentence) {
        err.println(sentence);
    }

    @Override
    public void update(DemoSnapshot snapshot) {
        boolean further = snapshot.percent() >= shownPercent + PERCENT_PER_LINE;
        if (further || !snapshot.step().equals(shownStep)) {
            shownPercent = snapshot.percent() / PERCENT_PER_LINE * PERCENT_PER_LINE;
            shownStep = snapshot.step();
            out.println(String.format(
                    "[%3d %%] %s: %,d of %,d events published, %,.0f a second",
                    snapshot.percent(), snapshot.step(), snapshot.published(), snapshot.total(), snapshot.rate()));
        }
    }

    @Override
    public void close() {
        out.flush();
    }
}
