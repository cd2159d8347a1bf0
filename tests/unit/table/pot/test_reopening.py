"""Reports about cards after which nobody could act: what is taken up again, and what is not."""

import pytest
from pot_tables import LEVEL, STUD, PotPlay

from dealer_station.table import events as e
from dealer_station.table.roles import Role

RUN_OUT = "shoe: 3h 2c 7d 9s 4h 4d 5h Kh"
"""Burn and flop, burn and turn, burn and river."""
LATE = "report: {irregularity: HE-I27, count: 2}"


def all_in(*lines: str) -> PotPlay:
    """Two players all-in before the flop, after these steps."""
    play = PotPlay(stacks={1: 20, 2: 20}, button=1).run("start_hand")
    play.run("deal: {1: As Ad, 2: Ks Kd}", "act: 1 all_in; 2 call")
    play.run(*lines)
    return play


def offered(play: PotPlay) -> set[str]:
    """What the dealer may report now."""
    return {one["id"] for one in play.seen_by(Role.DEALER)["irregularities"]}


@pytest.mark.parametrize(
    "lines",
    [
        ("shoe: 3h 2c 7d 9s 4h 4d",),
        ("shoe: 3h 2c 7d 9s 4h 4d 5h",),
        (RUN_OUT,),
        (RUN_OUT, "act: 1 show"),
        (RUN_OUT, "act: 1 show; 2 show"),
    ],
)
def test_he_i27_until_the_pot_is_pushed(lines: tuple[str, ...]):
    play = all_in(*lines)
    before = play.view
    play.run(LATE)
    (ruling,) = play.view["rulings"]
    assert (ruling["option"], ruling["by"]) == ("reorder", "dealer")
    assert play.view | {"rulings": []} == before | {"rulings": []}


def test_he_i27_not_once_the_pot_is_pushed():
    play = all_in(RUN_OUT, "act: 1 show; 2 show", "pay")
    assert play.refused(LATE) == "not_applicable"


def test_a_dealer_is_offered_what_the_last_street_may_be_reported_for():
    play = all_in(RUN_OUT)
    assert {"HE-I12", "HE-I27", "HE-I28", "HE-I21"} <= offered(play)
    play.run("shoe: 6h", "report: {irregularity: HE-I28}")
    assert offered(play) == set()


def test_what_is_called_anew_is_in_the_record():
    play = all_in(RUN_OUT, "act: 1 show", "shoe: 6h", "report: {irregularity: HE-I28}")
    (back,) = [one for one in play.all_events() if isinstance(one, e.StreetReopened)]
    assert (back.street, back.deal_order[-2:], back.is_burn_out) == (3, ("burn", "board"), False)
    play.run("rule: reshuffle_stub", "shoe: 6h")
    assert (play.view["phase"], play.next["seat"]) == ("showdown", 2)
    assert play.state == play.states()[-1][1]


def test_what_has_been_acted_on_is_not_taken_up_again():
    play = PotPlay(stacks={1: 200, 2: 200}, button=1).run("start_hand")
    play.run("deal: {1: As Ad, 2: Ks Kd}", "act: 1 call; 2 check", "shoe: 3h 2c 7d 9s")
    play.run("act: 2 check; 1 check", "shoe: 4h 4d", "act: 2 bet 198; 1 call")
    for id_ in ("HE-I20", "HE-I28", "HE-I12"):
        assert play.refused(f"report: {{irregularity: {id_}}}") == "not_applicable"
    play.run("shoe: 5h Kh")
    assert play.refused("report: {irregularity: HE-I20}") == "not_applicable"
    assert not [one for one in play.all_events() if isinstance(one, e.StreetReopened)]


def test_another_ruling_than_a_shuffle_comes_too_late_for_cards_that_lie_in_their_places():
    play = all_in("shoe: 3h 2c 7d 9s 4h")
    assert "HE-I20" in offered(play)
    play.run("shoe: 4d")
    assert play.refused("report: {irregularity: HE-I20}") == "not_applicable"


def test_st_i11_a_street_called_with_too_few_cards_is_not_taken_up_again():
    play = PotPlay(STUD, dict.fromkeys(range(1, 9), 1), **LEVEL).run("start_hand")
    ranks, suits = "23456789TJQKA", "cdhs"
    deck = [rank + suit for rank in ranks for suit in suits]
    play.run(f"shoe: {' '.join(deck[:50])}", f"shoe: {deck[50]}")
    assert play.view["rulings"][0]["irregularity"] == "ST-I12"
    report = f"report: {{irregularity: ST-I35, seat: 8, card: {deck[50]}}}"
    assert play.refused(report) == "not_applicable"


def test_st_i39_a_card_that_was_named_lies_open_for_everybody():
    level = LEVEL | {"hole_cards": "unread"}
    play = PotPlay(STUD, {1: 1, 2: 1}, **level).run("start_hand")
    play.run("shoe: ?? ?? ?? ?? Kd 7h ?? 4d 4h ?? 5d 5h ?? 6d 6h ?? ?? ??")
    play.run("report: {irregularity: ST-I39, seat: 2, card: 7c}")
    (named,) = [one for one in play.all_events() if isinstance(one, e.CardNamed)]
    assert (named.card_number, named.position, named.card) == (18, "seat 2 card 7", "7c")
    assert play.seen_by(Role.DEALER)["up"]["2"] == "7h 4h 5h 6h 7c"
    assert play.state == play.states()[-1][1]
