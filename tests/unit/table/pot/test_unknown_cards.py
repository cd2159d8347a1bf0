"""Cards that the station does not know: hole cards without a reader, burns, cards to read again."""

import pytest
from pot_tables import LEVEL, STUD, PotPlay

from dealer_station.table.pot import commands as pc
from dealer_station.table.roles import Role


@pytest.fixture
def blind() -> PotPlay:
    """Two players all-in; the table has no reader for their cards, but seat 1's were seen."""
    play = PotPlay(stacks={1: 20, 2: 20}, button=1, hole_cards="unread").run("start_hand")
    play.run("shoe: ?? Ks ?? Kd", "act: 1 all_in; 2 call", "deal: {board: 2c 7d 9s Jh 3d}")
    return play.run("act: 1 show")


def test_unknown_cards_take_their_places(blind: PotPlay):
    assert blind.cards(2) == ("??", "??")
    assert (blind.view["phase"], blind.view["hands"]) == ("showdown", {"1": "pair"})


def test_a_hand_is_shown_with_its_cards_and_wins_by_them(blind: PotPlay):
    assert blind.next["seat"] == 2
    assert blind.submit(pc.ShowHand, seat=2, cards=("As", "Ad")).refusal is None
    blind.run("pay")
    assert blind.view["cards"]["2"] == "As Ad"
    assert blind.view["won"] == {"2": "40.00"}
    assert blind.seen_by(Role.DEALER)["cards"]["2"] == "As Ad"


def test_a_hand_that_nobody_knows_may_be_given_up(blind: PotPlay):
    blind.run("act: 2 muck", "pay")
    assert blind.view["won"] == {"1": "40.00"}
    assert blind.view["cards"]["2"] == "?? ??"


def test_the_cards_are_in_the_record(blind: PotPlay):
    blind.submit(pc.ShowHand, seat=2, cards=("As", "Ad"))
    before = blind.view
    blind.restart()
    assert blind.view == before


def test_a_card_that_cannot_be_read_keeps_its_place_until_it_is_read():
    play = PotPlay("seven-card-stud/gardens", {1: 50, 2: 50}, ante="1", bring_in="2",
                   small_bet="5", big_bet="10").run("start_hand", "shoe: As ??")  # fmt: skip
    assert play.next["position"] == "seat 2 card 1"
    assert play.cards(2) == ()
    play.run("shoe: ??", "shoe: Kd")
    assert (play.cards(2), play.next["position"]) == (("Kd",), "seat 1 card 2")


def test_a_burn_may_stay_unread_and_the_first_card_out_early_is_one():
    play = PotPlay(button=1).run("start_hand", "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}", "shoe: ??")
    assert (play.view["phase"], play.view["cards"]["burn"]) == ("acting", "??")
    play.run("act: 1 call; 2 call; 3 check")
    assert play.next["position"] == "board 1"


@pytest.mark.parametrize("cards", ["Jo Ad", "?? ??", "2c Ad", "Ks Ad", "Ah Ah", "As"])
def test_a_hand_that_nobody_saw_is_shown_or_taken_back_with_cards_that_can_be(
    blind: PotPlay, cards: str
):
    shown = blind.submit(pc.ShowHand, seat=2, cards=tuple(cards.split()))
    assert shown.refusal is not None
    blind.run("act: 2 muck")
    report = f"report: {{irregularity: HE-I52, seat: 2, cards: '{cards}'}}"
    assert blind.refused(report) == "not_applicable"
    blind.run("report: {irregularity: HE-I52, seat: 2, cards: As Ad}", "rule: play_on", "pay")
    assert blind.view["won"] == {"2": "40.00"}


def test_st_i47_a_hand_of_stud_that_nobody_saw_is_taken_back_with_its_cards_named():
    play = PotPlay(STUD, {1: 10, 2: 10}, hole_cards="unread", **LEVEL).run("start_hand")
    play.run("shoe: ?? ?? ?? ?? Kd 4d", "act: 2 complete; 1 raise 9; 2 call")
    play.run("shoe: ?? 5d 6d ?? 7d 8d ?? 9d Td ?? ?? ??")
    assert play.submit(pc.ShowHand, seat=1, cards=("2c", "2h", "2s")).refusal is None
    play.run("act: 2 muck")
    assert play.refused("report: {irregularity: ST-I47, seat: 2}") == "not_applicable"
    play.run("report: {irregularity: ST-I47, seat: 2, cards: 3c 3h Qd}", "rule: play_on", "pay")
    assert (play.view["won"], play.cards(2)[:2]) == ({"2": "20.00"}, ("3c", "3h"))


def test_a_card_that_lies_face_up_is_read_again_also_without_a_reader_for_the_others():
    play = PotPlay(STUD, {1: 50, 2: 50}, hole_cards="unread", **LEVEL).run("start_hand")
    play.run("shoe: ?? ?? ?? ?? Kd ??")
    assert (play.view["phase"], play.next["position"]) == ("dealing", "seat 2 card 3")
    play.restart()
    play.run("shoe: 4d")
    assert (play.cards(2), play.next["seat"]) == (("??", "??", "4d"), 2)
