"""Damaged hands: each is read as a hand that is written back the same, or refused with its line."""

from hypothesis import given
from hypothesis import strategies as st
from recorded_hands import FILES, NO_LIMIT, STUD

from dealer_station.hand_history.reader import HandError, parse_hands
from dealer_station.hand_history.steps import UnplayableError, playable
from dealer_station.hand_history.writer import write_hand

TEXTS = (NO_LIMIT, STUD, *(file.read_text() for file in FILES if file.suffix == ".phh"))
PIECES = st.sampled_from(
    ["", "'", "[", "]", ",", "-", "1", "0", ".", "p9", "??", "As", "#", "\n", "= ", "true", "nan",
     "1e9", "{a=1}", "[1]", "'x'", "\\u0000", "ß"],
)  # fmt: skip


@given(st.sampled_from(TEXTS), st.data())
def test_a_damaged_hand_is_a_hand_or_has_a_named_fault(text, data):
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 9))
        text = text[:start] + data.draw(PIECES) + text[end:]
    recorded, error = read(text)
    if recorded is None:
        assert 1 <= error.line <= text.count("\n") + 1
        assert str(error).startswith(f"h.phh:{error.line}: ")
        return
    (again,) = parse_hands(write_hand(recorded.hand), "h.phh")
    assert again.hand == recorded.hand
    assert steps_or_fault(recorded.hand)


def read(text):
    try:
        (recorded,) = parse_hands(text, "h.phh")
    except HandError as error:
        return None, error
    return recorded, None


def steps_or_fault(hand):
    try:
        return len(playable(hand).start.stacks_minor) == hand.player_count
    except UnplayableError as error:
        return bool(error.key)
