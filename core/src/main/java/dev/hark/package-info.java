/**
 * The API of Hark: what a user of the broker calls and implements. No mechanism lives here.
 */
package dev.hark;
