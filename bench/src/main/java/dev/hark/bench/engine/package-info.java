/** Hark and its peers behind one interface, each set up as its users would, with acks and bounds where it has them. */
@NullMarked
package dev.hark.bench.engine;

import org.jspecify.annotations.NullMarked;
