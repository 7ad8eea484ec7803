package dev.hark.simulation.schedule;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;

/**
 * Makes virtual threads that are carried by a scheduler of ours. The JDK has the means but does not export them, so the
 * JVM must be started with {@value #FLAG}.
 */
final class CarriedThreads {
    /** The flag without which the JDK refuses. */
    static final String FLAG = "--add-opens=java.base/java.lang=ALL-UNNAMED";

    private CarriedThreads() {}

    /**
     * Returns a builder of virtual threads; the executor gets every step of them, from start or wake-up to the next
     * park or end.
     *
     * @throws IllegalStateException if this JVM was not started with the flag, or is of a kind that has no such means
     */
    static Thread.Builder.OfVirtual on(Executor steps) {
        try {
            Constructor<?> constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return (Thread.Builder.OfVirtual) constructor.newInstance(steps);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            throw new IllegalStateException(
                    "the simulation schedules virtual threads itself, which needs the JVM flag " + FLAG
                            + " (./hark simulate sets it) and a JDK from 21 on; this is "
                            + Runtime.version(),
                    cause);
        }
    }
}
