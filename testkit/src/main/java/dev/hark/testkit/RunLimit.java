package dev.hark.testkit;

/** Counts the tasks of one run and ends a run that would never end. */
final class RunLimit {
    private long counted;

    void count() {
        counted++;
        if (counted >= VirtualExecutor.RUN_LIMIT) {
            throw new IllegalStateException("gave up after " + counted
                    + " tasks in one run: tasks seem to start each other without end (a livelock)");
        }
    }

    long counted() {
        return counted;
    }
}
