"""A shoe that serves many rounds: its burn when it is new, its cut card, copies too many."""

import pytest
from table_play import TablePlay, baccarat

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase

COUP = "4h Kd 2c 3s 4h"
"""Five cards: the Player stands on six, the Banker draws a seven (BA-T01)."""


def new_shoe(**options: str) -> TablePlay:
    return baccarat(**options).run("new_deck")


def opened(play: TablePlay) -> str:
    """Try to open a round; return the reason for which it is refused, empty when it is not."""
    outcome = play.submit(c.OpenBetting)
    return "" if outcome.refusal is None else outcome.refusal.reason.value


def dealt(**options: str) -> TablePlay:
    """Betting is closed, no card is out."""
    return baccarat(**options).run("open_betting", "wager: 1 player 10", "close_betting")


# ---------------------------------------------------------------------------------------- burn


@pytest.mark.parametrize(
    ("first", "more"),
    [("As", 1), ("2c", 2), ("9d", 9), ("Th", 10), ("Js", 10), ("Qc", 10), ("Kd", 10)],
)
def test_the_first_card_of_a_new_shoe_says_how_many_more_are_burned(first: str, more: int):
    play = new_shoe()
    assert play.state.shoe.burn_left is None
    play.run(f"shoe: {first}")
    assert [fixed.count for fixed in play.events(e.BurnFixed)] == [more]
    for left in range(more, 0, -1):
        assert (play.state.shoe.burn_left, opened(play)) == (left, "burn_missing")
        play.run("shoe: ??")
    assert (play.state.shoe.burn_left, play.state.cards_out) == (0, more + 1)
    assert {drawn.position for drawn in play.events(e.CardDrawn)} == {"burn"}
    assert opened(play) == ""


@pytest.mark.parametrize(("rule", "count"), [("decks", 8), ("3", 3), ("0", 0)])
def test_a_house_may_burn_a_number_or_one_card_a_deck(rule: str, count: int):
    play = new_shoe(burn_rule=rule)
    for _ in range(count):
        assert opened(play) == "burn_missing"
        play.run("shoe: Kd")
    assert play.events(e.BurnFixed) == []
    assert opened(play) == ""


def test_a_first_card_that_nobody_could_read_is_read_again_and_counts_once():
    play = new_shoe().run("shoe: ?? ??")
    assert (play.state.shoe.burn_left, opened(play)) == (None, "burn_missing")
    play.run("shoe: 2c 5d")
    assert (play.state.shoe.burn_left, play.state.shoe.seen) == (1, ("2c", "5d"))
    play.run("shoe: ??")
    assert (opened(play), play.state.cards_out) == ("", 3)


def test_only_the_first_card_of_a_new_shoe_is_asked_for_again_in_its_burn():
    play = new_shoe().run("shoe: 3c ?? 5d")
    assert (play.state.shoe.burn_left, play.state.shoe.seen) == (1, ("3c", "??", "5d"))


def test_ba_i14_a_forgotten_burn_does_not_read_a_card_of_the_void_round_again():
    play = dealt().run(
        "shoe: 9s ??", "report: {irregularity: BA-I14}", "rule: void_round by manager"
    )
    assert [called.count for called in play.events(e.BurnCalled)] == [None]
    play.run("shoe: ?? 2c")
    assert (play.state.shoe.burn_left, play.state.shoe.seen) == (2, ("9s", "??", "2c"))
    assert play.run("shoe: ?? ??").state.cards_out == 5
    assert opened(play) == ""


def test_ba_i14_a_house_that_burns_nothing_has_nothing_to_burn():
    play = dealt(burn_rule="0").run("report: {irregularity: BA-I14}", "rule: void_round by manager")
    assert play.events(e.BurnCalled) == []
    assert opened(play) == ""


def test_a_first_card_that_is_a_joker_when_it_is_read_again_fouls_the_shoe():
    play = new_shoe().run("shoe: ?? Jo")
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, play.state.shoe.seen) == ("BA-I16", ("Jo",))


def test_a_card_more_than_the_burn_is_one_for_a_supervisor():
    play = new_shoe().run("shoe: As 5d 6h")
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.reported_by, item.facts["card"]) == ("BA-I15", "table", "6h")
    assert opened(play) == "held"
    play.run("rule: play_on")
    assert opened(play) == ""


def test_a_joker_in_the_burn_fouls_the_shoe_and_says_no_number():
    play = new_shoe().run("shoe: Jo")
    assert play.events(e.BurnFixed) == []
    item = play.state.open_irregularity
    assert item is not None
    assert item.irregularity == "BA-I16"
    play.run("rule: fouled_deck by manager")
    assert opened(play) == "deck_locked"
    play.run("new_deck", "shoe: As 5d")
    assert opened(play) == ""


