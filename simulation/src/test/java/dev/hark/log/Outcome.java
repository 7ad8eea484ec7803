package dev.hark.log;

import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** What holds of a model when all threads have ended and nothing is left to run. */
final class Outcome {
    private Outcome() {}

    /**
     * Checks that nothing is lost, double, out of order or forgotten.
     *
     * @throws AssertionError if something is
     */
    static void check(ProtocolModel model) {
        expect("publishers that still wait", 0, model.partition.waitingPublishers());
        expect("publishes without an outcome", 0L, model.sent.undecided());
        checkWitness(model);
        checkSum(model);
        checkReader(model.reader);
        List<Long> started = offsets(model.reader.delivered);
        if (model.stoppedAt >= 0) {
            expect("started after the stop", false, started.stream().anyMatch(offset -> offset >= model.stoppedAt));
        }
        ModelReader latecomer = model.latecomer;
        if (latecomer.isAttached()) {
            checkReader(latecomer);
            expect(
                    "what the latecomer read",
                    range(latecomer.from(), model.partition.size()),
                    offsets(latecomer.delivered));
        }
    }

    /** Every offset below the tail is readable, and holds a message that was accepted. */
    private static void checkWitness(ProtocolModel model) {
        ModelReader witness = model.witness;
        witness.run();
        expect("every offset below the tail", range(0, model.partition.size()), offsets(witness.delivered));
        List<StoredMessage<Integer>> accepted = model.sent.accepted();
        accepted.sort(Comparator.comparingLong(StoredMessage::offset));
        expect("what was accepted, against what is in the log", accepted, witness.delivered);
    }

    private static void checkSum(ProtocolModel model) {
        Partition<Integer> partition = model.partition;
        ModelReader reader = model.reader;
        Effects effects = new Effects();
        Stock stock;
        partition.lock().lock();
        try {
            stock = partition.stock(reader.cursor(), effects);
        } finally {
            partition.lock().unlock();
        }
        effects.run();
        expect("waiting, though the reader is parked", 0L, stock.unclaimed());
        expect("missed and not handed over", 0L, stock.missed());
        expect("told as dropped", stock.dropped(), reader.dropped);
        expect(
                "delivered, given up, overflowed, dropped and left unclaimed, against entered",
                stock.entered(),
                reader.delivered.size() + reader.gaveUp + reader.overflowed.size() + stock.dropped() + model.left);
    }

    private static void checkReader(ModelReader checked) {
        expect("two turns at once", false, checked.ranTwice);
        expect("state", ModelReader.PARKED, checked.state.get());
        List<Long> delivered = offsets(checked.delivered);
        List<Long> overflowed = offsets(checked.overflowed);
        expect("delivered in order and once", sorted(delivered), delivered);
        expect("overflowed in order and once", sorted(overflowed), overflowed);
        expect("delivered and overflowed", false, delivered.stream().anyMatch(overflowed::contains));
    }

    /** Not AssertJ: the model checker would come between its steps. */
    private static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError(what + ": expected " + expected + ", but was " + actual);
        }
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<Long> sorted(List<Long> offsets) {
        return offsets.stream().sorted().distinct().toList();
    }

    private static List<Long> offsets(List<StoredMessage<Integer>> messages) {
        return messages.stream().map(StoredMessage::offset).toList();
    }
}
