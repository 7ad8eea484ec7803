package dev.hark.tidy;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;

/** What would hold up a thread: monitors in the broker, sleeping anywhere but in the command line. */
final class ThreadRules {
    private ThreadRules() {}

    static final class NoSynchronized extends TreePathScanner<Void, Void> {
        private final Findings findings;

        NoSynchronized(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitSynchronized(SynchronizedTree block, Void unused) {
            report(block);
            return super.visitSynchronized(block, null);
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            if (method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED)) {
                report(method);
            }
            return super.visitMethod(method, null);
        }

        private void report(Tree where) {
            if (findings.source().isMain() && findings.source().module().equals("core")) {
                findings.add(where, "synchronized pins virtual threads on JDK 21 to 23: use a lock");
            }
        }
    }

    static final class NoSleep extends TreePathScanner<Void, Void> {
        private final Findings findings;

        NoSleep(Findings findings) {
            this.findings = findings;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            switch (call.getMethodSelect()) {
                case MemberSelectTree select -> report(call, select.getIdentifier());
                case IdentifierTree imported -> report(call, imported.getName());
                default -> {}
            }
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree reference, Void unused) {
            report(reference, reference.getName());
            return super.visitMemberReference(reference, null);
        }

        private void report(Tree where, Name method) {
            boolean mayWait =
                    findings.source().isMain() && findings.source().module().equals("cli");
            if (method.contentEquals("sleep") && !mayWait) {
                findings.add(where, "sleeps: use virtual time, a latch or Awaitility");
            }
        }
    }
}
