"""What was written down about a card is told by what may be seen of that card now."""

from dataclasses import replace

import pytest
from sight_moments import BOSSES, PUBLIC, by_card, dealing, deciding, paying, settled
from table_play import FLUSH, NOTHING, TablePlay, dealt

from dealer_station.table.roles import Role
from dealer_station.table.visibility import (
    FACE_DOWN,
    cards_named,
    visible_cards,
    visible_draw,
    visible_facts,
    visible_stray,
    without_cards,
)


def facts_now(play: TablePlay, role: Role | None, number: int = -1) -> dict[str, str]:
    item = play.state.irregularities[number]
    return dict(visible_facts(play.state, play.rules, item, role))


def test_facts_of_the_past_tell_a_card_where_it_lies_in_sight():
    """The dealer's up card was named, by its place and by its face alone."""
    for named in ("position: dealer card 5, card: 4h", "card: 4h"):
        play = dealing().run("shoe: 9c 9s 3h 4s 6c 2h 7s 4h")
        play.run(f"report: {{irregularity: CS-I07, {named}}}", "rule: play_on")
        for role in Role:
            assert facts_now(play, role)["card"] == "4h", role


@pytest.mark.parametrize("role", [*Role, None])
def test_facts_of_the_past_close_with_their_ruling(role: Role | None):
    play = by_card().run("rule: play_on")
    assert facts_now(play, role)["card"] == ("9c" if role is None else FACE_DOWN)
    assert facts_now(play, role)["seat"] == "2"


@pytest.mark.parametrize("role", BOSSES)
def test_a_card_that_lies_open_elsewhere_is_not_the_one_that_is_named(role: Role):
    """Seat 3 is said to hold the dealer's up card; what lies at seat 3 stays hidden."""
    play = deciding().run("report: {irregularity: CS-I08, seat: 3, card: 4h}", "rule: play_on")
    assert facts_now(play, role)["card"] == FACE_DOWN


def test_whether_a_masked_card_was_ever_dealt_is_not_told():
    """Of many cards that facts name, the one in sight is told; all others look alike."""
    play = by_card().run("rule: play_on")
    named = replace(play.state.irregularities[-1], facts={"cards": "9h 7h 4h 2c 3c 4c 6d 8d"})
    for role in (*PUBLIC, *BOSSES):
        told = visible_facts(play.state, play.rules, named, role)
        assert told == {"cards": "## ## 4h ## ## ## ## ##"}


def test_the_auditor_is_told_everything_once_the_round_is_over():
    play = by_card().run("rule: play_on")
    assert facts_now(play, Role.AUDITOR)["card"] == FACE_DOWN
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert facts_now(play, Role.AUDITOR, 2)["card"] == "9c"


def test_a_doubled_card_is_not_told_while_one_copy_is_hidden():
    """Kh is there twice: whoever sees one would know the other."""
    play = dealt({1: FLUSH, 2: NOTHING}, "Ah Kh 9s 6c 4h").run("act: 1 bet; 2 fold")
    play.run("shoe: 8h", "rule: fouled_deck by manager")
    assert facts_now(play, Role.DEALER)["card"] == FACE_DOWN
    assert facts_now(play, Role.AUDITOR)["card"] == "8h"


def test_the_card_of_a_draw_is_seen_where_it_lies_now():
    play = paying()
    for role in Role:
        seen = [visible_draw(play.state, play.rules, i, role) for i in range(30)]
        lies = [visible_cards(play.state, play.rules, hand, role) for hand in ("seat 1", "dealer")]
        assert (tuple(seen[0::6]), tuple(seen[5::6])) == tuple(lies)
    assert visible_draw(play.state, play.rules, 0, None) == "9h"


def test_a_surplus_card_is_for_rulers_while_it_is_named_and_for_the_auditor_afterwards():
    play = deciding().run("shoe: 5d")
    last = len(play.round.draws) - 1
    for role in Role:
        seen = visible_draw(play.state, play.rules, last, role)
        assert seen == ("5d" if role in BOSSES else FACE_DOWN)
    play.run("rule: void_round")
    for role in Role:
        seen = visible_draw(play.state, play.rules, last, role)
        assert seen == ("5d" if role is Role.AUDITOR else FACE_DOWN)


def test_a_card_between_rounds_is_seen_like_a_surplus_one():
    play = settled().run("shoe: 5s")
    for role in (*Role, None):
        is_seen = role is None or role in BOSSES or role is Role.AUDITOR
        assert visible_stray(play.state, "5s", role) == ("5s" if is_seen else FACE_DOWN)
    play.run("rule: void_round")
    for role in Role:
        is_seen = role is Role.AUDITOR
        assert visible_stray(play.state, "5s", role) == ("5s" if is_seen else FACE_DOWN)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seat 3 showed Ah", "seat 3 showed ##"),
        ("Ah, 2c;Jo (Td)", "##, ##;## (##)"),
        ("Adam was As good as 10h", "Adam was ## good as 10h"),
        ("?? and ##", "?? and ##"),
        ("", ""),
    ],
)
def test_cards_in_free_text_are_masked_word_by_word(text: str, told: str):
    assert without_cards(text) == told
    assert cards_named(told) == frozenset()


def test_cards_in_sight_stay_in_free_text():
    assert without_cards("Ah or 2c", frozenset({"2c"})) == "## or 2c"
    assert cards_named("was Ah or 2c, then 2c") == {"Ah", "2c"}
