/**
 * What users need to test code built on Hark: virtual time, recording and failing handlers. Nothing here is needed to
 * run a broker.
 */
package dev.hark.testkit;
