"""A simulated acceptor answers as the public vectors say, and counts as real ones do."""

import pytest

from drivers.bet_acceptor.models.cctalk.codec import Checksum
from drivers.bet_acceptor.simulated_acceptor import AcceptorModel, Settled, SimulatedAcceptor

COINS = {1: "EU020A", 3: "EU050A"}
MODEL = AcceptorModel(
    serial_number=78 + 256 * 97 + 65_536 * 188, coin_ids=COINS, path=2, travel_ms=100
)


def acceptor(model=MODEL, checksum=Checksum.SIMPLE):
    return SimulatedAcceptor("acceptor-1", 2, checksum, model)


def decimal(text):
    return bytes(int(word) for word in text.split())


def ask(made, text, now_ms=1_000):
    """Send a frame; return the answer, None for silence."""
    data = decimal(text) if isinstance(text, str) else text
    answers = made.hear(data, now_ms)
    assert len(answers) <= 1
    return answers[0].data if answers else None


def opened(model=MODEL):
    made = acceptor(model)
    ask(made, "2 2 1 231 255 0 21")
    ask(made, "2 1 1 228 1 23")
    return made


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("2 0 1 254 255", "1 0 2 0 253"),
        ("2 0 1 245 8", "1 13 2 0 67 111 105 110 32 65 99 99 101 112 116 111 114 22"),
        ("2 0 1 242 11", "1 3 2 0 78 97 188 143"),
        ("2 0 1 249 4", "1 2 2 0 2 20 229"),
        ("2 1 1 228 0 24", "1 0 2 0 253"),
        ("2 2 1 231 255 0 21", "1 0 2 0 253"),
        ("2 1 1 184 1 67", "1 6 2 0 69 85 48 50 48 65 138"),
        ("2 1 1 184 9 59", "1 6 2 0 46 46 46 46 46 46 227"),
        ("2 0 1 229 24", "1 11 2 0 0 0 0 0 0 0 0 0 0 0 0 242"),
    ],
)
def test_public_vectors(request_, answer):
    assert ask(acceptor(), request_) == decimal(answer)


def test_masks_and_inhibits_are_kept():
    made = opened()
    assert ask(made, "2 0 1 230 23") == decimal("1 2 2 0 255 0 252")
    assert ask(made, "2 0 1 227 26") == decimal("1 1 2 0 1 251")


def test_tokens_are_counted_as_the_public_vectors_show():
    made = opened()
    made.insert(1, 3, 2_000)
    assert ask(made, "2 0 1 229 24", 2_050) == decimal("1 11 2 0 0 0 0 0 0 0 0 0 0 0 0 242")
    made.advance(2_100)
    assert ask(made, "2 0 1 229 24", 2_110) == decimal("1 11 2 0 1 3 2 0 0 0 0 0 0 0 0 236")
    assert made.take_settled() == [Settled(1, 3, "accepted", 1)]
    assert made.take_settled() == []


def test_a_token_that_was_found_good_is_counted_after_the_window_was_shut():
    made = opened()
    made.insert(1, 1, 2_000)
    ask(made, "2 1 1 228 0 24", 2_020)
    made.insert(2, 1, 2_030)
    made.advance(2_200)
    settled = made.take_settled()
    # The second was refused at once, and counted as an error before the first had arrived.
    assert settled == [Settled(2, 1, "rejected"), Settled(1, 1, "accepted", 2)]
    assert made.events[:2] == [(1, 2), (0, 2)]


@pytest.mark.parametrize(
    ("prepare", "token", "code"),
    [
        ("2 1 1 228 0 24", 1, 2),  # everything inhibited
        ("2 2 1 231 4 0 16", 1, 128),  # this kind inhibited
        (None, 7, 1),  # a kind that it does not know
    ],
)
def test_rejects(prepare, token, code):
    made = opened()
    if prepare:
        assert ask(made, prepare) is not None
    made.insert(1, token, 2_000)
    assert made.take_settled() == [Settled(1, token, "rejected")]
    assert (made.counter, made.events[0]) == (1, (0, code))


def test_a_refused_token_is_an_event_at_once_and_back_after_a_moment():
    made = acceptor(AcceptorModel(return_ms=300))
    made.insert(1, 1, 2_000)
    assert made.counter == 1
    assert made.take_settled() == []
    assert made.next_due_ms == 2_300
    made.advance(2_299)
    assert made.take_settled() == []
    made.advance(2_300)
    assert made.take_settled() == [Settled(1, 1, "rejected")]
    assert made.next_due_ms is None


def test_a_model_that_does_not_count_rejects():
    made = acceptor(AcceptorModel(counts_rejects=False))
    made.insert(1, 1, 2_000)
    assert made.counter == 0


