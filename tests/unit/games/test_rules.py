"""The words that every game shares, and that Caribbean Stud offers all that a house game must."""

import inspect

from table_play import classic

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.rules import (
    HouseGame,
    OnDealerMisdeal,
    OnFold,
    Outcome,
    PaymentOrder,
    ProgressiveOrder,
)


def test_the_words_are_those_of_rule_sets_and_views():
    assert [word.value for word in Outcome] == ["pending", "win", "lose", "push", "void"]
    assert [word.value for word in PaymentOrder] == ["right", "left"]
    assert [word.value for word in OnFold] == ["survive", "lose"]
    assert [word.value for word in OnDealerMisdeal] == ["void", "honour"]
    assert [word.value for word in ProgressiveOrder] == ["by_turn", "straight_flush_first"]


def test_caribbean_stud_has_every_member_of_the_protocol():
    game = classic().game
    members = [name for name, _ in inspect.getmembers(HouseGame) if not name.startswith("_")]
    assert len(members) > 10
    assert all(hasattr(game, name) for name in members)


def test_cs_d14_a_hand_without_a_line_wins_no_prize():
    progressive = classic(progressive_paytable="P7").game.progressive
    assert progressive is not None
    assert progressive.prize(HandCategory.FLUSH) is None
    prize = progressive.prize(HandCategory.FULL_HOUSE)
    assert prize is not None
    assert prize.fixed_minor == 100_00
