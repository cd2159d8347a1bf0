"""A card is a fact: it is recorded whatever the table expects."""

import pytest
from table_play import FLUSH, NOTHING, SHOE, TablePlay, baccarat, dealt, decided

from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.lifecycle import Phase


def dealing() -> TablePlay:
    return TablePlay(seats=(1, 2)).run(
        "open_betting", "wager: 1 ante 10; 2 ante 10", "close_betting"
    )


def test_a_card_goes_where_the_deal_expects_it_and_keeps_its_source():
    play = dealing()
    for number, card in enumerate(("9h", "8c", "Ah", "9d"), start=1):
        play.submit(c.RecordCard, SHOE, card=card, source=f"shoe/1/{number}")
    assert [(d.card, d.position, d.source) for d in play.events(e.CardDrawn)] == [
        ("9h", "seat 1 card 1", "shoe/1/1"),
        ("8c", "seat 2 card 1", "shoe/1/2"),
        ("Ah", "dealer card 1", "shoe/1/3"),
        ("9d", "seat 1 card 2", "shoe/1/4"),
    ]


def test_two_equal_cards_in_a_row_are_two_facts():
    """One of them is too many, which is for a manager to rule on, not for the table to drop."""
    play = dealing().run("shoe: 9h 9h")
    assert play.round.draws == ("9h", "9h")
    assert [item.irregularity for item in play.state.irregularities] == ["CS-I17"]


def test_the_last_card_ends_the_deal():
    play = dealt({1: FLUSH})
    assert play.history()[-2:] == ["card_drawn", "deal_completed"]
    assert play.state.phase is Phase.DECIDING


@pytest.mark.parametrize(
    ("phase", "make"),
    [
        ("betting", lambda: TablePlay().run("open_betting")),
        ("deciding", lambda: dealt({1: NOTHING})),
        ("paying", lambda: decided({1: NOTHING})),
    ],
)
def test_tbl_07_a_card_while_none_is_due_holds_the_table(phase: str, make):
    play = make()
    assert play.state.phase == phase
    play.run("shoe: 5d")
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.reported_by, item.facts) == ("CS-I03", "table", {"card": "5d"})
    assert play.events(e.CardDrawn)[-1].position == ""


@pytest.mark.parametrize(
    "make",
    [TablePlay, lambda: decided({1: NOTHING}).run("pay"),
     lambda: dealt({1: NOTHING}).run("report: {irregularity: CS-I18}", "rule: void_round")],
)  # fmt: skip
def test_a_card_between_rounds_holds_the_table_and_touches_no_round(make):
    play = make()
    before = play.state.round
    play.run("shoe: 5d 6d")
    assert play.state.round == before
    assert [item.irregularity for item in play.state.irregularities if item.is_open] == ["CS-I03"]
    play.run("rule: void_round")
    assert play.state.round == before
    assert play.state.open_irregularity is None


def test_a_joker_between_rounds_fouls_the_deck_and_replaces_a_lesser_finding():
    play = TablePlay().run("shoe: 5d", "shoe: Jo", "shoe: Jo")
    assert [item.irregularity for item in play.state.irregularities] == ["CS-I17"]
    assert play.history()[-5:] == [
        "irregularity_raised",
        "card_drawn",
        "irregularity_replaced",
        "irregularity_raised",
        "card_drawn",
    ]
    play.run("rule: fouled_deck by manager")
    assert play.state.is_deck_locked


def test_a_card_at_a_closed_table_is_recorded_and_holds_nothing():
    play = TablePlay(is_open=False).run("shoe: 5d", "shoe: Jo")
    assert play.history() == ["card_drawn", "card_drawn"]
    assert play.state.open_irregularity is None


def test_cs_i20_the_next_card_read_is_the_same_card_again():
    play = dealing().run("shoe: 9h ??")
    item = play.state.open_irregularity
    assert item is not None
    assert (item.irregularity, item.facts["position"]) == ("CS-I20", "seat 2 card 1")
    play.run("shoe: ??")
    assert play.state.open_irregularity == item
    play.run("shoe: 8c")
    assert play.round.draws == ("9h", "8c")
    reread = play.events(e.CardReread)
    assert [(event.card, event.position) for event in reread] == [
        ("??", "seat 2 card 1"),
        ("8c", "seat 2 card 1"),
    ]
    (ruling,) = play.events(e.RulingMade)
    assert (ruling.option, ruling.number) == ("play_on", item.number)
    # The record says who it was; the view says whose doing it is.
    assert (ruling.role, ruling.person_id) == ("device", "device")
    assert play.view["rulings"] == [{"irregularity": "CS-I20", "option": "play_on", "by": "dealer"}]


def test_an_unread_card_that_was_surplus_is_surplus_when_it_is_read():
    play = dealt({1: FLUSH}).run("shoe: ??")
    assert play.state.irregularities[-1].irregularity == "CS-I20"
    play.run("shoe: 5d")
    assert [(item.irregularity, item.is_open) for item in play.state.irregularities] == [
        ("CS-I20", False),
        ("CS-I03", True),
    ]


def test_a_reread_while_a_report_is_open_leaves_the_report_open():
    play = dealing().run("shoe: 9h ??", "report: {irregularity: CS-I18}", "shoe: 8c")
    assert [(item.irregularity, item.is_open) for item in play.state.irregularities] == [
        ("CS-I18", True)
    ]
    assert play.round.draws == ("9h", "8c")


@pytest.mark.parametrize("card", ["", "9", "9H", "10h", "9h 8h", "Joker", "?"])
def test_what_is_no_card_is_refused_with_what_was_read(card: str):
    outcome = dealing().submit(c.RecordCard, SHOE, card=card)
    assert outcome.refusal is not None
    assert outcome.refusal.facts == {"card": card}


def test_the_cut_card_is_seen_in_every_phase_and_moves_nothing():
    for play in (TablePlay(), dealing(), decided({1: NOTHING})):
        before = (play.state.phase, play.state.round)
        play.run("shoe: CUT")
        assert (play.state.phase, play.state.round) == before
        assert len(play.events(e.CutCardSeen)) == 1


def test_the_cut_card_of_a_shoe_counts_also_while_the_table_is_closed():
    play = baccarat()
    play.submit(c.CloseTable)
    play.run("shoe: CUT")
    play.open_table()
    play.run("open_betting", "close_betting", "shoe: 7c 8d Kc Kh")
    assert play.refused("open_betting") == "deck_locked"