def test_power_cut_forgets_everything_swallows_what_travels_and_is_deaf_for_a_while():
    made = opened()
    ask(made, "2 1 1 233 1 18")
    made.insert(1, 1, 2_000)
    made.advance(2_100)
    made.insert(2, 1, 2_150)
    made.take_settled()
    assert made.is_lit
    made.reset(2_200)
    assert made.take_settled() == [Settled(2, 1, "swallowed")]
    assert (made.counter, made.mask, made.is_accepting, made.is_lit) == (0, 0, False, False)
    assert ask(made, "2 0 1 254 255", 2_400) is None
    made.insert(3, 1, 2_400)
    assert made.take_settled() == [Settled(3, 1, "rejected")]
    assert ask(made, "2 0 1 254 255", 2_500) is not None
    assert [change.is_lit for change in made.take_lamp_changes()] == [True, False]


def test_a_soft_reset_is_acknowledged_and_does_the_same():
    made = opened()
    made.report_error(1)
    assert ask(made, "2 0 1 1 252", 3_000) == decimal("1 0 2 0 253")
    assert made.counter == 0


def test_a_muted_device_counts_on():
    made = opened()
    made.mute(2_000, 1_000)
    made.insert(1, 1, 2_100)
    made.advance(2_300)
    assert made.counter == 1
    assert ask(made, "2 0 1 254 255", 2_900) is None
    assert ask(made, "2 0 1 254 255", 3_000) is not None


@pytest.mark.parametrize(
    "text",
    [
        "3 0 1 254 254",  # for a neighbour
        "2 0 1 254 254",  # a wrong checksum
        "2 0 1 200 53",  # a header that it does not know
        "2 1 1 254 0 254",  # data where none is asked for
        "1 0 2 0 253",  # a neighbour's answer
    ],
)
def test_silence(text):
    assert ask(acceptor(), text) is None


def test_a_message_with_a_pause_in_it_is_forgotten():
    made = acceptor()
    poll = decimal("2 0 1 254 255")
    assert made.hear(poll[:3], 1_000) == []
    assert made.hear(poll[3:], 1_051) == []
    assert ask(made, poll, 1_200) is not None
    assert made._comms == [2, 0, 0]  # the first half, and the second


def test_a_message_in_pieces_without_a_pause():
    made = acceptor()
    poll = decimal("2 0 1 254 255")
    assert made.hear(poll[:3], 1_000) == []
    assert len(made.hear(poll[3:], 1_050)) == 1


def test_the_other_checksum_is_silence():
    crc_poll = bytes.fromhex("02 00 B1 FE 60")
    assert ask(acceptor(), crc_poll) is None
    made = acceptor(checksum=Checksum.CRC16)
    assert ask(made, crc_poll) == bytes.fromhex("01 00 30 00 37")
    assert ask(made, "2 0 1 254 255") is None


def test_lamp_and_its_sense():
    made = acceptor()
    ask(made, "2 1 1 238 1 13")
    assert made.is_lit
    assert ask(made, "2 0 1 237 16") == decimal("1 1 2 0 1 251")
    made.break_lamp(2_000, is_broken=True)
    assert ask(made, "2 0 1 237 16") == decimal("1 1 2 0 0 252")
    assert not made.is_lit
    made.break_lamp(3_000, is_broken=False)
    assert [(c.is_lit, c.at_ms) for c in made.take_lamp_changes()] == [
        (True, 1_000), (False, 2_000), (True, 3_000),
    ]  # fmt: skip


def test_busy_and_self_check():
    made = acceptor(AcceptorModel(self_check_ms=700))
    made.busy_answers = 1
    assert ask(made, "2 0 1 254 255") == decimal("1 0 2 6 247")
    made.self_check_code = 2
    (answer,) = made.hear(decimal("2 0 1 232 21"), 1_000)
    assert answer.data == decimal("1 1 2 0 2 250")
    assert answer.delay_ms == 700


def test_what_a_device_counts_of_bad_messages():
    made = acceptor()
    ask(made, "2 0 1 254 254")
    made.hear(b"\x02\x00", 2_000)
    assert ask(made, "2 0 1 2 251", 3_000) == decimal("1 3 2 0 2 0 1 247")
    ask(made, "2 0 1 3 250", 3_000)
    assert ask(made, "2 0 1 2 251", 3_000) == decimal("1 3 2 0 0 0 0 250")


def test_power_outlives_the_program():
    made = opened()
    made.insert(1, 1, 2_000)
    made.advance(2_100)
    ask(made, "2 1 1 233 1 18")
    other = acceptor()
    other.restore(made.to_json())
    assert other.to_json() == made.to_json()
    assert (other.counter, other.is_lit, other.is_accepting) == (1, True, True)