def test_one_copy_more_than_there_are_decks_fouls_the_shoe_in_the_burn_too():
    play = new_shoe(decks="3", burn_rule="5").run("shoe: Ks Ks Ks")
    assert play.state.open_irregularity is None
    play.run("shoe: Ks")
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.facts["card"]) == ("BA-I16", "Ks")


def test_copies_of_the_burn_count_in_the_rounds_and_unread_ones_do_not():
    seen = new_shoe(decks="3", burn_rule="3").run("shoe: Ks Ks Ks", "open_betting")
    seen.run("close_betting", "shoe: Ks")
    assert [item.irregularity for item in seen.state.irregularities] == ["BA-I16"]
    unread = new_shoe(decks="3", burn_rule="3").run("shoe: ?? ?? ??", "open_betting")
    unread.run("close_betting", "shoe: Ks")
    assert unread.state.irregularities == ()


def test_a_shoe_that_is_not_told_to_be_new_is_not_burned():
    assert opened(baccarat()) == ""


# ------------------------------------------------------------------------------------ cut card


def last_round(play: TablePlay) -> int | None:
    return play.state.shoe.last_round


CUTS = [
    # Before the first card of round 1, wherever that is: it is the last (BA-D06, BA-D09).
    (("shoe: CUT", "open_betting", "close_betting"), 1),
    (("open_betting", "shoe: CUT", "close_betting"), 1),
    (("open_betting", "close_betting", "shoe: CUT"), 1),
    # In the round: it is finished, and one more is played, or none (BA-52).
    (("open_betting", "close_betting", "shoe: 4h CUT"), 2),
    (("open_betting", "close_betting", "shoe: 4h Kd 2c CUT"), 2),
    (("open_betting", "close_betting", "shoe: 4h Kd 2c 3s CUT"), 2),
]


@pytest.mark.parametrize("after_cut", ["one_more", "none"])
@pytest.mark.parametrize(("lines", "last"), CUTS)
def test_ba_52_the_cut_card_fixes_the_last_round_by_its_moment(lines, last, after_cut):
    play = baccarat(after_cut=after_cut).run(*lines)
    expected = 1 if after_cut == "none" else last
    assert last_round(play) == expected
    assert play.state.open_irregularity is None
    rest = COUP.split()[len(play.round.draws) :]
    play.run(f"shoe: {' '.join(rest)}")
    assert play.state.phase is Phase.SETTLED
    for number in range(2, expected + 1):
        play.run("open_betting", "close_betting", f"shoe: {COUP}")
        assert play.state.round_number == number
    assert opened(play) == "deck_locked"
    play.run("new_deck")
    assert (last_round(play), opened(play)) == (None, "burn_missing")


def test_the_cut_card_after_the_last_card_of_a_round_comes_before_the_next():
    """The round is over with its last card where nobody is paid; the next one is the last."""
    play = baccarat(after_cut="none").run("open_betting", "close_betting", f"shoe: {COUP}")
    assert play.state.phase is Phase.SETTLED
    assert last_round(play.run("shoe: CUT")) == 2


def test_ba_d07_the_cut_card_before_the_payment_came_out_in_that_round():
    play = dealt(after_cut="none").run(f"shoe: {COUP} CUT")
    assert (play.state.phase, last_round(play)) == (Phase.PAYING, 1)


def test_a_card_burned_between_rounds_is_none_of_the_round():
    play = baccarat(burn_between_rounds="1").run("open_betting", "close_betting", f"shoe: {COUP}")
    play.run("open_betting", "close_betting", "shoe: 7c CUT")
    assert last_round(play) == 2


def test_ba_d10_a_void_last_round_was_the_last_all_the_same():
    play = dealt().run("shoe: CUT 4h", "report: {irregularity: BA-I02}", "rule: void_round")
    assert play.state.phase is Phase.VOID
    assert opened(play) == "deck_locked"


def test_a_second_cut_card_changes_nothing():
    play = dealt().run("shoe: 4h CUT Kd CUT")
    assert last_round(play) == 2
    assert len(play.events(e.LastRoundFixed)) == 1
    assert len(play.events(e.CutCardSeen)) == 2


def test_a_cut_card_says_nothing_where_the_deck_is_shuffled_for_every_round():
    play = TablePlay().run("open_betting", "shoe: CUT")
    assert play.events(e.LastRoundFixed) == []
    assert last_round(play) is None
