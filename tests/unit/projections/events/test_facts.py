"""Every event of the record as JSON: complete, exact, and with nothing that must not be told."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from recorded_play import (
    FLUSH,
    NOTHING,
    OTHER_ROYAL,
    PAIR,
    ROYAL,
    Recorded,
    bet_and_deal,
    decide,
    whole_round,
)
from table_play import SHOE

from dealer_station.games.rules import Outcome, SettledWager
from dealer_station.progressive import events as p
from dealer_station.progressive import ledger_events as level
from dealer_station.progressive.award import AwardKind
from dealer_station.projections.events.facts import facts_of, settled
from dealer_station.projections.events.shown import rule_of
from dealer_station.projections.log.search import Question
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.acceptors import StrayReason
from dealer_station.table.roles import Role
from dealer_station.table.visibility import FACE_DOWN


def test_amounts_lose_their_ending_and_are_decimal_text() -> None:
    event = e.CompensationBooked(at=1, seat=2, paid_minor=6500, due_minor=6000, person_id="s1")
    assert facts_of(event, 1, None) == {
        "seat": 2, "paid": "65.00", "due": "60.00", "irregularity_number": 0,
        "round_number": None,
    }  # fmt: skip


def test_an_amount_that_nobody_knows_is_null() -> None:
    event = e.StrayTokenTaken(
        at=1,
        seat=0,
        device_id="a",
        token=3,
        value_minor=None,
        reason=StrayReason.LATE,
        device_counter=1,
        source="x",
    )
    assert facts_of(event, 1, None) == {
        "seat": 0, "device_id": "a", "token": 3, "value": None, "reason": "late",
        "device_counter": 1,
    }  # fmt: skip


def test_exact_amounts_stay_exact() -> None:
    event = p.ContributionBooked(
        at=1, table_id="t1", round_number=3, seat=2, amount=Fraction(100, 3), entry=()
    )
    assert facts_of(event, 1, None) == {
        "table_id": "t1", "round_number": 3, "seat": 2, "amount": "1/3",
    }  # fmt: skip


def test_the_content_of_a_rule_set_is_left_out(recorded: Recorded) -> None:
    recorded.play(seats=(1,))
    rows = recorded.queries.part("table/t1", 1, 1)
    facts = facts_of(recorded.registry.decode(rows[0]), 1, None)
    assert "rules_content" not in facts
    assert facts["progressives"] == {"main": "p1"}
    assert facts["seats"] == [1]


def test_what_a_wager_came_to() -> None:
    won = SettledWager("bet", 2000, Outcome.WIN, 10000, "5:1", "CS-11")
    assert settled(won) == {
        "spot": "bet", "stake": "20.00", "odds": "5:1", "outcome": "win", "wins": "100.00",
        "handed_back": "120.00", "rule": "CS-11",
    }  # fmt: skip
    lost = SettledWager("ante", 1000, Outcome.LOSE, -1000, "", "CS-13")
    assert (lost.handed_back_minor, settled(lost)["odds"]) == (0, None)


def test_cards_and_facts_are_masked_for_their_reader(recorded: Recorded) -> None:
    play = bet_and_deal(recorded.play(seats=(1,)), {1: PAIR})
    play.run("report: {irregularity: CS-I08, seat: 1, cards: 8s 8c}")
    for role, card in ((Role.SUPERVISOR, "8s"), (Role.AUDITOR, FACE_DOWN)):
        assert recorded.events("card_drawn", role=role)[0]["facts"]["card"] == card
        facts = recorded.events("irregularity_raised", role=role)[0]["facts"]
        assert facts["facts"]["cards"].split()[0] == card
        assert facts["options"][0] == {"option": "play_on", "needs": "supervisor"}


def test_a_kept_card_is_told_by_where_it_lies(recorded: Recorded) -> None:
    """What was set aside and what was played lies face up; a card that was burned does not."""
    play = recorded.play(rules="baccarat/gardens", seats=(1,), set_aside_card="next_round")
    play.run("open_betting", "wager: 1 player 10", "close_betting")
    play.run("shoe: 9h 9h Kh Kh 4d", "rule: set_aside", "pay")
    play.run("open_betting", "wager: 1 player 10", "close_betting")
    for role in (Role.SUPERVISOR, Role.AUDITOR):
        (kept,) = recorded.events("card_kept", 1, role)
        (played,) = recorded.events("kept_card_played", 2, role)
        assert kept["facts"] == {"card": "4d"}
        assert played["facts"] == {"card": "4d", "position": "player card 1"}
    play.run("report: {irregularity: BA-I09}", "rule: burn_card")
    for role, card in ((Role.SUPERVISOR, FACE_DOWN), (Role.AUDITOR, FACE_DOWN)):
        (played,) = recorded.events("kept_card_played", 2, role)
        assert played["facts"]["card"] == card


@pytest.mark.parametrize(
    "event",
    [e.CardKept(at=1, card="As"), e.KeptCardPlayed(at=1, card="As", position="player card 1")],
)
def test_a_kept_card_whose_round_is_not_to_be_found_is_not_told(event: e.TableEvent) -> None:
    assert "card" not in facts_of(event, 1, None)


def test_a_share_is_told_when_its_hand_lies_open(recorded: Recorded) -> None:
    play = recorded.play()
    hands = {1: ROYAL, 2: PAIR, 3: OTHER_ROYAL}
    decide(bet_and_deal(play, hands, progressive=(1, 3)))
    play.run("verify: 3", "pay: 3")
    for role in (Role.SUPERVISOR, Role.AUDITOR):
        for name, told in (("shares_fixed", "shares"), ("level_hit", "awards")):
            (event,) = recorded.events(name, role=role)
            assert [share["seat"] for share in event["facts"][told]] == [3]
    play.run("pay")
    (event,) = recorded.events("level_hit", role=Role.SUPERVISOR)
    assert [award["seat"] for award in event["facts"]["awards"]] == [3, 1]


def test_a_released_share_names_no_seat_whose_hand_is_hidden(recorded: Recorded) -> None:
    play = recorded.play()
    hands = {1: ROYAL, 2: PAIR, 3: OTHER_ROYAL}
    decide(bet_and_deal(play, hands, progressive=(1, 3)))
    play.run("verify: 3", "pay: 3", "report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    play.run("pay")
    for role, seat in ((Role.SUPERVISOR, FACE_DOWN), (Role.AUDITOR, 1)):
        (event,) = recorded.events("award_voided", role=role)
        assert event["facts"]["seat"] == seat
        assert str(seat) not in event["text"].removeprefix("Award t1-1-1-2 void")


def test_a_dispute_that_fell_is_told_in_the_words_of_who_signed_and_by_no_rule(
    recorded: Recorded,
) -> None:
    voided = level.AwardVoided(
        at=1, level_id="main", hit_id="h", table_id="T", round_number=1, award_id="h-1", seat=1,
        kind=AwardKind.WIN, person_id="m1", approver_id="m2", amount_minor=5, reason="dark light",
        entry=(),
    )  # fmt: skip
    assert rule_of(voided, {}, None) is None
    assert rule_of(replace(voided, approver_id="", reason="CS-I09"), {}, None) == "CS-I09"


def test_what_a_device_says_names_no_card(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    said = {"device_id": "shoe", "device_kind": "card_shoe", "device_state": "degraded"}
    play.submit(c.RecordDevice, SHOE, reason="stuck behind Ah", **said)
    whole_round(play, {1: NOTHING})
    question = Question(kind="device_reported")
    found = recorded.reads.search(question, Role.TECHNICIAN).events
    assert [event["facts"]["reason"] for event in found] == ["stuck behind ##"]


def test_an_event_whose_round_is_not_to_be_found_tells_nothing(recorded: Recorded) -> None:
    lost = p.PrizeLocked(
        at=1, table_id="gone", round_number=1, hand="flush", amount_minor=5000,
        shares=((1, 5000),), meter_before_minor=1, meter_after_minor=1, entry=(),
    )  # fmt: skip
    facts = facts_of(lost, 1, None)
    assert facts == {
        "table_id": "gone", "round_number": 1, "amount": "50.00", "meter_before": "0.01",
        "meter_after": "0.01",
    }  # fmt: skip
    assert facts_of(e.CardDrawn(at=1, card="As", position="", source="s"), 1, None) == {
        "position": ""
    }


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.AUDITOR])
def test_every_event_of_a_busy_round_is_json(recorded: Recorded, role: Role) -> None:
    play = bet_and_deal(recorded.play(), {1: FLUSH, 2: PAIR, 3: NOTHING}, progressive=(1,))
    play.run("report: {irregularity: CS-I09, seat: 2}", "rule: dead_hand")
    decide(play, 3).run("pay")
    for event in recorded.round(role=role)["events"]:
        assert json.loads(json.dumps(event)) == event
        assert not {"at", "person_id", "entry", "source"} & event["facts"].keys()
