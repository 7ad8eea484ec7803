package dev.hark.delivery;

import dev.hark.BrokerEvent;
import dev.hark.Overflow;
import dev.hark.log.Effects;
import dev.hark.log.Origin;
import dev.hark.runtime.Environment;
import java.util.concurrent.TimeUnit;

/**
 * What a ledger tells the broker's listener. Drops are told at most once a second, with their number since the last
 * time; what is left is told when the ledger recovers or ends. Guarded by the partition's lock, told by effects.
 */
final class LedgerEvents {
    private static final long DROP_REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Environment environment;
    private final String topic;
    private final String id;
    private long untoldDrops;
    private long lastToldNanos;
    private boolean everTold;

    LedgerEvents(Environment environment, Origin origin, String id) {
        this.environment = environment;
        this.topic = origin.topic();
        this.id = id;
    }

    void dropped(long count, String reason, Effects effects) {
        untoldDrops += count;
        long now = environment.nanoTime();
        if (!everTold || now - lastToldNanos >= DROP_REPORT_NANOS) {
            everTold = true;
            lastToldNanos = now;
            tellDrops(reason, effects);
        }
    }

    void tellDrops(String reason, Effects effects) {
        long count = untoldDrops;
        untoldDrops = 0;
        if (count > 0) {
            tell(new BrokerEvent.Dropped(topic, id, count, reason), effects);
        }
    }

    void filled(long waiting, Overflow overflow, Effects effects) {
        tell(new BrokerEvent.Slow(topic, id, waiting, overflow), effects);
    }

    void relieved(Effects effects) {
        tellDrops("while it was slow", effects);
        tell(new BrokerEvent.Recovered(topic, id), effects);
    }

    void tell(BrokerEvent event, Effects effects) {
        effects.add(() -> environment.emit(event));
    }
}
