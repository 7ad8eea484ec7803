/** What all sources of Hark keep to and no other tool checks: sizes, names, comments. Knows sources, never classes. */
@NullMarked
package dev.hark.tidy;

import org.jspecify.annotations.NullMarked;
