package dev.hark.log;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;

/** How the models are checked. */
public final class Protocol {
    private Protocol() {}

    static ModelCheckingOptions linearizable() {
        return new ModelCheckingOptions()
                .iterations(Integer.getInteger("it", 20))
                .invocationsPerIteration(Integer.getInteger("inv", 300))
                .threads(Integer.getInteger("th", 3))
                .actorsPerThread(Integer.getInteger("ac", 2))
                .actorsBefore(1)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .addGuarantee(forClasses("dev.hark.runtime.Interleaving", "dev.hark.log.Outcome").allMethods().ignore())
                .addGuarantee(forClasses("dev.hark.log.Tasks", "dev.hark.log.ProtocolModel$Sent")
                        .allMethods()
                        .treatAsAtomic());
    }

    public static void checkInvariants(Class<?> model) {
        linearizable().verifier(EpsilonVerifier.class).check(model);
    }

    public static void main(String[] args) throws Exception {
        for (String arg : args) {
            long t = System.nanoTime();
            try {
                checkInvariants(Class.forName("dev.hark.log." + arg));
                System.out.println(arg + " ok");
            } catch (Throwable e) {
                String m = e.toString();
                System.out.println(arg + " FAILED " + m.substring(0, Math.min(m.length(), Integer.getInteger("len", 4000))));
            }
            System.out.println(arg + " " + (System.nanoTime() - t) / 1_000_000 + " ms");
        }
    }
}
