package dev.hark.testkit.contract;

/** The contract, on memory with threads and real time. */
class InMemoryContractTest extends BrokerContract {
    @Override
    protected ContractEngine newEngine() {
        return ContractEngine.realTime();
    }
}
