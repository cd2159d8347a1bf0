"""The view of the record: the keys of table scripts, in every phase."""

import pytest
from table_play import FLUSH, NOTHING, PAIR_OF_EIGHTS, ROYAL_CLUBS, TablePlay, dealt, decided

KEYS = {
    "phase", "next", "cards", "hands", "status", "net", "stakes", "outcome", "meters", "rulings",
}  # fmt: skip


def betting() -> TablePlay:
    return TablePlay(meter=5_00).run("open_betting", "wager: 2 ante 10; 2 progressive")


def paying() -> TablePlay:
    return decided({1: FLUSH, 2: PAIR_OF_EIGHTS}, progressive=(1,))


PHASES = {
    "idle": TablePlay,
    "betting": betting,
    "dealing": lambda: betting().run("close_betting"),
    "deciding": lambda: dealt({1: FLUSH}),
    "paying": paying,
    "settled": lambda: paying().run("pay"),
    "void": lambda: dealt({1: FLUSH}).run("report: {irregularity: CS-I18}", "rule: void_round"),
    "held": lambda: dealt({1: FLUSH}).run("report: {irregularity: CS-I18}"),
}
NEXT = {
    "idle": {"kind": "none"},
    "betting": {"kind": "bets"},
    "dealing": {"kind": "card", "position": "seat 2 card 1"},
    "deciding": {
        "kind": "act",
        "seat": 1,
        "legal": {"bet": {"min": "20.00", "max": "20.00"}, "fold": True},
    },
    "paying": {"kind": "pay", "seat": 2},
    "settled": {"kind": "none"},
    "void": {"kind": "none"},
    "held": {"kind": "ruling"},
}


@pytest.mark.parametrize("phase", PHASES)
def test_the_view_has_its_keys_phase_and_next_in_every_phase(phase: str):
    view = PHASES[phase]().view
    assert view.keys() == KEYS
    assert (view["phase"], view["next"]) == (phase, NEXT[phase])


def test_amounts_are_decimal_text():
    view = betting().view
    assert view["stakes"] == {"2": {"ante": "10.00", "progressive": "1.00"}}
    assert view["meters"] == {"main": "5.00"}
    assert view["outcome"] == {"2": {"ante": "pending", "progressive": "pending"}}
    assert (view["net"], view["status"]) == ({}, {})


def test_net_lists_only_what_is_decided():
    play = paying().run("pay: 2")
    view = play.view
    assert view["net"] == {"2": {"ante": "10.00", "bet": "20.00"}}
    assert view["stakes"] == {"1": {"ante": "10.00", "bet": "20.00", "progressive": "1.00"}}
    assert view["outcome"]["1"] == {"ante": "pending", "bet": "pending", "progressive": "pending"}
    assert view["next"] == {"kind": "verify", "seat": 1}


def test_status_names_every_seat_once_betting_is_closed():
    play = decided({1: FLUSH, 2: NOTHING, 4: PAIR_OF_EIGHTS}, folds=(2,))
    assert play.view["status"] == {"1": "in", "2": "folded", "4": "in"}
    empty = TablePlay(seats=(1, 2)).run("open_betting", "wager: 2 ante 10", "close_betting")
    assert empty.view["status"] == {"1": "out", "2": "in"}


def test_hands_are_named_when_they_are_complete():
    play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting")
    play.run("shoe: Ac Ah Kc Kh Qc 9s Jc 6c")
    assert play.view["hands"] == {}
    play.run("shoe: Tc")
    assert play.view["hands"] == {"1": "royal_flush"}
    play.run("shoe: ??")
    assert play.view["hands"] == {"1": "royal_flush"}
    assert play.view["cards"]["dealer"] == "Ah Kh 9s 6c ??"
    play.run("shoe: 4h")
    assert play.view["hands"] == {"1": "royal_flush", "dealer": "high_card"}


def test_a_hand_with_a_card_twice_or_a_joker_is_no_hand():
    for odd in ("9c", "Jo"):
        play = TablePlay().run("open_betting", "wager: 1 ante 10", "close_betting")
        play.run(f"shoe: 9c Ah 8c Kh 7c 9s 5c 6c {odd}")
        assert "1" not in play.view["hands"]
        assert play.view["phase"] == "held"


def test_rulings_say_who_ruled_and_what_is_proposed():
    play = dealt({1: FLUSH}).run("report: {irregularity: CS-I14, card: 4h}", "shoe: 4c")
    play.run("report: {irregularity: CS-I10, seat: 1}", "rule: play_on by manager")
    play.run("report: {irregularity: CS-I09, seat: 1}")
    assert play.view["rulings"] == [
        {"irregularity": "CS-I14", "option": "set_aside", "by": "dealer"},
        {"irregularity": "CS-I10", "option": "play_on", "by": "manager"},
        {"irregularity": "CS-I09", "option": "dead_hand", "by": None},
    ]


def test_next_names_the_lowest_undecided_seat_and_the_seat_to_verify():
    play = dealt({1: ROYAL_CLUBS, 2: NOTHING, 3: PAIR_OF_EIGHTS}, progressive=(1,))
    play.run("act: 1 bet")
    assert play.next["seat"] == 2
    play.run("act: 3 fold; 2 fold", "pay: 3; 2")
    assert play.next == {"kind": "verify", "seat": 1}
    play.run("verify: 1")
    assert play.next == {"kind": "pay", "seat": 1}


def test_a_table_without_a_progressive_has_no_meter():
    assert TablePlay("evolution").view["meters"] == {}
