"""Behind every cent stand the lines that moved it; they add up, and give no hand away."""

from fractions import Fraction
from typing import Any

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

from dealer_station.table.roles import Role
from dealer_station.table.view import View


def wager(shown: View, seat: int, spot: str) -> View:
    return next(w for w in shown["wagers"] if (w["seat"], w["spot"]) == (seat, spot))


def lines(shown: View, seat: int, spot: str) -> list[tuple[str, str, str]]:
    return [
        (line["type"], line["account"], line["amount"])
        for line in wager(shown, seat, spot)["ledger"]
    ]


def total(shown: View, account: str, seat: int, spot: str) -> Fraction:
    return sum(
        (Fraction(amount) for _, name, amount in lines(shown, seat, spot) if name == account),
        Fraction(0),
    )


def test_a_plain_wager_is_explained_by_its_payment(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1, 2)), {1: PAIR, 2: NOTHING}, folds=(2,))
    shown = recorded.round()
    assert lines(shown, 1, "bet") == [("seat_paid", "house", "-20.00")]
    assert lines(shown, 2, "ante") == [("seat_paid", "house", "10.00")]
    (line,) = wager(shown, 1, "bet")["ledger"]
    paid = next(e for e in shown["events"] if e["type"] == "seat_paid" and e["facts"]["seat"] == 1)
    assert (line["stream"], line["version"], line["at"]) == (
        paid["stream"], paid["version"], paid["at"],
    )  # fmt: skip


def test_a_prize_is_explained_from_its_contribution_to_its_payment(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,)), {1: FLUSH}, progressive=(1,))
    shown = recorded.round()
    assert lines(shown, 1, "progressive") == [
        ("wagers_counted", "contributions", "-0.70"),
        ("wagers_counted", "meter", "0.70"),
        ("level_hit", "house", "-50.00"),
        ("level_hit", "awards_payable", "50.00"),
        ("level_award_paid", "awards_payable", "-50.00"),
        ("level_award_paid", "awards_paid", "50.00"),
    ]
    prize = wager(shown, 1, "progressive")
    assert total(shown, "awards_paid", 1, "progressive") == Fraction(prize["handed_back"])
    assert (prize["rule"], prize["wins"]) == ("CS-20", "49.00")
    assert prize["rule_text"]["en"]


def test_an_amount_that_does_not_end_is_a_fraction(recorded: Recorded) -> None:
    whole_round(recorded.play(seats=(1,), contribution="1/3"), {1: PAIR}, progressive=(1,))
    assert ("wagers_counted", "meter", "1/3") in lines(recorded.round(), 1, "progressive")


def test_a_void_round_shows_how_everything_went_back(recorded: Recorded) -> None:
    play = recorded.play(seats=(1, 2))
    decide(bet_and_deal(play, {1: NOTHING, 2: FLUSH}, progressive=(1, 2)))
    play.run("verify: 2", "pay: 2", "shoe: 5d", "rule: void_round")
    shown = recorded.round()
    assert shown["phase"] == "void"
    for seat in (1, 2):
        for spot in ("ante", "bet", "progressive"):
            assert wager(shown, seat, spot)["outcome"] == "void"
            assert wager(shown, seat, spot)["rule"] == "CS-I03"
            assert total(shown, "house", seat, spot) == 0, "what was won has been taken back"
    kinds = [kind for kind, _, _ in lines(shown, 2, "progressive")]
    assert "hit_voided" in kinds
    assert "hit_voided" not in [kind for kind, _, _ in lines(shown, 1, "progressive")]
    assert total(shown, "meter", 2, "progressive") == 0
    assert total(shown, "awards_payable", 2, "progressive") == 0


def test_shared_royals_have_the_same_lock_and_each_his_own_payment(recorded: Recorded) -> None:
    hands = {1: ROYAL, 2: OTHER_ROYAL}
    whole_round(recorded.play(seats=(1, 2)), hands, progressive=(1, 2))
    shown = recorded.round()
    locks = [
        [line for line in lines(shown, seat, "progressive") if line[0] == "level_hit"]
        for seat in (1, 2)
    ]
    assert locks[0] == locks[1] != []
    paid = [total(shown, "awards_paid", seat, "progressive") for seat in (1, 2)]
    assert sum(paid) == Fraction(10001) + Fraction(40, 100)


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.AUDITOR])
def test_a_royal_that_waits_is_in_no_line(recorded: Recorded, role: Role) -> None:
    """Seat 3 is paid its half; nothing says that the other half was seat 1's, which is killed."""
    play = recorded.play(seats=(1, 2, 3))
    hands = {1: ROYAL, 2: PAIR, 3: OTHER_ROYAL}
    decide(bet_and_deal(play, hands, progressive=(1, 3)))
    play.run("verify: 3", "pay: 3", "report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    assert lines(recorded.round(role=role), 3, "progressive")
    play.run("pay")
    shown = recorded.round(role=role)
    kinds = {kind for kind, _, _ in lines(shown, 1, "progressive")}
    told: dict[Role, Any] = {
        Role.SUPERVISOR: {"wagers_counted"},
        Role.AUDITOR: {"wagers_counted", "level_hit", "award_voided"},
    }
    assert kinds == told[role]


def test_another_tables_events_on_the_same_meter_are_not_this_rounds(recorded: Recorded) -> None:
    first = recorded.play("t1", seats=(1,))
    second = recorded.play("t2", seats=(1,))
    bet_and_deal(first, {1: NOTHING}, progressive=(1,))
    whole_round(second, {1: FLUSH}, progressive=(1,))
    decide(first).run("pay")
    ours = [event for event in recorded.round()["events"] if event["stream"] != "table/t1"]
    assert [event["type"] for event in ours] == ["wagers_counted"]
    assert [event["facts"]["table_id"] for event in ours] == ["t1"]
