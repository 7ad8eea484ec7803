package dev.hark.testkit.contract;

/** The contract, on memory under virtual time, with tasks in the order in which they became ready. */
class InMemoryVirtualContractTest extends BrokerContract {
    @Override
    protected ContractEngine newEngine() {
        return ContractEngine.virtualTime();
    }
}
