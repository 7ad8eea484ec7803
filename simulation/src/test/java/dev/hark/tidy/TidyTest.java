package dev.hark.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every source of every module keeps to every rule. There is no list of exceptions. */
class TidyTest {
    private static final Path ROOT = Path.of(System.getProperty("hark.root", ".."));
    private static final List<Source> SOURCES = readAll();

    @ParameterizedTest
    @EnumSource
    void source_ofAnyModule_keepsTo(Rule rule) {
        List<String> findings = SOURCES.stream()
                .flatMap(source -> rule.check(source).lines().stream())
                .toList();

        assertThat(findings).isEmpty();
    }

    @Test
    void package_inMainCode_hasItsPackageInfo() {
        Set<String> withInfo = SOURCES.stream()
                .filter(source -> source.fileName().equals("package-info.java"))
                .map(TidyTest::folder)
                .collect(Collectors.toSet());

        assertThat(SOURCES)
                .filteredOn(source -> source.isMain() && !source.fileName().equals("module-info.java"))
                .extracting(TidyTest::folder)
                .isSubsetOf(withInfo);
    }

    @Test
    void sources_ofAllModules_areFound() {
        assertThat(SOURCES).extracting(Source::module).contains("core", "testkit", "simulation", "jcstress", "cli");
    }

    private static String folder(Source source) {
        return source.path().substring(0, source.path().lastIndexOf('/'));
    }

    private static List<Source> readAll() {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .flatMap(TidyTest::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Source> read(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(TidyTest::parse)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Source parse(Path file) {
        try {
            return Source.parse(ROOT.relativize(file).toString().replace('\\', '/'), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
