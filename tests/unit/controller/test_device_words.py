"""A device is the worse of two words, its own and its driver's, in whatever order they come."""

from itertools import permutations

import pytest
from message_samples import DRIVER, NOW, SHOE, TABLE

from dealer_station.controller.device_words import DRIVER_LOST, DeviceWords, Standing
from dealer_station.messages.device import DeviceState, DriverLife, DriverState, Life, OwnedDevice
from dealer_station.table.devices import DeviceStatus


def own(session, life=Life.READY, reason=None, faults=()):
    return DeviceState(
        device=SHOE.device, session=session, state=life, since=NOW, reason=reason, faults=faults
    )


def of_driver(session, life, driver=DRIVER):
    owned = (OwnedDevice(kind=SHOE.kind, device=SHOE.device),)
    return DriverState(driver=driver, session=session, state=life, since=None, devices=owned)


def dead(session, driver=DRIVER):
    return of_driver(session, DriverLife.LOST, driver)


def alive(session, driver=DRIVER):
    return of_driver(session, DriverLife.READY, driver)


def lost(session, faults=()):
    return Standing(Life.LOST, session, DRIVER_LOST, faults)


def ready(session):
    return Standing(Life.READY, session, "", ())


class Desk:
    """Words, and the record that follows what they come to."""

    def __init__(self):
        self.words = DeviceWords()
        self.recorded = None

    def hear(self, *said):
        for word in said:
            if isinstance(word, DeviceState):
                self.words.hear_device(SHOE, word)
            else:
                self.words.hear_driver(TABLE, word)
            self._record()
        return self

    def _record(self):
        now = self.words.standing(SHOE, self.recorded)
        if now is not None:
            self.recorded = DeviceStatus(
                SHOE.device, SHOE.kind.value, now.life.value, now.session, now.reason, NOW,
                now.faults,
            )  # fmt: skip

    def restart(self):
        self.words = DeviceWords()
        return self

    @property
    def now(self):
        said = self.recorded
        return said and Standing(Life(said.device_state), said.session, said.reason, said.faults)


@pytest.fixture
def desk():
    return Desk()


@pytest.mark.parametrize("life", Life)
def test_without_a_word_of_its_driver_a_devices_own_counts(desk, life):
    assert desk.hear(own(2, life, "why", ("f",))).now == Standing(life, 2, "why", ("f",))


@pytest.mark.parametrize(
    ("said", "comes_to"),
    [
        ((alive(2), own(2)), ready(2)),
        ((dead(2), own(2)), lost(2)),
        ((dead(1), own(2)), ready(2)),
        ((dead(3), own(2)), lost(3)),
        ((alive(2), own(2, Life.DISCONNECTED)), Standing(Life.DISCONNECTED, 2, "", ())),
        ((dead(2), own(2, faults=("device_lost",))), lost(2, ("device_lost",))),
        # An old will after the new birth; a driver that was taken over by another one.
        ((alive(2), dead(1), own(2)), ready(2)),
        ((dead(1), alive(2), own(2)), ready(2)),
        ((dead(9), alive(9, "other-driver"), own(9)), ready(9)),
        ((alive(8), dead(9, "other-driver"), own(9)), lost(9)),
    ],
)
def test_the_order_of_the_words_does_not_matter(said, comes_to):
    for order in permutations(said):
        assert Desk().hear(*order).now == comes_to, order


def test_a_driver_that_comes_back_lets_the_devices_own_word_count_again(desk):
    assert desk.hear(alive(2), own(2), dead(2)).now == lost(2)
    assert desk.hear(alive(2)).now == ready(2)


def test_a_new_session_waits_for_the_devices_own_word_of_it(desk):
    desk.hear(alive(2), own(2), dead(2), alive(3))
    assert desk.now == lost(2)
    assert desk.hear(own(3)).now == ready(3)


@pytest.mark.parametrize("said", list(permutations((dead(2), own(2)))))
def test_after_a_restart_the_shoe_of_a_dead_driver_is_lost_at_every_moment(said):
    desk = Desk().hear(alive(2), own(2), dead(2)).restart()
    for word in said:
        assert desk.hear(word).now == lost(2)


@pytest.mark.parametrize("said", list(permutations((alive(3), own(3)))))
def test_a_driver_that_came_back_while_the_station_was_down_is_ready(said):
    assert Desk().hear(own(2), dead(2)).restart().hear(*said).now == ready(3)


@pytest.mark.parametrize("said", list(permutations((alive(2), own(2)))))
def test_one_that_only_reconnected_while_the_station_was_down_is_ready(said):
    assert Desk().hear(own(2), dead(2)).restart().hear(*said).now == ready(2)


def test_an_old_will_alone_does_not_outweigh_what_the_record_knows(desk):
    assert desk.hear(own(2)).restart().hear(dead(1)).now == ready(2)


def test_the_faults_that_wait_for_a_person_stand_when_the_driver_dies(desk):
    desk.hear(own(2, Life.DEGRADED, faults=("device_lost",)), dead(2))
    assert desk.now == lost(2, ("device_lost",))
    assert desk.restart().hear(dead(2)).now == lost(2, ("device_lost",))


def test_a_dead_driver_of_a_device_that_never_spoke_makes_it_lost(desk):
    assert desk.hear(dead(1)).now == lost(1)


def test_a_drivers_word_concerns_the_devices_it_lists_unless_it_is_old():
    words = DeviceWords()
    assert words.hear_driver(TABLE, alive(2)) == (SHOE,)
    assert words.hear_driver(TABLE, dead(1)) == ()
    assert words.hear_driver("CS-9", dead(1))[0].table == "CS-9"
