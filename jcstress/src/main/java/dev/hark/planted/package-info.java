/** Cases with a planted fault, each of which must be found: they show that the others' passing means something. */
@NullMarked
package dev.hark.planted;

import org.jspecify.annotations.NullMarked;
