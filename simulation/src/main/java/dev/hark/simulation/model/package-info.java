/**
 * What a run has to be like: a small account of what publishers, handlers and operators saw, and the rules it is
 * checked against. It knows the API of the broker and nothing of its mechanism.
 */
@NullMarked
package dev.hark.simulation.model;

import org.jspecify.annotations.NullMarked;
