package dev.hark.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A row of a table in a Markdown document of this repository, so that a test can hold the document to the code.
 *
 * @param id the first cell
 * @param cells the others, without the marks around code
 */
public record DocumentTable(String id, List<String> cells) {
    private static final Path ROOT = Path.of(System.getProperty("hark.root", ".."));

    /** Returns the document's rows whose first cell is the letter and a number, in their order. */
    public static List<DocumentTable> rows(String document, char letter) {
        return lines(document)
                .filter(line -> line.matches("\\| " + letter + "\\d+ \\|.*"))
                .map(DocumentTable::parse)
                .toList();
    }

    /** Returns the lines of the document. */
    public static Stream<String> lines(String document) {
        try {
            return Files.readAllLines(ROOT.resolve(document)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DocumentTable parse(String line) {
        List<String> cells = Stream.of(line.substring(1).split("\\|"))
                .map(cell -> cell.replace("`", "").strip())
                .toList();
        return new DocumentTable(cells.getFirst(), cells.subList(1, cells.size()));
    }

    /** Returns a cell, counted from 0 after the id. */
    public String cell(int index) {
        return cells.get(index);
    }
}
