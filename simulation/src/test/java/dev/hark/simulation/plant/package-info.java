/** Faults put into core on purpose, each of which the simulation has to find. */
@NullMarked
package dev.hark.simulation.plant;

import org.jspecify.annotations.NullMarked;
