package dev.hark.simulation.plant;

import java.util.List;

/**
 * A fault to be put into core: one passage of its source, replaced.
 *
 * @param name what is wrong then, in words
 * @param file the source file, from core's source folder on
 * @param original the passage, which must stand in the file exactly once
 * @param replacement what stands there instead
 * @param finders the rules any of which may find it; the name of a rule, or of the exception that ends the run
 */
record Plant(String name, String file, String original, String replacement, List<String> finders) {
    Plant(String name, String file, String original, String replacement, String... finders) {
        this(name, file, original, replacement, List.of(finders));
    }

    @Override
    public String toString() {
        return name;
    }
}
