package dev.hark.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.TreePathScanner;
import java.util.List;
import java.util.regex.Pattern;

/** Words that are not used: names that say nothing, and marks of unfinished work. */
final class WordRules {
    private static final Pattern NAMES = Pattern.compile(".*(Impl|Manager|Helper|Utils?)|Base\\p{Lu}.*");

    // Put together here, or this file would not keep to its own rule.
    private static final Pattern MARKS = Pattern.compile("\\b(FIX" + "ME|TO" + "DO|X" + "XX)\\b");

    private WordRules() {}

    static final class TypeNames extends TreePathScanner<Void, Void> {
        private final Findings findings;

        TypeNames(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            String name = type.getSimpleName().toString();
            if (NAMES.matcher(name).matches()) {
                findings.add(type, name + " says nothing: no Impl, Manager, Helper, Util or Base in a type's name");
            }
            return super.visitClass(type, null);
        }
    }

    static final class Leftovers extends TreePathScanner<Void, Void> {
        private final Findings findings;

        Leftovers(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitCompilationUnit(CompilationUnitTree unit, Void unused) {
            List<String> lines = findings.source().text().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                if (MARKS.matcher(lines.get(i)).find()) {
                    findings.add(i + 1, "left over: " + lines.get(i).strip());
                }
            }
            return null;
        }
    }
}
