/** The commands of {@code hark}, and how they speak to a terminal. No broker mechanism lives here. */
package dev.hark.cli;
