package dev.hark.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hark.DeadLetterLimits;
import dev.hark.DeadLetterReason;
import dev.hark.FailedAttempt;
import dev.hark.PublishOptions;
import dev.hark.log.Origin;
import dev.hark.log.StoredMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits, eviction and the way back of dead letters. */
class DeadLetterBoxTest {
    private final DeadLetterBox<Integer> box = new DeadLetterBox<>(new DeadLetterLimits(3, 2));

    private static Parcel<Integer> parcel(int payload) {
        return Parcel.fresh(
                new StoredMessage<>(new Origin("topic", 0, "run", 0), payload, null, PublishOptions.none(), 0));
    }

    private boolean fail(int payload) {
        return box.add(parcel(payload), DeadLetterReason.ATTEMPTS_EXHAUSTED, "", 0);
    }

    private boolean overflow(int payload) {
        return box.add(parcel(payload), DeadLetterReason.OVERFLOW, "", 0);
    }

    private List<Integer> letters() {
        return box.list().stream().map(letter -> letter.message().payload()).toList();
    }

    private List<Integer> takeRedriven() {
        List<Integer> taken = new ArrayList<>();
        for (Parcel<Integer> next = box.nextRedriven(); next != null; next = box.nextRedriven()) {
            taken.add(next.message().payload());
        }
        return taken;
    }

    @Test
    void letter_beyondTheLimit_evictsTheOldestOfItsKind() {
        assertThat(overflow(0)).isFalse();
        assertThat(fail(1)).isFalse();
        assertThat(fail(2)).isFalse();
        assertThat(fail(3)).isFalse();

        assertThat(fail(4)).isTrue();

        assertThat(letters()).containsExactly(0, 2, 3, 4);
    }

    @Test
    void flood_ofOverflow_evictsNothingThatFailed() {
        fail(0);

        for (int i = 1; i < 100; i++) {
            overflow(i);
        }

        assertThat(letters()).containsExactly(0, 98, 99);
    }

    @Test
    void room_forOverflowToCome_isMadeAtTheCostOfTheOldestOfItsKind() {
        fail(0);
        overflow(1);
        overflow(2);

        assertThat(box.makeRoom(0)).isZero();
        assertThat(box.makeRoom(1)).isOne();
        assertThat(box.makeRoom(1)).isZero();

        assertThat(letters()).containsExactly(0, 2);
    }

    @Test
    void letters_ofBothKinds_areListedInTheirOrder() {
        fail(0);
        overflow(1);
        fail(2);
        overflow(3);

        assertThat(letters()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void letter_onItsWayBack_isNoLetterAnyMore() {
        fail(0);

        assertThat(box.redrive(box.list())).isOne();

        assertThat(box.size()).isZero();
        assertThat(box.redrivenSize()).isOne();
    }

    @Test
    void redrive_ofLettersThatAreGone_choosesNone() {
        fail(0);
        List<DeadLetterBox.Letter<Integer>> known = box.list();
        box.remove(known);

        assertThat(box.redrive(known)).isZero();
        assertThat(takeRedriven()).isEmpty();
    }

    @Test
    void redriven_letter_beginsANewLifeWithItsHistory() {
        FailedAttempt failure = new FailedAttempt(1, Instant.EPOCH, null);
        Parcel<Integer> failed = new Parcel<>(parcel(0).message(), 1, List.of(failure));
        box.add(failed, DeadLetterReason.REJECTED, "", 0);
        box.redrive(box.list());

        assertThat(box.nextRedriven()).isEqualTo(new Parcel<>(failed.message(), 0, List.of(failure)));
    }

    @Test
    void givenBackMessages_goBeforeThoseThatAreRedriven_inTheirOrder() {
        fail(0);
        box.redrive(box.list());

        box.giveBack(List.of(parcel(1), parcel(2)));

        assertThat(takeRedriven()).containsExactly(1, 2, 0);
    }

    @Test
    void letters_beyondTheRoomOnTheWayBack_stayLettersUntilThereIsRoom() {
        int count = DeadLetterBox.REDRIVE_CAPACITY + 2;
        DeadLetterBox<Integer> large = new DeadLetterBox<>(new DeadLetterLimits(count, 1));
        for (int i = 0; i < count; i++) {
            large.add(parcel(i), DeadLetterReason.REJECTED, "", 0);
        }

        assertThat(large.redrive(large.list())).isEqualTo(count);
        assertThat(large.redrivenSize()).isEqualTo(DeadLetterBox.REDRIVE_CAPACITY);
        assertThat(large.size()).isEqualTo(2);
        large.nextRedriven();

        assertThat(large.redrivenSize()).isEqualTo(DeadLetterBox.REDRIVE_CAPACITY);
        assertThat(large.size()).isOne();
    }

    @Test
    void dropRedriven_forgetsWhatIsOnItsWay_andKeepsLetters() {
        fail(0);
        box.redrive(box.list());
        fail(1);

        assertThat(box.dropRedriven()).isOne();

        assertThat(takeRedriven()).isEmpty();
        assertThat(letters()).containsExactly(1);
    }
}
