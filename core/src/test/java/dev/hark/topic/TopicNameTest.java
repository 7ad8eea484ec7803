package dev.hark.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which names a topic may have. */
class TopicNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "orders.created", "Ünïcödé.日本", "a*b", "x#", "with space", "🌋"})
    void name_thatIsValid_isReturned(String name) {
        assertThat(TopicName.check(name)).isSameAs(name);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("", "is empty"),
                Arguments.of(".", "has an empty level"),
                Arguments.of("a..b", "has an empty level"),
                Arguments.of("a.", "has an empty level"),
                Arguments.of("a.*", "has the wildcard '*' as a level"),
                Arguments.of("#", "has the wildcard '#' as a level"),
                Arguments.of("a\nb", "control character \\u000a"),
                Arguments.of("a\ud83cb", "half of a surrogate pair"),
                Arguments.of("x".repeat(256), "has 256 bytes"),
                Arguments.of("é".repeat(128), "has 256 bytes"),
                Arguments.of("a.".repeat(32) + "a", "has 33 levels"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void name_thatIsNotValid_isRefusedWithTheReasonAndTheRule(String name, String reason) {
        assertThatThrownBy(() -> TopicName.check(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining("at most 255 bytes of UTF-8 and 32 levels");
    }

    @ParameterizedTest
    @ValueSource(ints = {255, 254})
    void name_upToTheLimitOfBytes_isValid(int sizeBytes) {
        assertThat(TopicName.check("x".repeat(sizeBytes))).hasSize(sizeBytes);
    }
}
