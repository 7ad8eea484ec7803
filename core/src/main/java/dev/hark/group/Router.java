package dev.hark.group;

import dev.hark.DeadLetterReason;
import dev.hark.DeliveryStrategy;
import dev.hark.Member;
import dev.hark.Message;
import dev.hark.delivery.InFlight;
import dev.hark.delivery.Ledger;
import dev.hark.delivery.Parcel;
import dev.hark.delivery.Worker;
import dev.hark.log.Cursor;
import dev.hark.log.Effects;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of a ledger and puts each into the mailbox of the member that a strategy selects; for a topic's
 * strategy, into those of all that it selects.
 *
 * <p>A router rests when there is no message, or nobody to give it to; who changes that writes it first and then wakes
 * the router.
 *
 * <p>{@code members} is replaced under the partition's lock and read by anyone. {@code departed} counts what members did
 * that have left; {@code leaving} are those whose last delivery is still running. Both are guarded by the lock.
 * {@code resting} is owned by the turns: the member on whose thread this one runs, which needs no waking.
 *
 * @param <T> the type of the payloads
 */
public final class Router<T> extends Worker<T> {
    private final DeliveryStrategy strategy;
    private final DeliveryStrategy own;
    private final boolean selectsOne;
    private final boolean awaitsRoom;

    private volatile List<Mailbox<T>> members = List.of();

    private final List<Mailbox<T>> leaving = new ArrayList<>(0);
    private Departed departed = Departed.NONE;
    private @Nullable Mailbox<T> resting;

    /**
     * Makes a router without members.
     *
     * @param ledger what it routes from; its worker is this
     * @param strategy who decides; what its {@link DeliveryStrategy#forGroup} returns is asked
     * @param selectsOne whether each message goes to one member, as in a group
     */
    public Router(Ledger<T> ledger, DeliveryStrategy strategy, boolean selectsOne) {
        super(ledger);
        this.strategy = strategy;
        this.selectsOne = selectsOne;
        this.own = Objects.requireNonNull(strategy.forGroup(), "a strategy's forGroup returned null");
        this.awaitsRoom = selectsOne && own.awaitsRoom();
        ledger.setWorker(this);
    }

    /** Returns the strategy it was made with, which others are compared with. */
    public DeliveryStrategy strategy() {
        return strategy;
    }

    /** Returns the members, in the order in which they joined. */
    public List<Mailbox<T>> members() {
        return members;
    }

    /** Returns what the members did that have left. The caller holds the lock. */
    public Departed departed() {
        return departed;
    }

    /** Returns those that have left but whose last delivery is not over. The caller holds the lock. */
    public List<Mailbox<T>> leaving() {
        return List.copyOf(leaving);
    }

    private ReentrantLock lock() {
        return ledger().lock();
    }

    // Membership.

    /** Adds a member. The caller wakes the router. */
    public void join(Mailbox<T> mailbox) {
        lock().lock();
        try {
            List<Mailbox<T>> joined = new ArrayList<>(members);
            joined.add(mailbox);
            mailbox.setJoinedAt(selectsOne ? 0 : ledger().partition().size());
            members = List.copyOf(joined);
        } finally {
            lock().unlock();
        }
    }

    /** Removes a member whose mailbox was stopped. The caller holds the lock. */
    public void remove(Mailbox<T> mailbox) {
        List<Mailbox<T>> others = new ArrayList<>(members);
        if (others.remove(mailbox)) {
            members = List.copyOf(others);
            if (selectsOne) {
                leaving.add(mailbox);
            }
        }
    }

    /** Takes back what a member of a group still held when its delivery ended. The caller has the router woken. */
    void left(Mailbox<T> mailbox, InFlight<T> held) {
        lock().lock();
        try {
            if (ledger().endReason() != null) {
                ledger().purge(held);
            } else if (held.isHeld()) {
                Parcel<T> parcel = held.parcel();
                held.begin();
                held.release();
                held.end();
                ledger().giveBack(List.of(parcel));
            }
            if (leaving.remove(mailbox)) {
                departed = departed.plus(held.read());
            }
        } finally {
            lock().unlock();
        }
    }

    // As a worker.

    @Override
    public String id() {
        return ledger().id();
    }

    /**
     * Learns that a member came to rest, and routes on that member's own thread if nobody else does: from one message of
     * the member to the next there is no other thread to wait for. The member looks at its mailbox after this.
     */
    void roomMade(Mailbox<T> mailbox) {
        if (claimParked()) {
            resting = mailbox;
            run();
        }
    }

