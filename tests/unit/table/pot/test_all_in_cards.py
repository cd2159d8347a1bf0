"""Hands that are turned up once nobody can bet any more before the river (HE-45)."""

from collections.abc import Mapping

import pytest
from pot_tables import PotPlay

from dealer_station.table.roles import Role

HANDS = "deal: {1: As Ad, 2: Ks Kd, 3: Qs Qd}"


def at_table(stacks: Mapping[int, int], cards: str = "up") -> PotPlay:
    play = PotPlay(stacks=stacks, button=1, allin_cards=cards)
    return play.run("start_hand").run(HANDS)


def seen(play: PotPlay, role: Role = Role.DEALER) -> dict[str, str]:
    """Return the hands of the seats as a role sees them."""
    cards = play.seen_by(role)["cards"]
    return {seat: cards[seat] for seat in cards if seat.isdigit()}


DOWN = {"1": "## ##", "2": "## ##", "3": "## ##"}
OF_THE_LIVE = {"1": "As Ad", "2": "Ks Kd", "3": "## ##"}


@pytest.mark.parametrize("role", [Role.DEALER, Role.SUPERVISOR])
def test_live_hands_lie_open_as_soon_as_the_betting_is_over(role: Role) -> None:
    play = at_table({1: 50, 2: 50, 3: 200}).run("act: 1 all_in; 2 call")
    assert seen(play, role) == DOWN
    play.run("act: 3 fold")
    assert play.next["kind"] == "card"
    assert seen(play, role) == OF_THE_LIVE


def test_by_the_default_they_stay_down() -> None:
    play = at_table({1: 50, 2: 50, 3: 200}, "down").run("act: 1 all_in; 2 call; 3 fold")
    assert seen(play) == DOWN


def test_they_stay_down_while_two_can_still_bet() -> None:
    play = at_table({1: 50, 2: 200, 3: 200}).run("act: 1 all_in; 2 call; 3 call")
    play.run("deal: {board: 2c 7d 9s}")
    assert seen(play) == DOWN
    play.run("act: 2 all_in; 3 fold")
    assert seen(play) == OF_THE_LIVE


def test_who_has_chips_left_lies_open_too_and_all_until_the_showdown() -> None:
    play = at_table({1: 50, 2: 200, 3: 200}).run("act: 1 all_in; 2 call; 3 fold")
    for street in ("?? 2c 7d 9s", "?? Jh", "?? 3d"):
        assert seen(play) == OF_THE_LIVE
        play.run(f"shoe: {street}")
    assert play.view["phase"] == "showdown"
    assert seen(play) == OF_THE_LIVE


def test_the_showdown_keeps_its_order_and_its_answers() -> None:
    play = at_table({1: 50, 2: 200, 3: 200}).run("act: 1 all_in; 2 call; 3 fold")
    play.run("deal: {board: 2c 7d 9s Jh 3d}")
    assert play.view["shows"] == [1, 2]
    assert play.next == {"kind": "act", "seat": 1, "legal": {"show": True, "muck": True}}
    play.run("act: 1 show; 2 muck", "pay")
    assert play.view["won"] == {"1": "102.00"}
    # What has been seen by all is not hidden again.
    assert seen(play) == OF_THE_LIVE


def test_an_all_in_on_the_river_is_followed_by_the_showdown_alone() -> None:
    play = at_table({1: 200, 2: 200, 3: 200}).run("act: 1 call; 2 call; 3 check")
    for street in ("2c 7d 9s", "Jh"):
        play.run(f"deal: {{board: {street}}}").run("act: 2 check; 3 check; 1 check")
    play.run("deal: {board: 3d}").run("act: 2 all_in; 3 fold; 1 call")
    assert play.view["phase"] == "showdown"
    assert seen(play) == DOWN


def test_the_last_hand_wins_unseen() -> None:
    play = at_table({1: 50, 2: 200, 3: 200}).run("act: 1 all_in; 2 fold; 3 fold")
    assert play.next["kind"] == "pay"
    assert seen(play) == DOWN


def test_a_hand_that_becomes_void_while_an_all_in_is_to_be_answered_stays_down() -> None:
    play = at_table({1: 50, 2: 50, 3: 200}).run("act: 1 call; 2 call; 3 check")
    play.run("deal: {board: 2c 7d 9s}").run("act: 2 all_in; 3 fold")
    play.run("shoe: As", "rule: fouled_deck by manager")
    assert play.view["phase"] == "void"
    assert seen(play) == DOWN
