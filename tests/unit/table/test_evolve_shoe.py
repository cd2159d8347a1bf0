"""How cards, burns and cut cards change what a table knows of its shoe."""

import pytest
from table_play import baccarat

from dealer_station.table import events as e
from dealer_station.table import evolve_shoe
from dealer_station.table.evolve import evolve, fold
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.state import HouseRound, ShoeState, TableState

AT = 1_700_000_000_000


def drawn(card: str, position: str = "") -> e.CardDrawn:
    return e.CardDrawn(at=AT, card=card, position=position, source="")


def open_table(**shoe) -> TableState:
    return TableState(service=Service.OPEN, shoe=ShoeState(**shoe))


def in_round(draws: tuple[str, ...], order: tuple[str, ...], **shoe) -> TableState:
    current = HouseRound(1, draws=draws, deal_order=order)
    return TableState(
        service=Service.OPEN, phase=Phase.DEALING, round=current, shoe=ShoeState(**shoe)
    )


def test_a_card_of_the_round_is_counted_in_the_shoe_too():
    state = evolve_shoe.card_drawn(in_round((), ("player",), seen=("As",)), drawn("Kd"))
    assert state.shoe.seen == ("As", "Kd")
    assert (state.round.draws, state.stray_card) == (("Kd",), "")


def test_a_burned_card_of_a_new_shoe_is_counted_down_and_is_no_stray_one():
    state = evolve_shoe.card_drawn(open_table(burn_left=2), drawn("Kd", "burn"))
    assert (state.shoe.burn_left, state.shoe.seen, state.stray_card) == (1, ("Kd",), "")
    first = evolve_shoe.card_drawn(open_table(burn_left=None), drawn("3c", "burn"))
    assert (first.shoe.burn_left, first.shoe.is_burn_due) == (None, True)
    fixed = evolve_shoe.burn_fixed(first, e.BurnFixed(at=AT, count=3))
    assert fixed.shoe == ShoeState(seen=("3c",), burn_left=3)


def test_a_burn_that_was_forgotten_begins_with_the_cards_from_now_on():
    called = e.BurnCalled(at=AT, count=None, irregularity="BA-I14")
    state = evolve_shoe.burn_called(open_table(seen=("9s", "??")), called)
    assert state.shoe == ShoeState(seen=("9s", "??"), burn_left=None, burn_from=2)


def test_a_card_between_rounds_waits_and_the_first_of_them_is_told():
    state = fold((drawn("5d"), drawn("6h")), open_table(seen=("As",)))
    assert (state.stray_card, state.shoe.seen) == ("5d", ("As", "5d", "6h"))


def test_a_card_at_a_closed_table_is_counted_and_waits_for_nobody():
    state = evolve_shoe.card_drawn(TableState(), drawn("5d"))
    assert (state.stray_card, state.shoe.seen) == ("", ("5d",))


def test_a_card_that_is_read_again_takes_the_place_of_the_newest():
    before = in_round(("4h", "??"), ("player", "banker"), seen=("As", "4h", "??"))
    event = e.CardReread(at=AT, card="Kd", position="banker card 1", source="")
    state = evolve_shoe.card_reread(before, event)
    assert (state.round.draws, state.shoe.seen) == (("4h", "Kd"), ("As", "4h", "Kd"))


def test_the_first_card_of_a_new_shoe_that_is_read_again_is_none_of_the_round_before():
    before = TableState(round=HouseRound(2, draws=("4h", "??")), shoe=ShoeState(("??",), None))
    event = e.CardReread(at=AT, card="Kd", position="burn", source="")
    state = evolve_shoe.card_reread(before, event)
    assert (state.round, state.shoe) == (before.round, ShoeState(("Kd",), None))


def test_kept_cards_are_seen_and_are_played_in_the_order_in_which_they_were_kept():
    state = open_table(seen=("As", "4h", "Kd"))
    for card in ("4h", "Kd"):
        state = evolve_shoe.card_kept(state, e.CardKept(at=AT, card=card))
    assert (state.shoe.seen, state.shoe.kept_cards) == (("As", "4h", "Kd"), ("4h", "Kd"))
    assert state.cards_out == 3
    state = TableState(round=HouseRound(2), shoe=state.shoe)
    played = e.KeptCardPlayed(at=AT, card="4h", position="player card 1")
    state = evolve_shoe.kept_card_played(state, played)
    assert state.shoe.kept_cards == ("Kd",)
    assert (state.round.draws, state.cards_out) == (("4h",), 3)


def test_a_new_shoe_knows_nothing_of_the_old_one():
    old = open_table(seen=("As",), last_round=3, kept_cards=("4h",), rounds=2)
    locked = evolve_shoe.deck_locked(old, e.DeckLocked(at=AT, irregularity="BA-I16"))
    assert locked.is_deck_locked
    changed = e.DeckChanged(at=AT, person_id="d1", burn_count=None)
    state = evolve_shoe.deck_changed(locked, changed)
    assert (state.shoe, state.is_deck_locked) == (ShoeState(burn_left=None), False)


def test_the_last_round_is_the_one_that_the_cut_card_named():
    event = e.LastRoundFixed(at=AT, round_number=7)
    assert evolve_shoe.last_round_fixed(open_table(), event).shoe.last_round == 7


@pytest.mark.parametrize(("is_shuffled", "seen"), [(True, ()), (False, ("As",))])
def test_a_round_keeps_the_shoe_unless_its_deck_is_shuffled(is_shuffled, seen):
    event = e.BettingOpened(
        at=AT, round_number=1, rules_digest="", person_id="", is_shuffled=is_shuffled
    )
    assert evolve(open_table(seen=("As",)), event).shoe.seen == seen


def test_a_shoe_lives_through_its_rounds_in_the_record_as_at_the_table():
    play = baccarat(set_aside_card="next_round").run("new_deck", "shoe: As 2d", "open_betting")
    play.run("wager: 1 player 10", "close_betting", "shoe: 9h 9h Kh Kh 4d", "rule: set_aside")
    before = play.state.shoe
    seen = ("As", "2d", "9h", "9h", "Kh", "Kh", "4d")
    assert before == ShoeState(seen=seen, kept_cards=("4d",), rounds=1)
    play.run("restart")
    assert play.state.shoe == before
