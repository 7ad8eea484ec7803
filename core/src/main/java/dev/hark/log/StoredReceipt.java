package dev.hark.log;

import dev.hark.Receipt;
import org.jspecify.annotations.Nullable;

/**
 * The receipt of a message in memory. It does not hold on to the payload.
 *
 * @param origin the partition
 * @param offset the message's place
 * @param givenId the id given by the publisher, or null
 */
public record StoredReceipt(
        Origin origin, long offset, @Nullable String givenId) implements Receipt {
    @Override
    public String topic() {
        return origin.topic();
    }

    @Override
    public int partition() {
        return origin.partition();
    }

    @Override
    public boolean duplicate() {
        return false;
    }

    @Override
    public String id() {
        return givenId != null ? givenId : origin.idPrefix() + offset;
    }
}
