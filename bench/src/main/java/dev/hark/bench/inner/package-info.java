/** What the inner pieces of Hark cost, each measured by itself with JMH. */
@NullMarked
package dev.hark.bench.inner;

import org.jspecify.annotations.NullMarked;
