package dev.hark.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which existing name is suggested for one that does not exist. */
class NearestNameTest {
    private static final List<String> NAMES = List.of("orders.created", "orders.cancelled", "payments", "quakes", "a");

    @ParameterizedTest
    @CsvSource({
        "orders.create, orders.created",
        "orders.craeted, orders.created",
        "order.canceled, orders.cancelled",
        "Payments, payments",
        "quaeks, quakes",
        "quake, quakes",
        "b,",
        "weather,",
        "'',"
    })
    void name_nearAnother_suggestsIt(String name, @Nullable String nearest) {
        assertThat(NearestName.of(name, NAMES)).isEqualTo(nearest);
    }

    @Test
    void names_equallyNear_suggestTheFirstInOrder() {
        assertThat(NearestName.of("topic-x", List.of("topic-c", "topic-a", "topic-b")))
                .isEqualTo("topic-a");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void distance_withItsShortCuts_findsWhatTheWholeTableFinds(long seed) {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            names.add(randomName(random));
        }
        for (int i = 0; i < 50; i++) {
            String name = randomName(random);
            assertThat(NearestName.of(name, names))
                    .as("seed %d, %s", seed, name)
                    .isEqualTo(byWholeTable(name, names));
        }
    }

    private static String randomName(Random random) {
        return IntStream.range(0, 1 + random.nextInt(8))
                .collect(
                        StringBuilder::new,
                        (text, i) -> text.append((char) ('a' + random.nextInt(3))),
                        StringBuilder::append)
                .toString();
    }

    private static @Nullable String byWholeTable(String name, List<String> names) {
        String nearest = null;
        int best = Integer.MAX_VALUE;
        for (String candidate : names) {
            int distance = distance(name, candidate);
            int limit = Math.max(2, name.length() / 3);
            boolean allowed = distance <= limit && distance < Math.max(name.length(), candidate.length());
            boolean better =
                    distance < best || (distance == best && nearest != null && candidate.compareTo(nearest) < 0);
            if (allowed && better) {
                best = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    private static int distance(String a, String b) {
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                table[i][j] = i == 0 ? j : j == 0 ? i : cell(table, a, b, i, j);
            }
        }
        return table[a.length()][b.length()];
    }

    private static int cell(int[][] table, String a, String b, int i, int j) {
        int replaced = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int cell = Math.min(replaced, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
        boolean exchanged = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return exchanged ? Math.min(cell, table[i - 2][j - 2] + 1) : cell;
    }
}
