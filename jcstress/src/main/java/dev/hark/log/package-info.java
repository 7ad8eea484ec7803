/** The partition protocol under jcstress. Here to reach what {@code dev.hark.log} in core keeps to its package. */
@NullMarked
package dev.hark.log;

import org.jspecify.annotations.NullMarked;
