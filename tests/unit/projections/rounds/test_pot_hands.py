"""Hands of pot games as rounds of the record: the list, and a hand with all that explains it."""

from decimal import Decimal

import pytest
from recorded_play import Recorded

from dealer_station.table import commands as c
from dealer_station.table.pot import commands as pc
from dealer_station.table.roles import Role
from dealer_station.table.visibility import FACE_DOWN


@pytest.fixture
def hand(recorded: Recorded) -> Recorded:
    """Seat 1 has raised and shows aces; seat 2 has given up, seat 3 has folded his big blind."""
    rake = "percent: 10, cap: 4, unit: 1"
    play = recorded.play(rules="texas-holdem/gardens-no-limit", seats=range(1, 9), rake=rake)
    for seat in (1, 2, 3):
        play.submit(pc.TakeSeat, seat=seat, stack=Decimal(200))
    play.submit(pc.PlaceButton, seat=1)
    play.run("start_hand")
    for cards in ("Ks", "Qs", "As", "Kd", "Qd", "Ad"):
        play.run(f"shoe: {cards}")
    play.run("act: 1 raise 6; 2 call; 3 fold", "shoe: ?? 2c 7d 9s")
    play.run("act: 2 check; 1 bet 10; 2 call", "shoe: ?? Jh", "act: 2 check; 1 check")
    play.run("shoe: ?? 3d", "act: 2 check; 1 check", "act: 2 show", "act: 1 show")
    assert play.submit(pc.PushPots).refusal is None
    return recorded


def test_a_hand_is_listed_with_its_pot_and_its_rake(hand: Recorded):
    (line,) = hand.reads.rounds("t1", None, 10)
    said = {key: line[key] for key in ("number", "phase", "seats", "staked", "returned", "house")}
    assert said == {
        "number": 1,
        "phase": "settled",
        "seats": [1, 2, 3],
        "staked": "34.00",
        "returned": "31.00",
        "house": "3.00",
    }
    assert (line["bettors"], line["prize"], line["irregularities"]) == (0, None, [])


def test_a_hand_says_who_dealt_it_and_who_won_what(hand: Recorded):
    shown = hand.round()
    assert (shown["game"], shown["dealer"], shown["house"]) == ("texas-holdem", "dealer", "3.00")
    assert shown["hand"]["won"] == {"1": "31.00"}
    assert shown["hand"]["stacks"] == {"1": "215.00", "2": "184.00", "3": "198.00"}
    assert shown["hand"]["shows"] == [2, 1]
    assert (shown["hand"]["button"], shown["hand"]["blinds"]) == (1, {"small": 2, "big": 3})
    assert shown["wagers"] == []


def test_a_hand_that_was_not_shown_is_seen_by_the_auditor_alone(hand: Recorded):
    cards = {role: hand.round(role=role)["view"]["cards"] for role in (Role.MANAGER, Role.AUDITOR)}
    assert cards[Role.AUDITOR]["3"] == "Qs Qd"
    assert cards[Role.MANAGER]["3"] == f"{FACE_DOWN} {FACE_DOWN}"
    assert cards[Role.MANAGER]["1"] == "As Ad"


def test_every_event_of_a_hand_can_be_read(hand: Recorded):
    events = hand.round()["events"]
    assert [event["type"] for event in events][:2] == ["hand_started", "card_drawn"]
    assert events[-1]["type"] == "round_settled"


def test_who_comes_and_goes_after_a_hand_can_be_read_too(hand: Recorded):
    """How a player comes in is called an entry, as the postings of a ledger are."""
    play = hand.play(rules="texas-holdem/gardens-no-limit", seats=range(1, 9), is_open=False)
    play.restart()
    for kind, said in (
        (pc.TakeSeat, {"seat": 4, "stack": Decimal(200)}),
        (pc.SitOut, {"seat": 1}),
        (pc.ComeBack, {"seat": 1}),
        (pc.LeaveSeat, {"seat": 4}),
    ):
        assert play.submit(kind, **said).refusal is None
    events = hand.round()["events"]
    assert [event["type"] for event in events][-4:] == [
        "player_seated", "player_away", "player_back", "player_left",
    ]  # fmt: skip
    assert {event["ledger"] for event in events} == {None}


def test_a_hand_is_told_the_same_by_a_station_that_has_just_started(hand: Recorded):
    assert hand.again().round("t1", 1, Role.AUDITOR) == hand.round()


def test_the_moments_of_a_table_know_the_hand(recorded: Recorded):
    play = recorded.play(rules="texas-holdem/gardens-no-limit", seats=(1, 2))
    play.submit(pc.TakeSeat, seat=1, stack=Decimal(20))
    play.submit(pc.TakeSeat, seat=2, stack=Decimal(20))
    play.submit(pc.PlaceButton, seat=1)
    began = recorded.clock.now()
    play.run("start_hand")
    (line,) = recorded.reads.rounds("t1", None, 10)
    assert (line["opened_at"], line["ended_at"], line["staked"]) == (began, None, "3.00")
    assert play.submit(c.CloseTable).refusal is not None
