package dev.hark.group;

import dev.hark.DeliveryStrategy;
import dev.hark.Member;
import dev.hark.Message;
import dev.hark.delivery.Causes;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of asking a strategy, which is the user's code and may do anything. */
sealed interface Selection {
    /**
     * Members of the snapshot.
     *
     * @param members the members, perhaps more than once
     */
    record Chosen(List<Member> members) implements Selection {
        boolean includes(String id) {
            return isKnown(id, members);
        }
    }

    /**
     * No use can be made of the answer.
     *
     * @param why the reason
     */
    record Refused(String why) implements Selection {}

    /** Asks the strategy about a snapshot, which nobody changes any more, and checks its answer. */
    static Selection ask(DeliveryStrategy strategy, List<Member> members, Message<?> message, boolean one) {
        List<Member> answer;
        try {
            answer = strategy.select(Collections.unmodifiableList(members), message);
            return check(strategy, members, answer == null ? null : List.copyOf(answer), one);
        } catch (Throwable e) { // whatever a strategy throws must not end the router
            return new Refused("the strategy " + name(strategy) + " threw " + Causes.describe(e));
        }
    }

    private static Selection check(
            DeliveryStrategy strategy, List<Member> members, @Nullable List<Member> answer, boolean one) {
        if (answer == null) {
            return new Refused("the strategy " + name(strategy) + " returned null");
        }
        if (answer.isEmpty()) {
            return new Refused("the strategy " + name(strategy) + " selected nobody");
        }
        if (one && answer.size() > 1) {
            return new Refused("the strategy " + name(strategy) + " selected " + answer.size()
                    + " members, and a group's message goes to one");
        }
        for (Member member : answer) {
            if (!isKnown(member.id(), members)) {
                return new Refused(
                        "the strategy " + name(strategy) + " selected '" + member.id() + "', which is not a member");
            }
        }
        return new Chosen(answer);
    }

    private static boolean isKnown(String id, List<Member> members) {
        for (Member known : members) {
            if (known.id().equals(id)) {
                return true;
            }
        }
        return false;
    }

    private static String name(DeliveryStrategy strategy) {
        return strategy.getClass().getName();
    }
}
