"""Hands to text: every recorded hand comes back to the byte, and any hand to the same hand."""

import tomllib
from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded_hands import FILES, NO_LIMIT

from dealer_station.hand_history.reader import SEVERAL_HANDS, parse_hands, read_hands
from dealer_station.hand_history.writer import toml_value, write_hand, write_hands


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_file_comes_back_to_the_byte(file):
    hands = list(read_hands(file))
    if file.suffix == SEVERAL_HANDS:
        written = write_hands((hand.name.rpartition(" ")[2], hand.hand) for hand in hands)
    else:
        written = write_hand(hands[0].hand)
    assert written == file.read_text()


def test_keys_of_the_format_and_of_users_are_kept():
    more = (
        "author = 'Zoë'\nday = 3\n_note = \"it's\\nlate\\u0007\"\ntime = 12:30:00\n"
        "winnings = [0.00, 1.10, 0]\n_by = {a = [1, 2.50], 'b c' = true}\n_on = 2026-01-31\n"
    )
    (recorded,) = parse_hands(NO_LIMIT + more, "h.phh")
    written = write_hand(recorded.hand)
    assert tomllib.loads(written, parse_float=Decimal)["_note"] == "it's\nlate\a"
    (again,) = parse_hands(written, "h.phh")
    assert again.hand == recorded.hand
    assert again.hand.others == {
        "author": "Zoë",
        "day": 3,
        "_note": "it's\nlate\a",
        "time": time(12, 30),
        "winnings": [Decimal("0.00"), Decimal("1.10"), 0],
        "_by": {"a": [1, Decimal("2.50")], "b c": True},
        "_on": date(2026, 1, 31),
    }


def test_comments_are_kept():
    text = NO_LIMIT.replace("'p2 f'", "'p2 f # sighs', '# lunch'")
    (recorded,) = parse_hands(text, "h.phh")
    assert "'p2 f # sighs', '# lunch'" in write_hand(recorded.hand)


values = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.decimals(allow_nan=False)
    | st.text(st.characters(exclude_categories=("Cs",)))
    | st.dates()
    | st.times(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_every_value_of_toml_is_read_back_as_it_was(value):
    text = f"value = {toml_value(value)}"
    assert tomllib.loads(text, parse_float=Decimal)["value"] == value


def test_what_toml_does_not_have_is_refused():
    with pytest.raises(TypeError, match="TOML has no NoneType"):
        toml_value([None])
