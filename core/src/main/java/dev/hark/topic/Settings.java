package dev.hark.topic;

import dev.hark.BrokerDefaults;
import dev.hark.Buffer;
import dev.hark.DeadLetterLimits;
import dev.hark.Ordering;
import dev.hark.Retry;
import dev.hark.SubscriptionOptions;

/**
 * What a subscription's options say once the broker's defaults have filled them in: what two that share a place have to
 * agree on.
 *
 * @param ordering the scope of order
 * @param buffer room for waiting messages
 * @param retry attempts and delays
 * @param deadLetters how many dead letters are kept
 */
record Settings(Ordering ordering, Buffer buffer, Retry retry, DeadLetterLimits deadLetters) {
    static Settings of(SubscriptionOptions options, BrokerDefaults defaults) {
        Buffer buffer = options.buffer();
        Retry retry = options.retry();
        DeadLetterLimits deadLetters = options.deadLetters();
        return new Settings(
                options.ordering(),
                buffer == null ? defaults.buffer() : buffer,
                retry == null ? defaults.retry() : retry,
                deadLetters == null ? defaults.deadLetters() : deadLetters);
    }
}
