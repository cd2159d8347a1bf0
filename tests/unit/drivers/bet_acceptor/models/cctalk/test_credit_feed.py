"""When the event buffer is read, and when a reading is believed."""

import pytest

from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.models.cctalk.credit_buffer import Adopted, Known, News, Same
from drivers.bet_acceptor.models.cctalk.credit_feed import CreditFeed
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LineProfile
from drivers.bet_acceptor.models.cctalk.requests import Urgency

NOTHING = bytes(11)
ONE = bytes((1, 3, 2)) + bytes(8)
TWO = bytes((2, 3, 2, 3, 2)) + bytes(6)


def feed(known=None):
    notes = SeatNotes(SeatMemory(known=known or Known(0, ((0, 0),) * 5)))
    return CreditFeed(LineProfile(poll_ms=250), notes)


def read(made, data, checksum=Checksum.SIMPLE, *, is_clean=True, is_wanted=False, polling_ms=None):
    return made.answered(
        data,
        1_000,
        checksum=checksum,
        is_clean=is_clean,
        is_wanted=is_wanted,
        polling_ms=polling_ms,
    )


def test_nothing_new_is_believed_at_once():
    made = feed()
    assert read(made, NOTHING) == Same()
    assert made.is_read


def test_news_under_the_8_bit_sum_are_believed_after_a_second_equal_reading():
    made = feed()
    assert read(made, ONE) is None
    assert not made.is_read
    assert made.request(is_wanted=False).urgency is Urgency.READ
    assert isinstance(read(made, ONE), News)
    assert made.is_read


def test_a_garbled_reading_is_never_believed():
    made = feed()
    garbled = bytes((9, 9, 9)) + bytes(8)
    assert read(made, garbled) is None
    assert read(made, NOTHING) == Same()
    assert read(made, garbled) is None  # not the second of two in a row


def test_a_reading_that_moves_on_is_read_until_it_stands():
    made = feed()
    assert read(made, ONE) is None
    assert read(made, TWO) is None
    verdict = read(made, TWO)
    assert [one.event for one in verdict.counted] == [(3, 2), (3, 2)]


def test_news_under_crc16_are_believed_at_once_on_a_clean_line():
    assert isinstance(read(feed(), ONE, Checksum.CRC16), News)


def test_a_late_answer_may_be_about_after_trouble():
    made = feed()
    assert read(made, ONE, Checksum.CRC16, is_clean=False) is None
    assert isinstance(read(made, ONE, Checksum.CRC16, is_clean=False), News)


def test_nothing_new_must_come_twice_where_a_closing_waits_for_it_after_trouble():
    made = feed()
    assert read(made, NOTHING, is_clean=False) == Same()
    assert read(made, NOTHING, is_clean=False, is_wanted=True) is None
    assert read(made, NOTHING, is_clean=False, is_wanted=True) == Same()


def test_a_first_reading_is_adopted_after_a_second_equal_one():
    made = CreditFeed(LineProfile(), SeatNotes(SeatMemory()))
    assert read(made, TWO) is None
    assert isinstance(read(made, TWO), Adopted)


@pytest.mark.parametrize(
    ("polling_ms", "due"), [(None, 1_250), (200, 1_200), (1_000, 1_250), (5, 1_050)]
)
def test_it_is_polled_as_often_as_the_device_wants_or_the_line_says(polling_ms, due):
    made = feed()
    read(made, NOTHING, polling_ms=polling_ms)
    request = made.request(is_wanted=False)
    assert (request.urgency, request.due_ms) == (Urgency.LATER, due)
    assert made.request(is_wanted=True).urgency is Urgency.READ


def test_a_device_that_was_just_found_is_read_anew():
    made = feed()
    read(made, ONE)
    made.begin(5_000)
    assert not made.is_read
    assert read(made, ONE) is None
