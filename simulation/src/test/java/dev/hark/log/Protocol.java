package dev.hark.log;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;

/**
 * Has the model checker run a model. Collections and futures are no subject: they are used under the partition's lock,
 * or are the JDK's affair. The checker comes between all steps of the protocol's own classes.
 */
final class Protocol {
    private static final Pattern BAR = Pattern.compile("\\|");
    private static final Pattern SPACES = Pattern.compile(" +");

    private Protocol() {}

    /**
     * Checks that the model's own check holds after every interleaving that is tried.
     *
     * @param scenarios each the operations of all threads: threads are divided by {@code |}; what stands before
     *     {@code :} is done first
     * @throws org.jetbrains.lincheck.LincheckAssertionError if the check does not hold
     */
    static void check(Class<?> model, int invocations, String... scenarios) {
        options(model, invocations, scenarios).verifier(EpsilonVerifier.class).check(model);
    }

    /** Checks that the model's operations are linearizable: that they do what they do one after the other. */
    static void checkLinearizable(Class<?> model, int invocations, String... scenarios) {
        options(model, invocations, scenarios).check(model);
    }

    private static ModelCheckingOptions options(Class<?> model, int invocations, String... scenarios) {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .iterations(0)
                .invocationsPerIteration(invocations)
                .minimizeFailedScenario(false)
                .addGuarantee(forClasses("dev.hark.log.Outcome").allMethods().ignore())
                .addGuarantee(forClasses(Protocol::isNoSubject)
                        .methods(method -> !method.equals("forEach"))
                        .ignore())
                .addGuarantee(forClasses("dev.hark.log.Tasks", "dev.hark.log.ProtocolModel$Sent")
                        .allMethods()
                        .treatAsAtomic());
        for (String scenario : scenarios) {
            options.addCustomScenario(scenario(model, scenario));
        }
        return options;
    }

    private static boolean isNoSubject(String type) {
        return (type.startsWith("java.util.")
                        && !type.startsWith("java.util.concurrent.")
                        && !type.startsWith("java.util.function."))
                || type.startsWith("java.util.concurrent.CompletableFuture")
                || type.startsWith("dev.hark.runtime.");
    }

    private static ExecutionScenario scenario(Class<?> model, String scenario) {
        int divide = scenario.indexOf(':');
        List<List<Actor>> threads = new ArrayList<>();
        for (String thread : BAR.splitAsStream(scenario.substring(divide + 1)).toList()) {
            threads.add(actors(model, thread));
        }
        return new ExecutionScenario(
                actors(model, scenario.substring(0, Math.max(divide, 0))), threads, List.of(), validation(model));
    }

    private static List<Actor> actors(Class<?> model, String operations) {
        List<Actor> actors = new ArrayList<>();
        for (String operation : SPACES.splitAsStream(operations.strip()).toList()) {
            if (!operation.isEmpty()) {
                actors.add(new Actor(method(model, operation), List.of()));
            }
        }
        return actors;
    }

    private static Actor validation(Class<?> model) {
        return new Actor(method(model, "everythingIsInItsPlace"), List.of());
    }

    private static Method method(Class<?> model, String name) {
        try {
            return model.getMethod(name);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
