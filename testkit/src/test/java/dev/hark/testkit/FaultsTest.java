package dev.hark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hark.Subscriber;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Faults} without a broker. */
class FaultsTest {
    private final RecordingSubscriber<Integer> reached = RecordingSubscriber.acking();

    @Test
    void failFirst_ofEachMessage_countsThemApart() throws Exception {
        Subscriber<Integer> failing = Faults.failFirst(1, reached);
        assertThat(failing.onMessage(new TestMessage(1))).isFalse();
        assertThat(failing.onMessage(new TestMessage(2))).isFalse();
        assertThat(failing.onMessage(new TestMessage(1))).isTrue();
        assertThat(failing.onMessage(new TestMessage(2))).isTrue();
        assertThat(reached.deliveredPayloads()).containsExactly(1, 2);
    }

    @Test
    void throwFirst_ofEachMessage_throwsANewOneEachTime() throws Exception {
        List<Throwable> thrown = new ArrayList<>();
        Subscriber<Integer> failing = Faults.throwFirst(
                2,
                () -> {
                    Throwable next = new Exception("number " + thrown.size());
                    thrown.add(next);
                    return next;
                },
                reached);
        assertThatThrownBy(() -> failing.onMessage(new TestMessage(1))).hasMessage("number 0");
        assertThatThrownBy(() -> failing.onMessage(new TestMessage(1))).hasMessage("number 1");
        assertThat(failing.onMessage(new TestMessage(1))).isTrue();
    }

    @Test
    void failEvery_third_letsTheOthersThrough() throws Exception {
        Subscriber<Integer> failing = Faults.failEvery(3, reached);
        List<Boolean> answers = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
            answers.add(failing.onMessage(new TestMessage(number)));
        }
        assertThat(answers).containsExactly(true, true, false, true, true, false);
        assertThat(reached.payloads()).containsExactly(0, 1, 3, 4);
    }

    @Test
    void numbers_outOfRange_areRefused() {
        assertThatThrownBy(() -> Faults.failFirst(-1, reached)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Faults.failEvery(0, reached)).isInstanceOf(IllegalArgumentException.class);
    }
}
