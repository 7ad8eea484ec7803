/** Runs the jcstress cases of this module within the build. */
@NullMarked
package dev.hark.jcstress;

import org.jspecify.annotations.NullMarked;
