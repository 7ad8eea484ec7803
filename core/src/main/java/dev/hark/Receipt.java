package dev.hark;

/** The proof that a message was accepted: where it stands in its topic. */
public interface Receipt {
    /** The name of the topic that accepted the message. */
    String topic();

    /** The partition that holds the message. */
    int partition();

    /** The message's place in its partition. */
    long offset();

    /** Whether the topic already held this message, so that nothing was appended; always false without deduplication. */
    boolean duplicate();

    /** The message's id, made when first asked for; the same as {@link Message#id()}. */
    String id();
}
