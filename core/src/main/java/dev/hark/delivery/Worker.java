package dev.hark.delivery;

import java.util.Collection;

/** What is scheduled to drain a source of messages: a delivery, or the router of a group. */
public interface Worker extends Runnable {
    /** Claims the right to run this worker if it is parked; whoever gets true has it run, once. */
    boolean claimParked();

    /** The deliveries whose handlers move its messages on. Takes no lock. */
    Collection<?> handlers();

    /** Whether it has nothing to do, or is kept from doing it, until somebody outside acts. */
    boolean isQuiet();
}
