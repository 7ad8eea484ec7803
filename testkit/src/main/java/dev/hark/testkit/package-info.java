/** What users need to test code built on Hark. Nothing here is needed to run a broker. */
package dev.hark.testkit;
