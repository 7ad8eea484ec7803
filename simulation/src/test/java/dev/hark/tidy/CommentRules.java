package dev.hark.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** What has a comment: every file, and everything public that users see. */
final class CommentRules {
    private static final Set<String> EXPORTED = Set.of("dev.hark", "dev.hark.spi", "dev.hark.testkit");
    private static final Set<Tree.Kind> INTERFACES = Set.of(Tree.Kind.INTERFACE, Tree.Kind.ANNOTATION_TYPE);

    private CommentRules() {}

    /** A head comment on each top-level type; in package-info and module-info on what they declare. */
    static final class HeadComment extends TreePathScanner<Void, Void> {
        private final Findings findings;

        HeadComment(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitCompilationUnit(CompilationUnitTree unit, Void unused) {
            switch (findings.source().fileName()) {
                case "package-info.java" -> require(unit.getPackage(), "the package");
                case "module-info.java" -> require(unit.getModule(), "the module");
                default -> {
                    for (Tree type : unit.getTypeDecls()) {
                        if (type instanceof ClassTree named) {
                            require(type, named.getSimpleName().toString());
                        }
                    }
                }
            }
            return null;
        }

        private void require(Tree tree, String name) {
            if (!findings.source().hasComment(new TreePath(getCurrentPath(), tree))) {
                findings.add(tree, name + " has no comment that says what it is");
            }
        }
    }

    /** A comment on everything public in an exported package, but for what overrides something. */
    static final class ApiComments extends TreePathScanner<Void, Void> {
        private final Findings findings;

        ApiComments(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitCompilationUnit(CompilationUnitTree unit, Void unused) {
            Source source = findings.source();
            boolean exported = source.isMain() && EXPORTED.contains(source.packageName());
            return exported ? super.visitCompilationUnit(unit, null) : null;
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            if (!isSeen(type.getModifiers())) {
                return null;
            }
            require(type, type.getSimpleName().toString());
            return super.visitClass(type, null);
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
            boolean ofRecord = method.getName().contentEquals("<init>") && owner().getKind() == Tree.Kind.RECORD;
            if (isSeen(method.getModifiers()) && !overrides && !ofRecord) {
                require(method, method.getName().toString());
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, Void unused) {
            boolean isRecordComponent = owner().getKind() == Tree.Kind.RECORD
                    && !field.getModifiers().getFlags().contains(Modifier.STATIC);
            if (isSeen(field.getModifiers()) && !isRecordComponent) {
                require(field, field.getName().toString());
            }
            return null;
        }

        private Tree owner() {
            return getCurrentPath().getParentPath().getLeaf();
        }

        private boolean isSeen(ModifiersTree modifiers) {
            Set<Modifier> flags = modifiers.getFlags();
            boolean implicit = INTERFACES.contains(owner().getKind()) && !flags.contains(Modifier.PRIVATE);
            return implicit || flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED);
        }

        private void require(Tree tree, String name) {
            if (!findings.source().hasComment(getCurrentPath())) {
                findings.add(tree, name + " is seen by users and has no comment");
            }
        }
    }
}
