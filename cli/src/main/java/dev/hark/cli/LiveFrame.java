package dev.hark.cli;

import dev.hark.SubscriptionStats;
import dev.hark.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One picture of the live view, as lines that fit a width. What does not fit is left out: first the bar becomes shorter,
 * then columns go, from the right.
 *
 * @param width the width in columns
 * @param colour whether to use colours
 */
record LiveFrame(int width, boolean colour) {
    private static final int MIN_BAR = 10;
    private static final int MAX_BAR = 40;
    private static final int BAR_ROOM = 42;
    private static final int NAME_WIDTH = 8;
    private static final int CELL_WIDTH = 10;

    private static final String BOLD = "\u001b[1m";
    private static final String DIM = "\u001b[2m";
    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String RESET = "\u001b[0m";

    private static final List<String> HEADINGS = List.of("lag", "acked", "retried", "dead", "dropped", "state");

    List<String> lines(DemoSnapshot snapshot) {
        List<String> lines = new ArrayList<>();
        lines.add(bar(snapshot));
        lines.add(styled(DIM, fit(name("") + cells(HEADINGS))));
        snapshot.subscriptions().forEach((name, stats) -> lines.add(row(name, stats)));
        Quake alert = snapshot.lastAlert();
        lines.add(styled(YELLOW, fit("last alert: " + (alert == null ? "none yet" : DemoView.line(alert)))));
        return lines;
    }

    private String bar(DemoSnapshot snapshot) {
        int bar = Math.clamp((long) width - BAR_ROOM, MIN_BAR, MAX_BAR);
        int full = snapshot.percent() * bar / 100;
        String text = String.format(
                "[%s%s] %3d %% %,d of %,d, %,.0f/s  %s",
                "#".repeat(full),
                "-".repeat(bar - full),
                snapshot.percent(),
                snapshot.published(),
                snapshot.total(),
                snapshot.rate(),
                snapshot.step());
        return styled(BOLD, fit(text));
    }

    private String row(String name, SubscriptionStats stats) {
        Tally tally = stats.tally();
        String row = fit(name(name)
                + cells(List.of(
                        number(tally.pending()),
                        number(tally.acked()),
                        number(stats.redelivered()),
                        number(tally.deadLettered()),
                        number(tally.dropped()),
                        stats.state().name().toLowerCase(Locale.ROOT).replace('_', ' '))));
        return tally.deadLettered() > 0 || tally.dropped() > 0 ? styled(RED, row) : row;
    }

    private static String name(String name) {
        return String.format("%-" + NAME_WIDTH + "s", name);
    }

    private String cells(List<String> cells) {
        StringBuilder row = new StringBuilder();
        for (String cell : cells) {
            String padded = " " + String.format("%" + (CELL_WIDTH - 1) + "s", cell);
            if (NAME_WIDTH + row.length() + padded.length() > width) {
                break;
            }
            row.append(padded);
        }
        return row.toString();
    }

    private static String number(long value) {
        return String.format("%,d", value);
    }

    private String fit(String line) {
        return line.length() <= width ? line : line.substring(0, width);
    }

    private String styled(String style, String line) {
        return colour ? style + line + RESET : line;
    }
}
