package dev.hark.tidy;

import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/** What a rule has to say about one source, as lines that an editor can jump to. */
final class Findings {
    private final Source source;
    private final List<String> lines = new ArrayList<>();

    Findings(Source source) {
        this.source = source;
    }

    Source source() {
        return source;
    }

    List<String> lines() {
        return lines;
    }

    void add(Tree where, String message) {
        add(source.firstLine(where), message);
    }

    void add(long line, String message) {
        lines.add(source.path() + ":" + line + ": " + message);
    }
}
