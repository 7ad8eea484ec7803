package dev.hark.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;

/** How long files and methods are, and how many parameters a method takes. */
final class SizeRules {
    private static final int FILE_LINES = 600;
    private static final int METHOD_LINES = 70;
    private static final int PARAMETERS = 6;

    private SizeRules() {}

    static final class FileLength extends TreePathScanner<Void, Void> {
        private final Findings findings;

        FileLength(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitCompilationUnit(CompilationUnitTree unit, Void unused) {
            long lines = findings.source().text().lines().count();
            if (lines > FILE_LINES) {
                findings.add(FILE_LINES, "a file of " + lines + " lines, at most " + FILE_LINES + " are allowed");
            }
            return null;
        }
    }

    static final class MethodLength extends TreePathScanner<Void, Void> {
        private final Findings findings;

        MethodLength(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            Source source = findings.source();
            long lines = source.lastLine(method) - source.firstLine(method) + 1;
            if (lines > METHOD_LINES) {
                findings.add(
                        method,
                        method.getName() + " has " + lines + " lines, at most " + METHOD_LINES + " are allowed");
            }
            return super.visitMethod(method, null);
        }
    }

    /** A record's components, and the constructor that takes them, may be more: they are values, each with its name. */
    static final class Parameters extends TreePathScanner<Void, Void> {
        private final Findings findings;

        Parameters(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            int parameters = method.getParameters().size();
            boolean ofRecord = method.getName().contentEquals("<init>")
                    && getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
            if (parameters > PARAMETERS && !ofRecord) {
                findings.add(
                        method,
                        method.getName() + " takes " + parameters + " parameters, at most " + PARAMETERS
                                + " are allowed");
            }
            return super.visitMethod(method, null);
        }
    }
}
