package dev.hark.tidy;

import static dev.hark.tidy.Rule.API_COMMENTS;
import static dev.hark.tidy.Rule.FILE_LENGTH;
import static dev.hark.tidy.Rule.HEAD_COMMENT;
import static dev.hark.tidy.Rule.LEFTOVERS;
import static dev.hark.tidy.Rule.METHOD_LENGTH;
import static dev.hark.tidy.Rule.NO_SLEEP;
import static dev.hark.tidy.Rule.NO_SYNCHRONIZED;
import static dev.hark.tidy.Rule.PARAMETERS;
import static dev.hark.tidy.Rule.TYPE_NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule finds what it is there for, and leaves alone what lies just within it. */
class RuleTest {
    private static final String CORE = "core/src/main/java/dev/hark/A.java";
    private static final String CORE_TEST = "core/src/test/java/dev/hark/ATest.java";
    private static final String CLI = "cli/src/main/java/dev/hark/cli/A.java";

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments(FILE_LENGTH, CORE, "class A {}" + "\n".repeat(600) + "// 601"),
                arguments(METHOD_LENGTH, CORE, "class A { void m() {" + "\n".repeat(70) + "} }"),
                arguments(
                        METHOD_LENGTH,
                        CORE,
                        "class A { Object o = new Object() { void m() {" + "\n".repeat(70) + "} }; }"),
                arguments(PARAMETERS, CORE, "class A { void m(int a, int b, int c, int d, int e, int f, int g) {} }"),
                arguments(PARAMETERS, CORE, "class A { A(int a, int b, int c, int d, int e, int f, int g) {} }"),
                arguments(TYPE_NAMES, CORE, "class TopicImpl {}"),
                arguments(TYPE_NAMES, CORE, "interface TopicManager {}"),
                arguments(TYPE_NAMES, CORE, "record TopicHelper() {}"),
                arguments(TYPE_NAMES, CORE, "enum TopicUtil {}"),
                arguments(TYPE_NAMES, CORE, "class A { class TopicUtils {} }"),
                arguments(TYPE_NAMES, CORE, "class BaseTopic {}"),
                arguments(LEFTOVERS, CORE, "class A {} // TO" + "DO later"),
                arguments(LEFTOVERS, CORE, "/** FIX" + "ME */ class A {}"),
                arguments(LEFTOVERS, CORE, "class A { /* X" + "XX */ }"),
                arguments(HEAD_COMMENT, CORE, "/* not Javadoc */ class A {}"),
                arguments(HEAD_COMMENT, CORE, "/** First. */ class A {} class B {}"),
                arguments(HEAD_COMMENT, "core/src/main/java/dev/hark/package-info.java", "package dev.hark;"),
                arguments(HEAD_COMMENT, "core/src/main/java/module-info.java", "module dev.hark.core {}"),
                arguments(API_COMMENTS, CORE, "package dev.hark; public class A {}"),
                arguments(API_COMMENTS, CORE, "package dev.hark; /** A. */ public class A { public void m() {} }"),
                arguments(API_COMMENTS, CORE, "package dev.hark; /** A. */ public class A { protected int f; }"),
                arguments(API_COMMENTS, CORE, "package dev.hark; /** A. */ public class A { public A() {} }"),
                arguments(API_COMMENTS, CORE, "package dev.hark; /** A. */ public interface A { void m(); }"),
                arguments(API_COMMENTS, CORE, "package dev.hark; /** A. */ public enum A { ONE }"),
                arguments(NO_SYNCHRONIZED, CORE, "class A { synchronized void m() {} }"),
                arguments(NO_SYNCHRONIZED, CORE, "class A { void m() { synchronized (this) {} } }"),
                arguments(NO_SLEEP, CORE_TEST, "class A { void m() { Thread.sleep(1); } }"),
                arguments(NO_SLEEP, CORE_TEST, "class A { void m() { java.lang.Thread.sleep(1); } }"),
                arguments(NO_SLEEP, CORE_TEST, "class A { void m() { TimeUnit.SECONDS.sleep(1); } }"),
                arguments(NO_SLEEP, CORE_TEST, "class A { void m() { sleep(1); } }"),
                arguments(NO_SLEEP, CORE_TEST, "class A { Nap nap = Thread::sleep; }"),
                arguments(NO_SLEEP, CORE, "class A { void m() { Thread.sleep(1); } }"));
    }

    static Stream<Arguments> cleanSources() {
        return Stream.of(
                arguments(FILE_LENGTH, CORE, "class A {}" + "\n".repeat(599) + "// 600"),
                arguments(METHOD_LENGTH, CORE, "class A { void m() {" + "\n".repeat(69) + "} }"),
                arguments(PARAMETERS, CORE, "class A { void m(int a, int b, int c, int d, int e, int f) {} }"),
                arguments(PARAMETERS, CORE, "record A(int a, int b, int c, int d, int e, int f, int g) { A {} }"),
                arguments(TYPE_NAMES, CORE, "class Implementation {} class Basement {} class Utility {}"),
                arguments(LEFTOVERS, CORE, "class A { int todo; }"),
                arguments(HEAD_COMMENT, CORE, "/** First. */ class A { class Inner {} }"),
                arguments(HEAD_COMMENT, CORE, "/// First.\nclass A {}"),
                arguments(HEAD_COMMENT, "core/src/main/java/dev/hark/package-info.java", "/** P. */ package dev.hark;"),
                arguments(HEAD_COMMENT, "core/src/main/java/module-info.java", "/** M. */ module dev.hark.core {}"),
                arguments(API_COMMENTS, CORE, "package dev.hark.log; public class A { public void m() {} }"),
                arguments(API_COMMENTS, CORE, "package dev.hark; class A { public void m() {} }"),
                arguments(API_COMMENTS, CORE, "package dev.hark; /** A. */ public record A(int a) { public A {} }"),
                arguments(
                        API_COMMENTS,
                        CORE,
                        "package dev.hark; /** A. */ public class A { private int f; void m() {} @Override public"
                                + " String toString() { int local = 0; return null; } }"),
                arguments(NO_SYNCHRONIZED, CORE, "class A { String s = \"synchronized\"; // synchronized\n }"),
                arguments(NO_SYNCHRONIZED, CORE_TEST, "class A { synchronized void m() {} }"),
                arguments(NO_SLEEP, CORE_TEST, "class A { String s = \"Thread.sleep(1)\"; int sleep; }"),
                arguments(NO_SLEEP, CLI, "class A { void m() { Thread.sleep(1); } }"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void fault_inASource_isFound(Rule rule, String path, String text) {
        assertThat(rule.check(Source.parse(path, text)).lines())
                .singleElement()
                .asString()
                .startsWith(path + ":");
    }

    @ParameterizedTest
    @MethodSource("cleanSources")
    void source_withinTheRule_isLeftAlone(Rule rule, String path, String text) {
        assertThat(rule.check(Source.parse(path, text)).lines()).isEmpty();
    }
}
