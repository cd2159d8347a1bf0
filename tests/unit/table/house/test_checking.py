"""The deck check: all cards, or the rest of a shoe, by the identity of each."""

import pytest
from table_play import DEALER, MANAGER, TablePlay, baccarat

from dealer_station.cards.deck import standard_deck
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase
from dealer_station.table.roles import Role

DECK = tuple(str(card) for card in standard_deck())


def checked(play: TablePlay) -> e.DeckChecked:
    found = play.events(e.DeckChecked)
    return found[-1]


def test_a_whole_deck_is_found_good():
    play = TablePlay()
    assert play.submit(c.CheckDeck, cards=DECK[::-1]).refusal is None
    assert checked(play) == e.DeckChecked(
        at=play.clock.now(), count=52, unread=0, missing=(), surplus=(), is_rest=False,
        person_id=DEALER.person_id,
    )  # fmt: skip
    assert play.state.open_irregularity is None


def test_missing_and_surplus_cards_are_named_and_hold_the_table():
    play = TablePlay()
    play.submit(c.CheckDeck, cards=(*DECK[1:], "As", "Jo"))
    assert (checked(play).missing, checked(play).surplus) == (("2c",), ("As", "Jo"))
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.facts) == (
        "CS-I19",
        {"count": "53", "missing": "2c", "surplus": "As Jo"},
    )
    assert play.submit(c.ApplyRuling, MANAGER, option="as_proposed").refusal is None
    assert play.state.is_deck_locked


def test_an_unread_card_may_be_the_missing_one():
    play = TablePlay()
    play.submit(c.CheckDeck, cards=(*DECK[1:], "??"))
    assert (checked(play).unread, checked(play).missing) == (1, ("2c",))
    assert play.state.open_irregularity is None


@pytest.mark.parametrize("card", ["CUT", "XX", ""])
def test_what_is_no_card_is_refused_by_name(card: str):
    refusal = TablePlay().submit(c.CheckDeck, cards=(*DECK[:3], card)).refusal
    assert refusal is not None
    assert (refusal.reason, refusal.facts) == ("not_applicable", {"card": card})


def test_no_deck_is_checked_in_a_round_or_at_a_closed_table():
    play = TablePlay().run("open_betting")
    refusal = play.submit(c.CheckDeck, cards=DECK).refusal
    assert refusal is not None
    assert refusal.reason == "round_open"
    closed = TablePlay(is_open=False).submit(c.CheckDeck, cards=DECK).refusal
    assert closed is not None
    assert closed.reason == "wrong_phase"
    assert play.state.phase is Phase.BETTING


def test_the_rest_of_a_shoe_is_added_to_what_had_left_it():
    play = TablePlay("baccarat/gardens")
    play.run("new_deck", "shoe: Ah ??", "open_betting", "wager: 1 player 10", "close_betting")
    play.run("shoe: 9s 3h Kd 4c", "pay")
    rest = list(DECK * 8)
    for card in ("Ah", "9s", "3h", "Kd", "4c", "2c"):
        rest.remove(card)
    play.submit(c.CheckDeck, cards=tuple(rest), is_rest=True)
    # The second burned card was not read: it is the deuce of clubs.
    assert (checked(play).count, checked(play).unread, checked(play).missing) == (416, 1, ("2c",))
    assert play.state.open_irregularity is None
    play.submit(c.CheckDeck, cards=tuple(rest[:-1]), is_rest=True)
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, checked(play).missing) == ("BA-I17", ("2c", "As"))


def test_a_deck_that_is_proven_wrong_is_not_explained_by_a_report():
    play = baccarat()
    play.submit(c.CheckDeck, cards=("Ah",))
    assert play.refused("report: {irregularity: BA-I15}") == "held"
    assert play.seen_by(Role.DEALER)["irregularities"] == []
    play.run("rule: fouled_deck by manager")
    assert play.refused("open_betting") == "deck_locked"


def told(play: TablePlay) -> tuple[str, int, list[str], list[str]] | None:
    """What every role is told of the last check; the same for all, and nothing to the public."""
    shown = [play.seen_by(role)["deck_check"] for role in Role]
    assert all(each == shown[0] for each in shown)
    assert "deck_check" not in play.controller.public_view()
    if shown[0] is None:
        return None
    return tuple(shown[0][name] for name in ("verdict", "count", "missing", "surplus"))


def test_what_was_found_is_told_until_the_cards_are_used_or_changed():
    play = TablePlay()
    assert told(play) is None
    play.submit(c.CheckDeck, cards=DECK)
    assert told(play) == ("complete", 52, [], [])
    play.submit(c.CheckDeck, cards=(*DECK[1:], "??"))
    assert told(play) == ("open", 52, ["2c"], [])
    play.run("open_betting")
    assert told(play) is None
    shoe = baccarat()
    shoe.submit(c.CheckDeck, cards=DECK[1:] + DECK * 7 + ("As",))
    assert told(shoe) == ("wrong", 416, ["2c"], ["As"])
    shoe.run("rule: fouled_deck by manager")
    assert told(shoe) == ("wrong", 416, ["2c"], ["As"])
    shoe.run("new_deck")
    assert told(shoe) is None


def test_a_shoe_that_goes_on_is_checked_anew():
    play = baccarat()
    play.run("new_deck", "shoe: Ah ??")
    rest = list(DECK * 8)
    rest.remove("Ah")
    play.submit(c.CheckDeck, cards=tuple(rest[:-1]), is_rest=True)
    assert told(play) == ("open", 416, ["As"], [])
    play.run("open_betting")
    assert told(play) is None


@pytest.mark.parametrize(
    ("cards", "verdict"),
    [
        (DECK[1:], "wrong"),
        ((*DECK, "??"), "wrong"),
        ((*DECK[2:], "??"), "wrong"),
        ((*DECK[2:], "??", "??"), "open"),
        ((*DECK[1:], "3c"), "wrong"),
    ],
)
def test_the_verdict_is_wrong_exactly_where_the_table_is_held(cards: tuple[str, ...], verdict: str):
    play = TablePlay()
    play.submit(c.CheckDeck, cards=cards)
    assert told(play)[0] == verdict
    assert (play.state.open_irregularity is not None) is (verdict == "wrong")


@pytest.mark.parametrize(
    ("decks", "lost"),
    [(6, 16), (3, 5)],
    ids=["fc_202_sixteen_cards_left_in_a_shuffler", "fc_207_decks_without_five_cards"],
)
def test_a_short_shoe_is_found_before_its_first_round(decks: int, lost: int):
    play = baccarat(decks=str(decks))
    play.run("new_deck", "shoe: Ac Kd")
    whole = list(DECK * decks)
    whole.remove("Ac")
    whole.remove("Kd")
    play.submit(c.CheckDeck, cards=tuple(whole[lost:]), is_rest=True)
    # The cards that are gone are named; those that were burned have left the shoe and are there.
    assert sorted(checked(play).missing) == sorted(whole[:lost])
    assert checked(play).count == decks * 52 - lost
    assert play.refused("open_betting") == "held"
    assert play.refused("rule: as_proposed") == "needs_manager"
    play.run("rule: as_proposed by manager")
    assert play.refused("open_betting") == "deck_locked"
