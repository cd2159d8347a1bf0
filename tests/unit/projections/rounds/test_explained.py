"""A round with everything that explains it, for those who may read it."""

import pytest
from acceptor_play import AcceptorPlay
from recorded_play import (
    FLUSH,
    NOTHING,
    PAIR,
    QUALIFIES,
    Recorded,
    bet_and_deal,
    decide,
    whole_round,
)

from dealer_station.projections.rounds.explained import VIEW_KEYS
from dealer_station.table.roles import Role

READERS = (Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR)


def test_a_round_says_what_it_was_and_under_which_rules(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    whole_round(play, {1: PAIR, 2: NOTHING}, folds=(2,))
    shown = recorded.round()
    assert {key: shown[key] for key in ("number", "table", "game", "phase", "dealer")} == {
        "number": 1, "table": "t1", "game": "caribbean-stud", "phase": "settled",
        "dealer": "dealer",
    }  # fmt: skip
    assert shown["rules"] == {"name": "classic", "digest": play.rules.digest}
    assert shown["opened_at"] == shown["ended_at"] == recorded.clock.now()


@pytest.mark.parametrize("role", READERS)
def test_the_view_is_the_tables_own_for_the_role(recorded: Recorded, role: Role) -> None:
    play = recorded.play(seats=(1, 2))
    bet_and_deal(play, {1: PAIR, 2: NOTHING})
    for line in ("act: 1 bet", "act: 2 fold", "pay"):
        play.run(line)
        own = play.seen_by(role)
        assert recorded.round(role=role)["view"] == {key: own[key] for key in VIEW_KEYS}


def test_a_settled_wager_has_its_rule_and_both_hands(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: PAIR})
    bet = recorded.round(role=Role.SUPERVISOR)["wagers"][1]
    assert bet | {"ledger": [], "rule_text": {}} == {
        "seat": 1, "spot": "bet", "stake": "20.00", "odds": "1:1", "outcome": "win",
        "wins": "20.00", "handed_back": "40.00", "rule": "CS-11", "rule_text": {},
        "cards": PAIR.split(), "dealer_cards": QUALIFIES.split(), "ledger": [],
    }  # fmt: skip
    assert "qualifies" in bet["rule_text"]["en"]
    assert "kwalifikuje" in bet["rule_text"]["pl"]


def test_a_folded_hand_is_explained_without_its_cards(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1, 2)), {1: PAIR, 2: NOTHING}, folds=(2,))
    for role in READERS:
        (ante,) = [w for w in recorded.round(role=role)["wagers"] if w["seat"] == 2]
        assert (ante["outcome"], ante["rule"], ante["wins"]) == ("lose", "CS-07", "-10.00")
        expected = NOTHING.split() if role is Role.AUDITOR else ["##"] * 5
        assert ante["cards"] == expected


def test_only_settled_wagers_are_explained(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    decide(bet_and_deal(play, {1: PAIR, 2: NOTHING}), 2).run("pay: 2")
    assert [wager["seat"] for wager in recorded.round()["wagers"]] == [2]


def test_a_token_without_an_ante_goes_back_by_its_rule(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    play.run("open_betting", "wager: 1 ante 10", "coin: 2", "close_betting")
    (returned,) = recorded.round()["wagers"]
    assert (returned["seat"], returned["outcome"], returned["rule"]) == (2, "void", "CS-I12")
    assert returned["handed_back"] == "1.00"
    assert returned["rule_text"]["en"]


def test_a_wrong_payment_is_a_compensation_of_its_own(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    whole_round(play, {1: PAIR})
    play.run("report: {irregularity: CS-I21, seat: 1, amount: 65}", "rule: play_on")
    shown = recorded.round()
    (found,) = shown["compensations"]
    event = recorded.events("compensation_booked")[0]
    assert found | {"rule_text": {}} == {
        "seat": 1, "paid": "65.00", "due": "60.00", "difference": "5.00", "rule": "CS-I21",
        "rule_text": {}, "person": "supervisor", "at": event["at"],
        "stream": event["stream"], "version": event["version"],
    }  # fmt: skip
    assert event["rule"] == "CS-I21"


def test_rulings_say_what_was_offered_who_decided_and_when(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    bet_and_deal(play, {1: PAIR, 2: NOTHING})
    raised = recorded.clock.now()
    play.run("report: {irregularity: CS-I08, seat: 2, card: 8h}")
    (open_one,) = recorded.round()["rulings"]
    nothing = {"option": None, "by": None, "person": None, "ruled_at": None}
    assert {key: open_one[key] for key in nothing} == nothing
    recorded.clock.advance(30_000)
    play.run("rule: void_hand")
    (ruling,) = recorded.round()["rulings"]
    assert ruling["facts"] == {"seat": "2", "card": "##"}
    assert ruling["options"] == [
        {"option": "play_on", "needs": "supervisor"},
        {"option": "void_hand", "needs": "supervisor"},
    ]
    assert {key: ruling[key] for key in ("number", "irregularity", *nothing, "raised_at")} == {
        "number": 1, "irregularity": "CS-I08", "option": "void_hand", "by": "supervisor",
        "person": "supervisor", "raised_at": raised, "ruled_at": raised + 30_000,
    }  # fmt: skip
    assert ruling["title"] == "player's card shown to others by the dealer"
    assert ruling["source"]


def test_what_was_explained_by_another_is_no_ruling(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play.run("open_betting", "wager: 1 ante 10", "close_betting", "shoe: 9h Ah 7h ??")
    play.run("report: {irregularity: CS-I18}", "rule: void_round")
    assert [ruling["irregularity"] for ruling in recorded.round()["rulings"]] == ["CS-I18"]
    assert recorded.events("irregularity_replaced")


def test_events_of_table_and_progressive_stand_in_one_order(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    events = recorded.round()["events"]
    positions = [event["position"] for event in events]
    assert positions == sorted(positions)
    kinds = [event["type"] for event in events]
    assert kinds[0] == "betting_opened"
    assert {"wagers_counted", "level_hit", "level_award_paid", "card_drawn"} <= set(kinds)


def test_a_seats_light_is_told_with_its_token_and_window(recorded: Recorded) -> None:
    play = AcceptorPlay(seats=(1, 2), record=recorded.record, clock=recorded.clock, table_id="t1")
    play.open_betting(1, 2)
    recorded.clock.advance(1_000)
    play.token(1)
    token_at = recorded.clock.now()
    recorded.clock.advance(200)
    play.obey()
    lit_at = recorded.clock.now()
    recorded.clock.advance(5_000)
    play.run("close_betting")
    play.obey()
    closed_at = recorded.clock.now()
    (light,) = recorded.round()["lights"]
    assert light | {"window_closed_at": 0} == {
        "seat": 1, "lit_at": lit_at, "dark_at": None, "window_closed_at": 0, "token_at": token_at,
    }  # fmt: skip
    assert light["window_closed_at"] in {lit_at, closed_at}


def test_a_token_that_was_entered_by_hand_has_no_light(recorded: Recorded) -> None:
    play = recorded.play(seats=(1,))
    play.run("open_betting", "wager: 1 ante 10", "coin: 1")
    assert recorded.round()["lights"] == [
        {
            "seat": 1, "lit_at": None, "dark_at": None, "window_closed_at": None,
            "token_at": recorded.clock.now(),
        }
    ]  # fmt: skip


def test_there_is_no_round_zero(recorded: Recorded) -> None:
    recorded.play()
    assert recorded.reads.round("t1", 0, Role.AUDITOR) is None
