/** Hark measured side by side with its peers. Nothing here is part of a release. */
@NullMarked
package dev.hark.bench;

import org.jspecify.annotations.NullMarked;
