/** Seeded runs of the whole broker under virtual time, checked against a model. Nothing here is part of a release. */
@NullMarked
package dev.hark.simulation;

import org.jspecify.annotations.NullMarked;
