package dev.hark.testkit;

import dev.hark.Message;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A message without a broker. */
record TestMessage(Integer payload) implements Message<Integer> {
    @Override
    public String id() {
        return "id-" + payload;
    }

    @Override
    public String topic() {
        return "test";
    }

    @Override
    public Instant timestamp() {
        return Instant.EPOCH;
    }

    @Override
    public Optional<String> key() {
        return Optional.empty();
    }

    @Override
    public Map<String, String> headers() {
        return Map.of();
    }

    @Override
    public int partition() {
        return 0;
    }

    @Override
    public long offset() {
        return payload;
    }
}
