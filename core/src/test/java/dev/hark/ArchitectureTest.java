package dev.hark;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.hark.tables.DocumentTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the picture in ARCHITECTURE.md: which package of core may know which others. */
class ArchitectureTest {
    /** The one class of the API that knows an implementation: it makes it. */
    private static final String FACTORY = "dev.hark.BrokerBuilder";

    /** For each package those of core that it may use besides itself. */
    private static final Map<String, Set<String>> ARROWS = Map.of(
            "dev.hark", Set.of("dev.hark.spi"),
            "dev.hark.spi", Set.of(),
            "dev.hark.runtime", Set.of("dev.hark", "dev.hark.spi"),
            "dev.hark.log", Set.of("dev.hark", "dev.hark.spi", "dev.hark.runtime"),
            "dev.hark.delivery", Set.of("dev.hark", "dev.hark.spi", "dev.hark.runtime", "dev.hark.log"),
            "dev.hark.group",
                    Set.of("dev.hark", "dev.hark.spi", "dev.hark.runtime", "dev.hark.log", "dev.hark.delivery"),
            "dev.hark.topic",
                    Set.of(
                            "dev.hark",
                            "dev.hark.spi",
                            "dev.hark.runtime",
                            "dev.hark.log",
                            "dev.hark.delivery",
                            "dev.hark.group"));

    private static final JavaClasses CORE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    static Stream<String> packages() {
        return ARROWS.keySet().stream().sorted();
    }

    /** A line of the picture: a package, and after its arrow those that it may use; dev.hark itself is called hark. */
    private static final Pattern ARROW = Pattern.compile("(\\w+) +──▶(.*)");

    @Test
    void picture_inTheDocument_isTheOneHeldHere() {
        Map<String, Set<String>> picture = DocumentTable.lines("ARCHITECTURE.md")
                .map(ARROW::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.toMap(line -> fullName(line.group(1)), line -> fullNames(line.group(2))));

        assertThat(picture).isEqualTo(ARROWS);
    }

    private static Set<String> fullNames(String names) {
        return Pattern.compile("\\s+")
                .splitAsStream(names)
                .filter(name -> !name.isEmpty())
                .map(ArchitectureTest::fullName)
                .collect(Collectors.toSet());
    }

    private static String fullName(String name) {
        return name.equals("hark") ? "dev.hark" : "dev.hark." + name;
    }

    @Test
    void core_packages_areThoseOfThePicture() {
        Set<String> packages =
                CORE.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        packages.remove(""); // module-info

        assertThat(packages).isSubsetOf(ARROWS.keySet());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void package_usesOnly_whatItsArrowsPointTo(String name) {
        EvaluationResult result = classes()
                .that(resideInAPackage(name))
                .and()
                .doNotHaveFullyQualifiedName(FACTORY)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed(name)).or(not(resideInAPackage("dev.hark.."))))
                .allowEmptyShould(true) // while packages of the picture are still empty
                .evaluate(CORE);

        assertThat(result.getFailureReport().getDetails()).isEmpty();
    }

    @Test
    void factory_usesOnly_topicAndRuntime() {
        classes()
                .that()
                .haveFullyQualifiedName(FACTORY)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("dev.hark", "dev.hark.spi", "dev.hark.topic", "dev.hark.runtime")
                                .or(not(resideInAPackage("dev.hark.."))))
                .allowEmptyShould(true) // while it is not there
                .check(CORE);
    }

    @Test
    void internalPackages_haveNoCycles() {
        slices().matching("dev.hark.(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void core_dependsOn_theJdkAndJSpecifyOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "dev.hark..")
                .check(CORE);
    }

    private static String[] allowed(String name) {
        return Stream.concat(Stream.of(name), ARROWS.getOrDefault(name, Set.of()).stream())
                .toArray(String[]::new);
    }
}
