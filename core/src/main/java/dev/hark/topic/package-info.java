/**
 * The broker itself: its topics, the subscriptions to them, and how they begin and end. It puts together what the
 * packages below it make, and no message passes through code that lives here.
 */
package dev.hark.topic;
