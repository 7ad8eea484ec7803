package dev.hark.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One Java file as the compiler's own parser sees it.
 *
 * @param path where it lies below the root, with slashes: {@code core/src/main/java/dev/hark/Topic.java}
 */
record Source(String path, String text, CompilationUnitTree unit, DocTrees trees) {

    /** Parses a file; fails on what is not Java. */
    static Source parse(String path, String text) {
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problems, List.of("-proc:none"), null, List.of(file));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            if (!problems.getDiagnostics().isEmpty()) {
                throw new IllegalArgumentException(problems.getDiagnostics().toString());
            }
            return new Source(path, text, unit, DocTrees.instance(task));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder, and so the Maven module, that the file belongs to. */
    String module() {
        return path.substring(0, path.indexOf('/'));
    }

    /** Is it code that a module ships, and not tests? */
    boolean isMain() {
        return path.contains("/src/main/");
    }

    String packageName() {
        return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }

    String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    boolean hasComment(TreePath element) {
        return trees.getDocComment(element) != null;
    }

    long firstLine(Tree tree) {
        return lineAt(trees.getSourcePositions().getStartPosition(unit, tree));
    }

    long lastLine(Tree tree) {
        return lineAt(trees.getSourcePositions().getEndPosition(unit, tree));
    }

    private long lineAt(long position) {
        return unit.getLineMap().getLineNumber(Math.max(position, 0));
    }
}
