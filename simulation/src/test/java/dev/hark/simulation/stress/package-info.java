/** The broker on real threads, in numbers that a seed cannot reach. */
@NullMarked
package dev.hark.simulation.stress;

import org.jspecify.annotations.NullMarked;
