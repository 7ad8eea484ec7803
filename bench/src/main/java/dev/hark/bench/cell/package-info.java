/** What happens in the JVM of one cell: one workload on one engine. */
@NullMarked
package dev.hark.bench.cell;

import org.jspecify.annotations.NullMarked;
