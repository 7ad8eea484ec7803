package dev.hark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The hook is absent, unless the JVM was started for it. */
class InterleavingTest {
    @Test
    void hook_inAnOrdinaryJvm_isRefusedWithTheFlagThatIsMissing() {
        assertThat(Interleaving.ENABLED).isFalse();
        assertThatThrownBy(() -> Interleaving.install(() -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("-Ddev.hark.interleaving=true");
    }

    @Test
    void hook_inAJvmStartedForIt_runsAtEachPointUntilItIsTakenAway() throws Exception {
        Class<?> enabled = loadEnabled();
        Method point = enabled.getMethod("point");
        Method install = enabled.getMethod("install", Runnable.class);
        AtomicInteger runs = new AtomicInteger();
        call(point);

        call(install, (Runnable) runs::incrementAndGet);
        call(point);
        call(point);
        call(install, new @Nullable Object[] {null});
        call(point);

        assertThat(runs).hasValue(2);
    }

    private static void call(Method method, @Nullable Object... arguments)
            throws IllegalAccessException, InvocationTargetException {
        method.invoke(null, arguments);
    }

    /** Loads the class anew, as a JVM does that was started with the property. */
    private static Class<?> loadEnabled() throws IOException, ReflectiveOperationException {
        byte[] code;
        try (InputStream file = Interleaving.class.getResourceAsStream("Interleaving.class")) {
            code = Objects.requireNonNull(file).readAllBytes();
        }
        System.setProperty(Interleaving.PROPERTY, "true");
        try {
            String name = Interleaving.class.getName();
            ClassLoader loader = new ClassLoader(null) {
                @Override
                protected Class<?> findClass(String wanted) throws ClassNotFoundException {
                    if (!wanted.equals(name)) {
                        throw new ClassNotFoundException(wanted);
                    }
                    return defineClass(wanted, code, 0, code.length);
                }
            };
            return Class.forName(name, true, loader);
        } finally {
            System.clearProperty(Interleaving.PROPERTY);
        }
    }
}
