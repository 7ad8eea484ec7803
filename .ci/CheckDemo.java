import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the figures that {@code ./hark demo --json} printed: java .ci/CheckDemo.java FILE */
final class CheckDemo {
    private static final Map<String, Long> TOTALS = Map.of("published", 9366L, "alerts", 419L, "redriven", 16L);
    private static final List<String> ALL_ACKED = List.of("alerts", "stats", "flaky", "poison");
    private static final List<String> PLACES =
            List.of("acked", "deadLettered", "dropped", "expired", "purged", "pending");

    private static final Pattern OBJECT = Pattern.compile("\"([^\"]+)\"\\s*:\\s*\\{([^{}]*)}");
    private static final Pattern NUMBER = Pattern.compile("\"([^\"]+)\"\\s*:\\s*(\\d+)");

    private final List<String> wrong = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        String json = Files.readString(Path.of(args[0]));
        CheckDemo check = new CheckDemo();
        check.totals(numbers(OBJECT.matcher(json).replaceAll("")));
        check.subscriptions(subscriptions(json));
        if (check.wrong.isEmpty()) {
            System.out.println("The demo's figures are right.");
        } else {
            System.out.println("The demo's figures are wrong:");
            check.wrong.forEach(line -> System.out.println("  " + line));
            System.out.println(json);
            System.exit(1);
        }
    }

    private void totals(Map<String, Long> totals) {
        new TreeMap<>(TOTALS).forEach((name, value) -> expect(name, value, totals.get(name)));
    }

    private void subscriptions(Map<String, Map<String, Long>> subscriptions) {
        for (String name : ALL_ACKED) {
            expect(name + ".acked", 9366L, subscriptions.getOrDefault(name, Map.of()).get("acked"));
        }
        expect("map.pending", 0L, subscriptions.getOrDefault("map", Map.of()).get("pending"));
        subscriptions.forEach((name, counts) -> {
            List<String> missing = new ArrayList<>(PLACES);
            missing.addAll(List.of("published", "replayed"));
            missing.removeAll(counts.keySet());
            if (missing.isEmpty()) {
                long places = PLACES.stream().mapToLong(counts::get).sum();
                expect(name + ": the sum over all places", counts.get("published") + counts.get("replayed"), places);
            } else {
                wrong.add(name + ": has no " + missing);
            }
        });
    }

    private void expect(String what, long expected, Long actual) {
        if (actual == null || actual != expected) {
            wrong.add(what + " is " + actual + ", not " + expected);
        }
    }

    private static Map<String, Map<String, Long>> subscriptions(String json) {
        Map<String, Map<String, Long>> found = new LinkedHashMap<>();
        Matcher object = OBJECT.matcher(json);
        while (object.find()) {
            found.put(object.group(1), numbers(object.group(2)));
        }
        return found;
    }

    private static Map<String, Long> numbers(String json) {
        Map<String, Long> found = new LinkedHashMap<>();
        Matcher number = NUMBER.matcher(json);
        while (number.find()) {
            found.put(number.group(1), Long.valueOf(number.group(2)));
        }
        return found;
    }
}
