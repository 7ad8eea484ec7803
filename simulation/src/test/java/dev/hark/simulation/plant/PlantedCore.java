package dev.hark.simulation.plant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Core with a plant in it, and the simulation on top of that: the file with the plant is compiled in memory against
 * core's own classes, and all classes of Hark are loaded anew. Core itself has no switches for faults.
 */
final class PlantedCore extends ClassLoader {
    private static final Path SOURCE = Path.of(System.getProperty("hark.core.source", "../core/src/main/java"));
    private static final String HARK = "dev.hark.";

    private final Map<String, byte[]> planted;

    private PlantedCore(Map<String, byte[]> planted) {
        super(PlantedCore.class.getClassLoader());
        this.planted = planted;
    }

    /** Core as it is, loaded anew. */
    static PlantedCore unplanted() {
        return new PlantedCore(Map.of());
    }

    /**
     * Core with a plant.
     *
     * @throws IllegalArgumentException if the passage is not in the source exactly once, or the plant does not compile
     */
    static PlantedCore with(Plant plant) throws IOException {
        String source = Files.readString(SOURCE.resolve(plant.file()));
        int at = source.indexOf(plant.original());
        if (at < 0 || source.indexOf(plant.original(), at + 1) >= 0) {
            throw new IllegalArgumentException("the plant '" + plant + "' replaces a passage that must stand in "
                    + plant.file() + " exactly once, and does not: adapt the plant to the source\n" + plant.original());
        }
        return new PlantedCore(compile(plant, source.replace(plant.original(), plant.replacement())));
    }

    private static Map<String, byte[]> compile(Plant plant, String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (Memory memory = new Memory(compiler.getStandardFileManager(diagnostics, null, null))) {
            List<String> options = List.of("-proc:none", "-classpath", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(
                            null, memory, diagnostics, options, null, List.of(new Source(plant.file(), source)))
                    .call();
            if (!compiled) {
                throw new IllegalArgumentException("the plant '" + plant + "' does not compile: "
                        + diagnostics.getDiagnostics().stream()
                                .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                                .toList());
            }
            return memory.classes();
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(HARK)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = planted.get(name);
        if (bytes == null) {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                bytes = in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** The source with the plant. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps what the compiler makes. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> outputs = new HashMap<>();

        Memory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return outputs.computeIfAbsent(className, name -> new ByteArrayOutputStream());
                }
            };
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            outputs.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }
    }
}