    @Override
    protected boolean turn() {
        try {
            return super.turn();
        } finally {
            resting = null;
        }
    }

    @Override
    public Collection<?> handlers() {
        return members.stream().map(Mailbox::delivery).toList();
    }

    @Override
    protected int flags() {
        return ledger().flags();
    }

    @Override
    protected void askToBeWoken() {
        VarHandle.fullFence(); // before looking at what members hold, which they publish with release semantics
        if (canRoute()) {
            ledger().park();
        }
    }

    @Override
    protected boolean hasWork(boolean held) {
        return canRoute() && (held ? ledger().flags() == 0 : ledger().ready());
    }

    @Override
    protected boolean isDrained() {
        return !canRoute() || (ledger().isDrained() && inFlight().read().size() == 0);
    }

    @Override
    protected void finish(Effects effects) {
        ledger().finish(inFlight(), effects);
    }

    // Routing.

    @Override
    protected int step(int most) {
        if (!canRoute() || !(inFlight().isHeld() ? ledger().confirm() : ledger().next(inFlight(), 1))) {
            return 0;
        }
        route(inFlight().message());
        return 1;
    }

    private boolean canRoute() {
        return !selectsOne || (awaitsRoom ? isAnyIdle() : !members.isEmpty());
    }

    private boolean isAnyIdle() {
        for (Mailbox<T> mailbox : members) {
            if (mailbox.isIdle()) {
                return true;
            }
        }
        return false;
    }

    private void route(Message<T> message) {
        List<Member> views = views(message.offset());
        if (views.isEmpty()) {
            if (!selectsOne) {
                inFlight().ack(); // routed to no one
            }
            return;
        }
        Selection selection = Selection.ask(own, views, message, selectsOne);
        Thread.interrupted(); // a strategy may leave the flag set; it must not reach a handler
        switch (selection) {
            case Selection.Refused refused -> ledger().bury(inFlight(), DeadLetterReason.UNROUTABLE, refused.why());
            case Selection.Chosen chosen -> put(chosen);
        }
    }

    private List<Member> views(long offset) {
        if (awaitsRoom) {
            return views(offset, Mailbox::viewIfIdle);
        }
        lock().lock();
        try {
            return views(offset, Mailbox::view);
        } finally {
            lock().unlock();
        }
    }

    private List<Member> views(long offset, Function<Mailbox<T>, Member> view) {
        List<Mailbox<T>> all = members;
        List<Member> views = new ArrayList<>(all.size());
        for (Mailbox<T> mailbox : all) {
            if (mailbox.mayGet(offset)) {
                views.add(view.apply(mailbox));
            }
        }
        return views;
    }

    /** Puts the message into the chosen mailboxes. If a group's only choice has left meanwhile, it is asked again. */
    private void put(Selection.Chosen chosen) {
        Effects effects = new Effects();
        lock().lock();
        try {
            Parcel<T> parcel = inFlight().parcel();
            List<Mailbox<T>> targets = new ArrayList<>(1);
            for (Mailbox<T> mailbox : members) {
                if (chosen.includes(mailbox.id()) && (mailbox.flags() & Cursor.STOPPED) == 0) {
                    targets.add(mailbox);
                }
            }
            if (selectsOne && targets.isEmpty()) {
                return;
            }
            Parcel<T> handedOn = new Parcel<>(parcel.message(), parcel.attempts() - 1, parcel.failures());
            for (Mailbox<T> mailbox : targets) {
                mailbox.put(handedOn, effects);
                if (mailbox != resting) {
                    effects.add(mailbox.delivery()::wake);
                }
            }
            release();
        } finally {
            lock().unlock();
        }
        effects.run();
    }

    private void release() {
        if (selectsOne) {
            inFlight().begin();
            inFlight().release();
            inFlight().end();
        } else {
            inFlight().ack();
        }
    }

    /**
     * What members did that are no longer there.
     *
     * @param acked how many messages they acked
     * @param deliveries how many deliveries they started
     * @param failures how many of those failed
     * @param redelivered how many of those were not the first of their message
     */
    public record Departed(long acked, long deliveries, long failures, long redelivered) {
        static final Departed NONE = new Departed(0, 0, 0, 0);

        Departed plus(InFlight.Reading reading) {
            return new Departed(
                    acked + reading.acked(),
                    deliveries + reading.deliveries(),
                    failures + reading.failed(),
                    redelivered + reading.redelivered());
        }
    }
}
