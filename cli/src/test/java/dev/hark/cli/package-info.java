/** Tests of the commands. */
@org.jspecify.annotations.NullMarked
package dev.hark.cli;
