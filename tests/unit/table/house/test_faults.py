"""What the table finds itself, most dangerous first."""

import pytest
from table_play import SHOE, TablePlay, baccarat

from dealer_station.table import commands as c
from dealer_station.table.house.faults import Fault, FoundFault, faults, is_fouled
from dealer_station.table.state import HouseRound, ShoeState, TableState

ORDER = ("seat 1", "dealer", "seat 1", "dealer")


@pytest.mark.parametrize(
    ("draws", "found"),
    [
        ("", []),
        ("As Kd", []),
        ("As ??", [(Fault.UNREAD_CARD, "??", "dealer card 1")]),
        ("?? Kd", []),
        ("As Jo", [(Fault.FOULED_DECK, "Jo", "dealer card 1")]),
        ("As Kd As", [(Fault.FOULED_DECK, "As", "seat 1 card 2")]),
        ("As Kd 2c 3c 4c", [(Fault.SURPLUS_CARD, "4c", None)]),
        ("As Kd 2c 3c 4c 5c", [(Fault.SURPLUS_CARD, "4c", None)]),
        ("As Kd 2c 3c ??", [(Fault.UNREAD_CARD, "??", None), (Fault.SURPLUS_CARD, "??", None)]),
        ("As Kd 2c 3c As", [(Fault.FOULED_DECK, "As", None), (Fault.SURPLUS_CARD, "As", None)]),
        ("As As ??", [(Fault.FOULED_DECK, "As", "dealer card 1"),
                      (Fault.UNREAD_CARD, "??", "seat 1 card 2")]),
        ("?? Kd ??", [(Fault.UNREAD_CARD, "??", "seat 1 card 2")]),
    ],
)  # fmt: skip
def test_faults_are_read_off_the_cards(draws: str, found):
    current = HouseRound(1, deal_order=ORDER, draws=tuple(draws.split()))
    assert [
        (fault.fault, fault.facts["card"], fault.facts.get("position"))
        for fault in faults(current, ShoeState(seen=current.draws), 1)
    ] == found


def test_two_decks_hold_each_card_twice():
    current = HouseRound(1, deal_order=ORDER, draws=("As", "As", "As"))
    shoe = ShoeState(seen=current.draws)
    assert faults(current, shoe, 2) == (
        FoundFault(Fault.FOULED_DECK, {"card": "As", "position": "seat 1 card 2"}),
    )
    assert faults(current, shoe, 3) == ()


def test_cards_of_earlier_rounds_of_the_shoe_count_and_unread_ones_do_not():
    current = HouseRound(2, deal_order=ORDER, draws=("Kd", "As"))
    for earlier, found in ((("As", "As"), True), (("As", "2c"), False), (("As", "??"), False)):
        shoe = ShoeState(seen=(*earlier, *current.draws))
        assert bool(faults(current, shoe, 2)) is found
        assert is_fouled(TableState(shoe=shoe), 2) is found


def test_a_copy_too_many_before_the_round_is_no_fault_of_its_cards():
    current = HouseRound(2, deal_order=ORDER, draws=("Kd",))
    shoe = ShoeState(seen=("As", "As", "As", "Kd"))
    assert faults(current, shoe, 2) == ()
    assert is_fouled(TableState(shoe=shoe), 2)


def keeping(*lines: str, **overrides: str) -> TablePlay:
    """A table of three decks that has set aside a 2d for the next round."""
    play = baccarat(seats=(1,), decks="3", set_aside_card="next_round", **overrides)
    play.run("open_betting", "wager: 1 player 10", "close_betting", "shoe: 7c 8d Kc Kh 2d")
    return play.run("rule: set_aside", *lines)


def test_a_kept_card_counts_as_one_of_the_copies_from_when_it_left_the_shoe():
    play = keeping("shoe: 2d", "rule: set_aside", "shoe: 2d", "rule: set_aside", "shoe: 2d")
    assert play.view["rulings"][-1]["irregularity"] == "BA-I16"
    after = keeping("pay", "open_betting", "close_betting", "shoe: 2d Kd 2d Kh 2d")
    assert after.view["rulings"][-1]["irregularity"] == "BA-I16"


def test_all_cards_that_were_kept_are_the_first_of_the_next_round():
    play = keeping("shoe: 3d", "rule: set_aside", "pay")
    assert (play.state.shoe.kept_cards, play.state.cards_out) == (("2d", "3d"), 6)
    play.run("open_betting", "close_betting")
    assert play.view["cards"] == {"player": "2d", "banker": "3d"}
    assert (play.state.shoe.kept_cards, play.state.cards_out) == ((), 6)


def test_kept_cards_for_which_the_deal_has_no_place_wait_one_round_more():
    play = keeping(burn_between_rounds="1")
    play.run(*["shoe: 3d", "rule: set_aside", "shoe: 4d", "rule: set_aside"] * 2, "pay")
    play.run("open_betting", "close_betting")
    assert play.view["cards"] == {"player": "2d 4d", "banker": "3d 3d"}
    assert play.state.shoe.kept_cards == ("4d",)
    assert play.next == {"kind": "card", "position": "burn"}


def test_a_card_too_many_before_the_round_hides_none_of_its_own():
    current = HouseRound(2, deal_order=ORDER, draws=("Kd", "Jo"))
    shoe = ShoeState(seen=("Jo", *current.draws))
    (found,) = faults(current, shoe, 2)
    assert found.facts == {"card": "Jo", "position": "dealer card 1"}


def test_a_shoe_that_was_fouled_while_the_table_was_closed_holds_it_when_it_opens():
    play = baccarat(is_open=False, decks="3")
    for card in ("As", "As", "As", "As", "Kd"):
        play.submit(c.RecordCard, SHOE, card=card)
    play.open_table()
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.facts) == ("BA-I16", {"card": "As"})
    play.run("rule: fouled_deck by manager")
    assert play.refused("open_betting") == "deck_locked"
