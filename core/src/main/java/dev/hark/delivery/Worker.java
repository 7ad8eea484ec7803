package dev.hark.delivery;

import java.util.Collection;

/** What is scheduled to drain a source of messages: a delivery, or the router of a group. */
public interface Worker extends Runnable {
    /** Claims the right to run this worker if it is parked; whoever gets true has it run, once. */
    boolean claimParked();

    /** Has it run, if it is parked. Called without a lock, after what gives it work was written. */
    void wake();

    /** The deliveries whose handlers move its messages on. Takes no lock. */
    Collection<?> handlers();

    /** Whether it has nothing to do, or is kept from doing it, until somebody outside acts. */
    boolean isQuiet();
}
