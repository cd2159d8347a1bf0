"""Envy sums told: at the payments, in a round's explanation and its line, and to no wrong eye."""

import pytest
from recorded_play import FLUSH, NOTHING, OTHER_ROYAL, ROYAL, Recorded, bet_and_deal, decide
from table_play import STRAIGHT_FLUSH, TablePlay

from dealer_station.table.roles import Role
from dealer_station.table.view import View

HANDS = {1: ROYAL, 2: FLUSH, 3: NOTHING}
ALL = (1, 2, 3)


def table(recorded: Recorded, **values: str) -> TablePlay:
    return recorded.play(rules="envy", seats=ALL, meter=1100_00, **values)


def paid(recorded: Recorded, hands: dict[int, str] = HANDS, *steps: str) -> TablePlay:
    play = decide(bet_and_deal(table(recorded), hands, progressive=ALL))
    return play.run(*(steps or ("pay",)))


def rows(view: View, seat: int, spot: str) -> list[View]:
    return [row for row in view["wagers"] if (row["seat"], row["spot"]) == (seat, spot)]


def test_hit_14_the_payment_says_who_gets_what_beside_the_winner(recorded: Recorded) -> None:
    play = decide(bet_and_deal(table(recorded), HANDS, progressive=ALL)).run("pay: 3", "verify: 2")
    play.run("pay: 2")
    (row,) = [one for one in play.seen_by(Role.DEALER)["payouts"] if one["seat"] == 1]
    others = [{"seat": seat, "amount": "100.00", "rule": "CS-25"} for seat in (2, 3)]
    assert (row["state"], row["envy"]) == ("current", others)
    play.run("verify: 1", "pay: 1")
    told = {
        one["seat"]: (one["state"], one["envy"]) for one in play.seen_by(Role.DEALER)["payouts"]
    }
    assert told == {1: ("paid", others), 2: ("paid", []), 3: ("paid", [])}
    assert {seat: net.get("envy") for seat, net in play.view["net"].items()} == {
        "1": None, "2": "100.00", "3": "100.00",
    }  # fmt: skip


def test_a_round_explains_each_envy_sum_with_rule_cards_and_ledger(recorded: Recorded) -> None:
    paid(recorded)
    (row,) = rows(recorded.round(), 3, "envy")
    assert (row["stake"], row["wins"], row["handed_back"]) == ("0.00", "100.00", "100.00")
    assert (row["rule"], row["cards"]) == ("CS-25", ROYAL.split())
    assert row["rule_text"]["pl"].startswith("Według zestawu zasad")
    assert {line["type"] for line in row["ledger"]} == {"level_hit", "level_award_paid"}
    # The loser's stake is explained by what it fed, and by no award.
    (own,) = rows(recorded.round(), 3, "progressive")
    assert {line["type"] for line in own["ledger"]} == {"wagers_counted"}
    assert rows(recorded.round(), 1, "envy") == []


def test_the_rule_of_an_envy_award_is_not_that_of_the_seats_own_stake(recorded: Recorded) -> None:
    paid(recorded)
    rules = {
        (event["facts"]["seat"], event["facts"]["kind"]): event["rule"]
        for event in recorded.events("level_award_paid")
    }
    assert rules == {
        (2, "win"): "CS-20", (1, "win"): "CS-23", (2, "envy"): "CS-25", (3, "envy"): "CS-25",
    }  # fmt: skip
    (told,) = recorded.events("envy_paid")
    assert (told["rule"], told["facts"]["sums"]) == (
        "CS-25",
        [{"seat": 2, "amount": "100.00"}, {"seat": 3, "amount": "100.00"}],
    )


def test_a_rounds_line_counts_envy_sums_as_prizes_that_the_house_gave(recorded: Recorded) -> None:
    paid(recorded)
    (line,) = recorded.reads.rounds("t1", None, 5)
    # Ante, Bet and prizes: the royal and its 1101.00, the flush and its 50.00, and two envy sums.
    assert line["prize"] == "1351.00"
    won = (10 + 2000) + (10 + 100) - (10 + 20) + 1351 - 3
    assert line["house"] == f"-{won}.00"


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.MANAGER])
def test_what_follows_from_a_hidden_hand_is_told_to_nobody(recorded: Recorded, role: Role) -> None:
    hands = {1: ROYAL, 2: NOTHING, 3: OTHER_ROYAL}
    play = decide(bet_and_deal(table(recorded), hands, progressive=ALL))
    play.run("verify: 3", "pay: 3")
    (hit,) = recorded.events("level_hit", role=role)
    told = [(award["seat"], award["kind"], award["follows"]) for award in hit["facts"]["awards"]]
    assert told == [(3, "win", None), (1, "envy", 3), (2, "envy", 3)]
    play.run("pay")
    (hit,) = recorded.events("level_hit", role=role)
    assert len(hit["facts"]["awards"]) == 6


def test_a_void_round_explains_no_envy_sum(recorded: Recorded) -> None:
    hands = {1: ROYAL, 2: STRAIGHT_FLUSH, 3: NOTHING}
    play = paid(recorded, hands, "pay: 3", "verify: 2", "pay: 2")
    assert [row["wins"] for row in rows(recorded.round(), 1, "envy")] == ["30.00"]
    play.run("report: {irregularity: CS-I19, count: 3}", "rule: fouled_deck by manager")
    assert [row for row in recorded.round()["wagers"] if row["spot"] == "envy"] == []
    assert recorded.round()["house"] == "0.00"


def test_a_compensation_knows_what_a_seat_got_for_the_hands_of_others(recorded: Recorded) -> None:
    play = paid(recorded)
    play.run("report: {irregularity: CS-I21, seat: 3, amount: 90}", "rule: play_on")
    (compensation,) = recorded.round()["compensations"]
    assert (compensation["paid"], compensation["due"]) == ("90.00", "100.00")
