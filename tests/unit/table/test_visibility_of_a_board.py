"""Who may see a board and a shared hand: a card that came too early stays face down."""

import pytest
from holdem_play import flopped

from dealer_station.controller.streams import table_stream
from dealer_station.table.roles import Role
from dealer_station.table.visibility import visible_cards

PUBLIC = Role.DEVICE
EVERYBODY = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER, PUBLIC)


def seen(play, hand: str, role: Role = PUBLIC) -> str:
    return " ".join(visible_cards(play.state, play.rules, hand, role))


@pytest.mark.parametrize("role", EVERYBODY)
def test_ch_16_player_and_flop_lie_open_and_the_dealer_is_opened_last(role: Role):
    play = flopped()
    assert (seen(play, "player", role), seen(play, "board", role)) == ("As Kd", "Ah 8c 5d")
    assert seen(play, "dealer", role) == "## ##"
    play.run("act: 1 call; 2 fold", "shoe: 4c")
    assert seen(play, "board", role) == "Ah 8c 5d 4c"
    assert seen(play, "dealer", role) == "## ##"
    play.run("shoe: 2s")
    assert seen(play, "dealer", role) == "Td Jc"


def test_a_hands_worth_is_told_as_far_as_its_cards_are_seen():
    play = flopped()
    assert play.seen_by(Role.DEALER)["hands"] == {"player": "pair"}
    play.run("act: 1 call; 2 fold", "deal: {board: 4c 2s}")
    assert play.seen_by(Role.DEALER)["hands"] == {"player": "pair", "dealer": "high_card"}


def test_ch_i09_an_early_turn_lies_face_down_until_the_last_decision():
    play = flopped().run("shoe: 4c")
    assert seen(play, "board", Role.DEALER) == "Ah 8c 5d"
    play.run("rule: play_on")
    assert [seen(play, "board", role) for role in EVERYBODY] == ["Ah 8c 5d ##"] * 4
    assert play.seen_by(Role.SUPERVISOR)["hands"] == {}
    play.run("act: 1 call")
    assert seen(play, "board") == "Ah 8c 5d ##"
    play.run("act: 2 fold")
    assert seen(play, "board") == "Ah 8c 5d 4c"


def test_it_stays_face_down_where_the_round_is_void_before_that():
    play = flopped().run("shoe: 4c", "rule: play_on", "report: {irregularity: CH-I22}")
    play.run("rule: void_round")
    assert seen(play, "board") == "Ah 8c 5d ##"
    assert seen(play, "board", Role.AUDITOR) == "Ah 8c 5d 4c"


def test_a_corrected_card_is_seen_by_whoever_sees_the_place():
    play = flopped()
    play.run("report: {irregularity: CH-I02, position: dealer card 1, card: Th}", "rule: play_on")
    assert seen(play, "dealer", Role.SUPERVISOR) == "## ##"
    assert seen(play, "dealer", Role.DEALER) == "## ##"
    play.run("act: 1 call; 2 fold", "deal: {board: 4c 2s}")
    assert seen(play, "dealer") == "Th Jc"
    (stored,) = [
        row for row in play.record.read(table_stream("t1")) if row.name == "card_corrected"
    ]
    event = play.registry.decode(stored)
    assert (event.card, event.card_number, event.position) == ("Th", 3, "dealer card 1")


def test_a_shared_hand_is_told_once_and_no_seat_has_cards():
    cards = flopped().seen_by(Role.DEALER)["cards"]
    assert cards == {"player": "As Kd", "dealer": "## ##", "board": "Ah 8c 5d"}
