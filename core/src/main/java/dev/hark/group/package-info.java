/**
 * Sharing one stream of messages among members: who gets a message, and what happens to it when a member leaves. Nothing
 * here knows topics.
 */
package dev.hark.group;
