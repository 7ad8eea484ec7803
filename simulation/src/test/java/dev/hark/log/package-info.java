/** The partition's protocol under a model checker: every step of a few threads against those of the others. */
@NullMarked
package dev.hark.log;

import org.jspecify.annotations.NullMarked;
