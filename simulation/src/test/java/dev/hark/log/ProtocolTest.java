package dev.hark.log;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Under each overflow policy, no interleaving loses, doubles, reorders or forgets a message. The property {@code hark.lincheck.invocations} asks for more. */
class ProtocolTest {
    static final String[] SCENARIOS = {
        "publish publish | turn turn",
        "publish | publish | turn",
        "publish publish publish : publish | turn",
        "publish : publish | turn | close",
        "publish : publish | subscribe turn",
        "publish : publish | turn | end"
    };
    private static final int INVOCATIONS = 10;

    @ParameterizedTest
    @ValueSource(
            classes = {
                Models.Fail.class,
                Models.Block.class,
                Models.DropOldest.class,
                Models.DropNewest.class,
                Models.DeadLetter.class
            })
    void messages_underEveryInterleaving_areInTheirPlace(Class<?> model) {
        run(model);
    }

    static void run(Class<?> model) {
        Protocol.check(model, Integer.getInteger("hark.lincheck.invocations", INVOCATIONS), SCENARIOS);
    }
}
