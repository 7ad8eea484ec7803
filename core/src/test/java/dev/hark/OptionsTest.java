package dev.hark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The limits of options, and what is said at them. */
class OptionsTest {
    @ParameterizedTest
    @CsvSource({
        "1, 50",
        "2, 100",
        "3, 200",
        "4, 400",
        "5, 800",
        "6, 1000",
        "7, 1000",
        "63, 1000",
        "64, 1000",
        "1000000, 1000"
    })
    void delay_ofTheDefault_doublesUpToTheLongest(int attempt, long millis) {
        assertThat(Retry.defaults().delayAfter(attempt)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void delay_ofOtherPolicies_isAsTold() {
        assertThat(Retry.none().delayAfter(1)).isZero();
        assertThat(Retry.fixed(Duration.ofSeconds(3)).delayAfter(9)).isEqualTo(Duration.ofSeconds(3));
        Retry days = Retry.exponential(Duration.ofDays(1), Retry.MAX_DELAY);
        assertThat(days.delayAfter(9)).isEqualTo(Duration.ofDays(256));
        assertThat(days.delayAfter(10)).isEqualTo(Retry.MAX_DELAY);
        assertThat(days.delayAfter(18)).isEqualTo(Retry.MAX_DELAY);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(() -> Buffer.of(0, Overflow.fail()), "capacity is 0", "unlimited()"),
                refused(() -> Buffer.of(-1, Overflow.fail()), "capacity is -1", "at least 1"),
                refused(() -> Overflow.block(Duration.ZERO), "timeout is 0", "Overflow.fail()"),
                refused(() -> Overflow.block(Duration.ofMillis(-1)), "timeout is PT-0.001S", "allowed are 0 to"),
                refused(() -> Overflow.block(Duration.ofDays(366)), "timeout is PT8784H", "allowed are 0 to"),
                refused(() -> Retry.fixed(Duration.ofMillis(-1)), "firstDelay is PT-0.001S", "allowed"),
                refused(() -> Retry.none().withMaxAttempts(0), "maxAttempts is 0", "at least 1"),
                refused(
                        () -> Retry.exponential(Duration.ofSeconds(2), Duration.ofSeconds(1)),
                        "firstDelay PT2S is longer",
                        "maxDelay PT1S"),
                refused(() -> new RetryLaterException(Duration.ofSeconds(-1)), "delay is PT-1S", "allowed"),
                refused(() -> new DeadLetterLimits(0, 1), "limits are 0 and 1", "at least 1"),
                refused(() -> SubscriptionOptions.named(" "), "name is ' '", "not all blank"),
                refused(() -> SubscriptionOptions.named("x".repeat(256)), "allowed are 1 to 255", "name"),
                refused(() -> Membership.of(""), "group is ''", "1 to 255"),
                refused(() -> Membership.of("g").withWeight(0), "weight is 0", "1 to 1000"),
                refused(() -> PublishOptions.none().withId(""), "id has 0 characters", "1 to 255"),
                refused(() -> BrokerDefaults.standard().withMaxWaitingPublishers(0), "maxWaitingPublishers is 0", "1"),
                refused(
                        () -> BrokerDefaults.standard().withCloseDeadline(Duration.ofNanos(-1)),
                        "closeDeadline is PT-0.000000001S",
                        "allowed"));
    }

    private static Arguments refused(ThrowingCallable call, String given, String allowed) {
        return Arguments.of(call, given, allowed);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void value_beyondItsLimit_isRefusedWithBoth(ThrowingCallable call, String given, String allowed) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(given)
                .hasMessageContaining(allowed);
    }

    @Test
    void options_areValues() {
        SubscriptionOptions options = SubscriptionOptions.named("s")
                .withGroup("g")
                .withBuffer(Buffer.of(5, Overflow.dropNewest()))
                .withRetry(Retry.none())
                .withDeadLetters(new DeadLetterLimits(1, 2));

        assertThat(options)
                .isEqualTo(new SubscriptionOptions(
                        "s",
                        new Membership("g", 1, null),
                        Ordering.SUBSCRIPTION,
                        new Buffer(5, new Overflow.DropNewest()),
                        new Retry(Duration.ZERO, Duration.ZERO, 1),
                        new DeadLetterLimits(1, 2)));
        assertThat(Buffer.unlimited().isUnlimited()).isTrue();
        assertThat(PublishOptions.none().withHeaders(Map.of("a", "b")).headers())
                .containsExactly(Map.entry("a", "b"));
    }

    @Test
    void report_thatLeftNothing_isClean() {
        assertThat(new CloseReport(5, Map.of(), List.of()).isClean()).isTrue();
        assertThat(new CloseReport(5, Map.of("s", 1L), List.of()).isClean()).isFalse();
        assertThat(new CloseReport(5, Map.of(), List.of("s")).isClean()).isFalse();
    }

    @Test
    void tally_missing_isWhatIsInNoPlace() {
        assertThat(new Tally(10, 2, 5, 1, 1, 1, 1, 3).missing()).isZero();
        assertThat(new Tally(10, 0, 5, 1, 1, 0, 1, 1).missing()).isEqualTo(1);
    }

    @Test
    void explanation_asText_hasALineForEachPlace() {
        Explanation explanation = new Explanation(
                "m-1",
                List.of(
                        new Explanation.Place("billing", Explanation.Status.WAITING, "waits behind 3"),
                        new Explanation.Place("audit", Explanation.Status.NOT_HELD, "settled or dropped")));

        assertThat(explanation.toString().lines())
                .containsExactly("m-1", "  billing: waits behind 3", "  audit: settled or dropped");
        assertThat(new Explanation("m-2", List.of()).toString())
                .isEqualTo("m-2: no such message is held by any subscription");
    }
}
