package dev.hark.cli;

/**
 * Shows the demo to a person. {@link #update} and {@link #close} are called by one thread at a time; the others by any.
 */
interface DemoView extends AutoCloseable {
    /** Shows an alert. */
    void alert(Quake quake);

    /** Shows a sentence about something that is not as it should be. */
    void warn(String sentence);

    /** Shows how far the demo is. */
    void update(DemoSnapshot snapshot);

    /** Leaves the terminal as it was. */
    @Override
    void close();

    /** Returns the line that shows an alert. */
    static String line(Quake quake) {
        return String.format("M %.1f  %s  %s", quake.magnitude(), quake.time(), quake.place());
    }
}
