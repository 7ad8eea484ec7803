/**
 * What a run does to the broker: publishers, operators and handlers that draw their actions from the seed and note what
 * they see in the model.
 */
@NullMarked
package dev.hark.simulation.workload;

import org.jspecify.annotations.NullMarked;
