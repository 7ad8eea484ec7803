package dev.hark.testkit.contract;

/**
 * The contract, on memory under virtual time, with tasks in an order drawn from a seed: a new one in each run, or the
 * one given as the system property {@code hark.contract.seed}.
 */
class InMemorySeededContractTest extends BrokerContract {
    private static final long SEED = Long.getLong("hark.contract.seed", System.nanoTime());

    static {
        System.out.println("InMemorySeededContractTest: -Dhark.contract.seed=" + SEED);
    }

    @Override
    protected ContractEngine newEngine() {
        return ContractEngine.virtualTime(SEED);
    }
}
