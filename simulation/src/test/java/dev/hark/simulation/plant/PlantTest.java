package dev.hark.simulation.plant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation finds faults: each plant is found under one of the first seeds, and core as it is under none. */
class PlantTest {
    private static final int MOST_SEEDS = 1_500;
    private static final int SEEDS_WITHOUT_PLANT = 100;

    static Stream<Plant> plants() {
        return Plants.all().stream();
    }

    @ParameterizedTest
    @MethodSource("plants")
    void plant_isFoundByARuleThatNamesIt(Plant plant) throws Exception {
        PlantedCore core = PlantedCore.with(plant);
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            Throwable found = run(core, seed);
            if (found != null) {
                String finder = finder(found);
                System.out.printf("%-60s found by %-16s at seed %d%n", plant, finder, seed);
                assertThat(plant.finders())
                        .as("%s: %s", plant, found.getMessage())
                        .contains(finder);
                return;
            }
        }
        assertThat(plant).as("found within %d seeds", MOST_SEEDS).isNull();
    }

    @Test
    void core_withoutAPlant_keepsEveryPromise() throws Exception {
        PlantedCore core = PlantedCore.unplanted();
        for (long seed = 1; seed <= SEEDS_WITHOUT_PLANT; seed++) {
            assertThat(run(core, seed)).as("seed %d", seed).isNull();
        }
    }

    @Test
    void plant_whosePassageIsGone_isRefused() {
        Plant rotten = new Plant("rotten", "dev/hark/Broker.java", "no such passage", "", "SUM");

        assertThatThrownBy(() -> PlantedCore.with(rotten))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("adapt the plant");
    }

    @Test
    void plants_areAtLeastEight() throws IOException {
        assertThat(Plants.all()).hasSizeGreaterThanOrEqualTo(8);
    }

    /** Runs one seed. Returns what was found, or null. */
    private static @Nullable Throwable run(PlantedCore core, long seed) throws ReflectiveOperationException {
        Method run = core.loadClass("dev.hark.simulation.Simulate").getMethod("run", long.class);
        try {
            run.invoke(null, seed);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    /** The name of the rule that was broken, or of the exception that ended the run. */
    private static String finder(Throwable found) throws ReflectiveOperationException {
        Throwable cause = found.getCause();
        if (cause == null) {
            return found.getClass().getSimpleName();
        }
        return cause.getClass().getSimpleName().equals("Violation")
                ? cause.getClass().getMethod("rule").invoke(cause).toString()
                : cause.getClass().getSimpleName();
    }
}
