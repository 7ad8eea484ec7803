package dev.hark.bench.engine;

/** A broker, a bus or a bare construction of queues, freshly made for one cell. */
public interface Engine extends AutoCloseable {
    /** How many events a subscription may hold back, in every engine that has bounds. */
    int CAPACITY = 1_024;

    /** How many threads run handlers, in every engine that has a pool. */
    int THREADS = Runtime.getRuntime().availableProcessors();

    /** Makes a topic. */
    Channel open(String topic);

    /** Gives up threads. What was published and not handled may be lost. */
    @Override
    void close();
}
