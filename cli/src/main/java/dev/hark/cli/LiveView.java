package dev.hark.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Shows the demo on a terminal, redrawn in place: the cursor goes back to the first line of the picture before that,
 * and is hidden until the end.
 */
final class LiveView implements DemoView {
    private static final int DEFAULT_WIDTH = 80;
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String CLEAR_BELOW = "\u001b[0J";
    private static final String CLEAR_LINE_END = "\u001b[K";

    private final Terminal terminal;
    private final boolean colour;
    private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
    private int drawnLines;

    private LiveView(Terminal terminal, boolean colour) {
        this.terminal = terminal;
        this.colour = colour;
        terminal.writer().print(HIDE_CURSOR);
        terminal.flush();
    }

    /** Returns a view on the terminal, or null if there is none that can be redrawn. */
    static @Nullable LiveView open(boolean colour) throws IOException {
        Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(true)
                .nativeSignals(false)
                .build();
        if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            terminal.close();
            return null;
        }
        return new LiveView(terminal, colour);
    }

    @Override
    public void alert(Quake quake) {
        // the picture has the last one
    }

    @Override
    public void warn(String sentence) {
        warnings.add(sentence);
    }

    @Override
    public void update(DemoSnapshot snapshot) {
        int columns = terminal.getSize().getColumns();
        int width = columns > 1 ? columns - 1 : DEFAULT_WIDTH;
        List<String> lines = new ArrayList<>();
        for (String warning = warnings.poll(); warning != null; warning = warnings.poll()) {
            lines.add(warning);
        }
        int above = lines.size();
        lines.addAll(new LiveFrame(width, colour).lines(snapshot));
        StringBuilder picture = new StringBuilder();
        if (drawnLines > 0) {
            picture.append("\u001b[").append(drawnLines).append('A');
        }
        lines.forEach(
                line -> picture.append('\r').append(line).append(CLEAR_LINE_END).append('\n'));
        terminal.writer().print(picture.append(CLEAR_BELOW));
        terminal.flush();
        drawnLines = lines.size() - above;
    }

    /** Shows the cursor by way of standard output: on Ctrl-C the terminal may have been closed already. */
    @Override
    public void close() {
        System.out.print(SHOW_CURSOR);
        System.out.flush();
        try {
            terminal.close();
        } catch (IOException e) {
            warnings.add("the terminal could not be closed: " + e.getMessage());
        }
    }
}
