package dev.hark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The strategies that come with Hark. Each is equal to others of its kind, whatever state it is in. Those with a state
 * are made anew for each group, or the turns of one group would be taken by another.
 */
final class Strategies {
    private Strategies() {}

    /** A strategy that is equal to others of its kind. */
    abstract static class ByKind implements DeliveryStrategy {
        private final String kind;

        ByKind(String kind) {
            this.kind = kind;
        }

        @Override
        public final boolean equals(@Nullable Object other) {
            return other instanceof ByKind strategy && strategy.kind.equals(kind);
        }

        @Override
        public final int hashCode() {
            return kind.hashCode();
        }

        @Override
        public final String toString() {
            return kind;
        }
    }

    /** Selects all. */
    static final class Broadcast extends ByKind {
        Broadcast() {
            super("broadcast");
        }

        @Override
        public List<Member> select(List<Member> members, Message<?> message) {
            return members;
        }
    }

    /** Selects one after the other. {@code turns} counts selections, by any thread, and wraps around. */
    static final class RoundRobin extends ByKind {
        private final AtomicInteger turns = new AtomicInteger();

        RoundRobin() {
            super("roundRobin");
        }

        @Override
        public DeliveryStrategy forGroup() {
            return new RoundRobin();
        }

        @Override
        public List<Member> select(List<Member> members, Message<?> message) {
            int first = Math.floorMod(turns.getAndIncrement(), members.size());
            for (int i = 0; i < members.size(); i++) {
                Member candidate = members.get((first + i) % members.size());
                if (candidate.hasRoom()) {
                    turns.addAndGet(i); // the turn of those that were passed over is over
                    return List.of(candidate);
                }
            }
            return List.of(members.get(first));
        }
    }

    /**
     * Rendezvous hashing: each pair of key and member has a weight, and the heaviest member gets the key. So a member
     * that comes takes over, and one that leaves gives up, only the keys for which it is the heaviest. (D. G. Thaler and
     * C. V. Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM Transactions on Networking, 1998.)
     */
    static final class Sticky extends ByKind {
        private static final long FNV_OFFSET = 0xcbf29ce484222325L;
        private static final long FNV_PRIME = 0x100000001b3L;

        Sticky() {
            super("sticky");
        }

        @Override
        public List<Member> select(List<Member> members, Message<?> message) {
            long key = message.key().map(Sticky::hash).orElseGet(message::offset);
            Member heaviest = members.getFirst();
            long most = weight(key, heaviest);
            for (Member candidate : members.subList(1, members.size())) {
                long weight = weight(key, candidate);
                if (weight > most || (weight == most && candidate.id().compareTo(heaviest.id()) < 0)) {
                    heaviest = candidate;
                    most = weight;
                }
            }
            return List.of(heaviest);
        }

        @Override
        public boolean awaitsRoom() {
            return false;
        }

        private static long weight(long key, Member member) {
            return mix(mix(key) ^ hash(member.id()));
        }

        /** FNV-1a over the characters (G. Fowler, L. C. Noll, K.-P. Vo). */
        private static long hash(String text) {
            long hash = FNV_OFFSET;
            for (int i = 0; i < text.length(); i++) {
                hash = (hash ^ text.charAt(i)) * FNV_PRIME;
            }
            return hash;
        }

        /** The finalizer of MurmurHash3 for 64 bits (A. Appleby). */
        private static long mix(long value) {
            long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
            mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
            return mixed ^ (mixed >>> 33);
        }
    }

    /**
     * Smooth weighted round-robin, as in nginx: each selection adds its weight to every member's credit, and the one
     * with the most credit is selected and pays the sum of all weights. Members without room take no part. The credits,
     * by member, are guarded by {@code lock}; those of members that are gone are forgotten as soon as there are more
     * credits than members.
     */
    static final class Weighted extends ByKind {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<String, Long> credits = new HashMap<>();

        Weighted() {
            super("weighted");
        }

        @Override
        public DeliveryStrategy forGroup() {
            return new Weighted();
        }

        @Override
        public List<Member> select(List<Member> members, Message<?> message) {
            List<Member> roomy = members.stream().filter(Member::hasRoom).toList();
            List<Member> candidates = roomy.isEmpty() ? members : roomy;
            lock.lock();
            try {
                if (credits.size() > members.size()) {
                    credits.keySet().retainAll(members.stream().map(Member::id).collect(Collectors.toSet()));
                }
                return List.of(richest(candidates));
            } finally {
                lock.unlock();
            }
        }

        private Member richest(List<Member> candidates) {
            long total = 0;
            long most = Long.MIN_VALUE;
            Member richest = candidates.getFirst();
            for (Member candidate : candidates) {
                total += candidate.weight();
                long credit = credits.merge(candidate.id(), (long) candidate.weight(), Long::sum);
                if (credit > most) {
                    most = credit;
                    richest = candidate;
                }
            }
            credits.merge(richest.id(), -total, Long::sum);
            return richest;
        }
    }
}
