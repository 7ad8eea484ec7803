package dev.hark.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How fast events are published: as fast as can be, or so many times faster than they happened.
 *
 * @param factor how many times faster, or 0 for as fast as can be
 */
record Pace(double factor) {
    private static final Pace MAX = new Pace(0);

    /** Reads a pace from the command line. */
    static final class Converter implements ITypeConverter<Pace> {
        @Override
        public Pace convert(String value) {
            if (value.equals("max")) {
                return MAX;
            }
            try {
                double factor = Double.parseDouble(value);
                if (factor > 0 && Double.isFinite(factor)) {
                    return new Pace(factor);
                }
            } catch (NumberFormatException e) {
                throw new TypeConversionException(refusal(value));
            }
            throw new TypeConversionException(refusal(value));
        }

        private static String refusal(String value) {
            return "'" + value + "' is neither 'max' nor a number larger than 0";
        }
    }

    /** Keeps one feed's time. Used by one thread. */
    final class Metronome {
        private @Nullable Instant first;
        private long startNanos;

        /** Waits until an event of that time is due. */
        void await(Instant time) {
            if (factor == 0) {
                return;
            }
            if (first == null) {
                first = time;
                startNanos = System.nanoTime();
            }
            long dueNanos = startNanos + (long) (Duration.between(first, time).toNanos() / factor);
            for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    Metronome start() {
        return new Metronome();
    }
}
