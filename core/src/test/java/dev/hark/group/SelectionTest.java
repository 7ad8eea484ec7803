package dev.hark.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hark.DeliveryStrategy;
import dev.hark.Member;
import dev.hark.Message;
import dev.hark.PublishOptions;
import dev.hark.log.Origin;
import dev.hark.log.StoredMessage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a strategy may answer, and what becomes of everything else. */
class SelectionTest {
    private static final Member A = new Member("a", 1, true, 0);
    private static final Member B = new Member("b", 1, true, 0);
    private static final Message<Integer> MESSAGE =
            new StoredMessage<>(new Origin("topic", 0, "run", 0), 1, null, PublishOptions.none(), 0);

    private static Selection ask(DeliveryStrategy strategy, boolean one) {
        return Selection.ask(strategy, List.of(A, B), MESSAGE, one);
    }

    @Test
    void member_ofTheSnapshot_isChosen() {
        assertThat(ask((members, message) -> List.of(B), true)).isEqualTo(new Selection.Chosen(List.of(B)));
    }

    @Test
    void member_withOtherFigures_isKnownByItsId() {
        Member later = new Member("a", 1, false, 7);

        assertThat(ask((members, message) -> List.of(later), true))
                .isInstanceOfSatisfying(Selection.Chosen.class, chosen -> {
                    assertThat(chosen.includes("a")).isTrue();
                    assertThat(chosen.includes("b")).isFalse();
                });
    }

    @Test
    void severalMembers_whereSeveralMayBe_areChosen() {
        assertThat(ask((members, message) -> members, false)).isEqualTo(new Selection.Chosen(List.of(A, B)));
    }

    static Stream<Arguments> useless() {
        return Stream.of(
                arguments("throws", refusing(new IllegalStateException("no idea")), "threw"),
                arguments("throws an error", refusing(new StackOverflowError()), "threw"),
                arguments("selects nobody", answering(List.of()), "selected nobody"),
                arguments("selects several", answering(List.of(A, B)), "selected 2 members"),
                arguments("selects a stranger", answering(List.of(new Member("x", 1, true, 0))), "'x'"),
                arguments("puts null into its answer", answering(Arrays.asList(A, null)), "threw"),
                arguments("changes the snapshot", clearing(), "threw"));
    }

    private static DeliveryStrategy answering(List<Member> answer) {
        return (members, message) -> answer;
    }

    private static DeliveryStrategy clearing() {
        return (members, message) -> {
            members.clear();
            return members;
        };
    }

    private static DeliveryStrategy refusing(Throwable failure) {
        return (members, message) -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("useless")
    void strategy_ofNoUse_isRefusedWithTheReason(String what, DeliveryStrategy strategy, String why) {
        assertThat(ask(strategy, true))
                .asInstanceOf(InstanceOfAssertFactories.type(Selection.Refused.class))
                .extracting(Selection.Refused::why)
                .asString()
                .contains(why);
    }

    @Test
    @SuppressWarnings("NullAway") // what a strategy written without null checks may do
    void strategy_thatReturnsNull_isRefused() {
        assertThat(ask((members, message) -> null, true))
                .asInstanceOf(InstanceOfAssertFactories.type(Selection.Refused.class))
                .extracting(Selection.Refused::why)
                .asString()
                .contains("returned null");
    }
}
