package dev.hark;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** x */
final class Strategies {
    private Strategies() {}

    record Broadcast() implements DeliveryStrategy {
        @Override
        public List<Member> select(List<Member> m, Message<?> x) {
            return m;
        }
    }

    static final class RoundRobin implements DeliveryStrategy {
        final AtomicLong n = new AtomicLong();

        @Override
        public List<Member> select(List<Member> m, Message<?> x) {
            for (int i = 0; i < m.size(); i++) {
                Member c = m.get((int) (n.getAndIncrement() % m.size()));
                if (c.hasRoom()) return List.of(c);
            }
            return List.of(m.get(0));
        }
    }

    record Sticky() implements DeliveryStrategy {
        @Override
        public List<Member> select(List<Member> m, Message<?> x) {
            return List.of(m.get(Math.floorMod(x.key().hashCode(), m.size())));
        }

        @Override
        public boolean awaitsRoom() {
            return false;
        }
    }

    record Weighted() implements DeliveryStrategy {
        @Override
        public List<Member> select(List<Member> m, Message<?> x) {
            return List.of(m.get(0));
        }
    }
}
