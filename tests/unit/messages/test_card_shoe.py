"""Card messages: which texts are cards and which are not."""

import itertools

import pytest
from message_samples import card_drawn
from pydantic import ValidationError

from dealer_station.messages.card_shoe import CUT_CARD, JOKER, UNREADABLE, CardDrawn


def test_every_card_and_the_three_words_are_carried():
    cards = ["".join(card) for card in itertools.product("23456789TJQKA", "cdhs")]
    assert len(cards) == 52
    for text in (*cards, UNREADABLE, JOKER, CUT_CARD):
        assert card_drawn(card=text).card == text


@pytest.mark.parametrize(
    "text", ["", "as", "AS", "10s", "1s", "A", "As ", "As\n", "XX", "?", "cut"]
)
def test_other_text_is_no_card(text):
    with pytest.raises(ValidationError):
        card_drawn(card=text)


def test_evidence_may_be_absent_and_is_bounded():
    assert card_drawn(symbol=None, symbology=None).symbol is None
    with pytest.raises(ValidationError):
        card_drawn(symbol="x" * 257)
    with pytest.raises(ValidationError):
        card_drawn(symbology=0x1_0000)


def test_symbol_with_control_characters_survives():
    odd = card_drawn(symbol='\x00\x1d"\\\u00ff')
    assert CardDrawn.from_bytes(odd.to_bytes()) == odd
