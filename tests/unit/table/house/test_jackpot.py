"""The progressive in a round: who has won what, and taking it from the meter."""

import pytest
from table_play import (
    DEALER_DOES_NOT,
    FLUSH,
    FULL_HOUSE,
    MANAGER,
    NOTHING,
    ROYAL_CLUBS,
    ROYAL_DIAMONDS,
    STRAIGHT_FLUSH,
    TablePlay,
    classic,
    dealt,
    decided,
)

from dealer_station.money import whole_minor
from dealer_station.progressive.ledger import HITS_KEPT
from dealer_station.progressive.ledger_events import (
    AwardVoided,
    HitVoided,
    LevelAwardPaid,
    LevelHit,
)
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.house.hands import is_known
from dealer_station.table.house.jackpot import category_of, payment_order, winner_at
from dealer_station.table.roles import Actor, Role

QUADS = "4c 4d 4h 4s 9c"


def winner(play: TablePlay, seat: int) -> str | None:
    found = winner_at(play.rules, play.round, seat)
    return found and found.category.value


def test_a_winner_has_the_dollar_all_his_cards_and_a_hand_in_play():
    play = dealt({1: FLUSH, 2: ROYAL_CLUBS, 3: NOTHING}, progressive=(1, 3))
    assert winner(play, 1) == "flush"
    assert winner(play, 2) is None
    assert winner(play, 3) is None
    assert winner(play, 9) is None


@pytest.mark.parametrize(("on_fold", "wins"), [("survive", "flush"), ("lose", None)])
def test_cs_g02_a_folded_hand_wins_where_the_stake_survives(on_fold: str, wins: str | None):
    play = decided(
        {1: FLUSH, 2: NOTHING}, progressive=(1,), folds=(1,), progressive_on_fold=on_fold
    )
    assert winner(play, 1) == wins


@pytest.mark.parametrize(
    ("report", "ruling"),
    [
        ("{irregularity: CS-I09, seat: 1}", "dead_hand"),
        ("{irregularity: CS-I08, seat: 1}", "void_hand"),
    ],
)
def test_cs_d07_a_dead_or_void_hand_wins_nothing(report: str, ruling: str):
    play = dealt({1: ROYAL_CLUBS, 2: NOTHING}, progressive=(1,))
    assert winner(play, 1) == "royal_flush"
    assert winner(play.run(f"report: {report}", f"rule: {ruling}"), 1) is None


def test_without_a_progressive_nobody_wins_one():
    assert winner(dealt({1: ROYAL_CLUBS}, rules="evolution"), 1) is None


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("Ah Kh Qh Jh Th", "royal_flush"),
        ("Ah Kh Qh Jh", None),
        ("Ah Kh Qh Jh Th 9h", None),
        ("Ah Kh Qh Jh ??", None),
        ("Ah Kh Qh Jh Jo", None),
        ("Ah Kh Qh Jh Jh", None),
        ("", None),
    ],
)
def test_only_a_complete_known_hand_has_a_category(cards: str, category: str | None):
    assert category_of(classic(), tuple(cards.split())) == category
    assert [is_known(card) for card in ("??", "Jo", "2c")] == [False, False, True]


def test_every_seat_with_a_stake_has_its_place_also_one_that_is_not_in_the_round():
    play = TablePlay().run(
        "open_betting", "wager: 1 ante 10; 3 ante 10", "coin: 2", "close_betting"
    )
    assert payment_order(play.rules, play.round) == (3, 2, 1)


def locks(play: TablePlay) -> list[tuple[str, int, int, int]]:
    return [
        (hit.hand, hit.amount_minor, whole_minor(hit.meter_before), whole_minor(hit.meter_after))
        for hit in play.postings()
        if isinstance(hit, LevelHit)
    ]


def test_a_prize_is_locked_with_the_meter_before_and_after_and_then_paid():
    play = decided(
        {1: FLUSH, 2: STRAIGHT_FLUSH, 3: QUADS}, "Qh Jh 9s 6c 2s",
        (1, 2, 3), contribution="0", meter=1_000_00,
    ).run("pay")  # fmt: skip
    assert locks(play) == [
        ("four_of_a_kind", 500_00, 1_000_00, 1_000_00),
        ("straight_flush", 100_00, 1_000_00, 900_00),
        ("flush", 50_00, 900_00, 900_00),
    ]
    paid = [(p.seat, p.amount_minor) for p in play.postings() if isinstance(p, LevelAwardPaid)]
    assert paid == [(3, 500_00), (2, 100_00), (1, 50_00)]


def test_cs_g06_fixed_prizes_lower_the_meter_where_the_house_says_so_and_never_below_nothing():
    play = decided(
        {1: FLUSH, 2: FULL_HOUSE},
        progressive=(1, 2),
        contribution="0",
        deduct_fixed_prizes="true",
        meter=120_00,
    ).run("pay")
    assert locks(play) == [("full_house", 100_00, 120_00, 20_00), ("flush", 50_00, 20_00, 0)]


def test_cs_d06_a_tenth_is_rounded_down_and_a_tenth_of_nothing_loses():
    play = decided({1: STRAIGHT_FLUSH}, progressive=(1,), contribution="0", meter=1_09).run("pay")
    assert play.view["net"]["1"]["progressive"] == "-0.90"
    play = decided({1: STRAIGHT_FLUSH}, progressive=(1,), contribution="0", meter=9).run("pay")
    (paid,) = play.events(e.SeatPaid)
    assert (paid.wagers[-1].outcome, paid.wagers[-1].net_minor) == ("lose", -100)
    assert locks(play) == []


def test_cs_23_royals_share_what_the_first_of_them_found():
    play = decided(
        {1: ROYAL_CLUBS, 2: STRAIGHT_FLUSH, 3: ROYAL_DIAMONDS},
        "7h 7c 6s 4c 2h",
        (1, 2, 3),
        contribution="0",
        meter=1_000_01,
    ).run("pay")
    assert [shares.shares for shares in play.events(e.SharesFixed)] == [((3, 500_01), (1, 500_00))]
    assert play.view["net"]["2"]["progressive"] == "999.00"
    assert play.meter == 9_000_00
    assert [lock[1] for lock in locks(play)] == [1_000_01, 1_000_00]


def reason_of(play: TablePlay, seat: int) -> str:
    (paid,) = [paid for paid in play.events(e.SeatPaid) if paid.seat == seat]
    (settled,) = [w for w in paid.wagers if w.spot == "progressive"]
    return settled.rule


@pytest.mark.parametrize(
    ("hand", "options", "rule"),
    [
        (FLUSH, {}, "CS-20"),
        (FLUSH, {"progressive_order": "straight_flush_first"}, "CS-20"),
        (STRAIGHT_FLUSH, {}, "CS-22"),
        (STRAIGHT_FLUSH, {"progressive_order": "straight_flush_first"}, "CS-22"),
        (ROYAL_CLUBS, {}, "CS-23"),
        (ROYAL_CLUBS, {"progressive_order": "straight_flush_first"}, "CS-26"),
        (NOTHING, {}, "CS-24"),
        (NOTHING, {"progressive_on_fold": "lose"}, "CS-24"),
    ],
)
def test_a_settled_dollar_names_the_rule_that_explains_it(hand: str, options, rule: str):
    dealer = "Qh Jh 9s 6c 2c"
    assert reason_of(decided({1: hand}, dealer, (1,), **options).run("pay"), 1) == rule


@pytest.mark.parametrize(
    ("hand", "on_fold", "rule"),
    [(FLUSH, "survive", "CS-20"), (NOTHING, "survive", "CS-24"), (FLUSH, "lose", "CS-G02"),
     (NOTHING, "lose", "CS-G02")],
)  # fmt: skip
def test_cs_g02_a_folded_dollar_names_the_rule_by_which_it_was_lost(hand, on_fold, rule):
    play = decided({1: hand}, progressive=(1,), folds=(1,), progressive_on_fold=on_fold)
    assert reason_of(play.run("pay"), 1) == rule


@pytest.mark.parametrize("on_fold", ["survive", "lose"])
def test_cs_d09_a_dead_hands_dollar_names_the_dead_hand(on_fold: str):
    play = dealt({1: ROYAL_CLUBS}, progressive=(1,), progressive_on_fold=on_fold)
    play.run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand", "pay")
    assert reason_of(play, 1) == "CS-D09"


def test_cs_d06_an_empty_meter_is_explained_by_the_prize_that_came_to_nothing():
    for hand, rule in ((STRAIGHT_FLUSH, "CS-22"), (ROYAL_CLUBS, "CS-23")):
        play = decided({1: hand}, progressive=(1,), contribution="0", meter=0).run("pay")
        assert play.view["outcome"]["1"]["progressive"] == "lose"
        assert reason_of(play, 1) == rule


def test_cs_d09_a_fixed_share_of_a_hand_that_is_out_is_released_by_an_event_of_its_own():
    play = decided(
        {1: ROYAL_CLUBS, 2: ROYAL_DIAMONDS},
        "7h 7c 6s 4c 2h",
        (1, 2),
        contribution="0",
        meter=500_01,
    ).run("verify: 2", "pay: 2")
    play.run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    (released,) = [event for event in play.postings() if isinstance(event, AwardVoided)]
    assert (released.table_id, released.round_number) == ("t1", 1)
    assert (released.seat, released.amount_minor) == (1, 250_00)
    assert play.meter == 10_000_00 + 250_00
    assert not [event for event in play.postings() if isinstance(event, HitVoided)]


def test_no_share_is_released_where_none_was_fixed():
    play = dealt({1: ROYAL_CLUBS, 2: NOTHING}, progressive=(1,))
    play.run("report: {irregularity: CS-I09, seat: 1}", "rule: dead_hand")
    assert not [event for event in play.postings() if isinstance(event, AwardVoided)]


def test_cs_22_each_prize_is_taken_at_its_turn_and_contributions_of_the_round_count():
    play = decided({1: STRAIGHT_FLUSH, 2: NOTHING}, progressive=(1, 2), meter=99_00).run("pay")
    # 99.00 and twice 0.70; a tenth of 100.40
    assert play.view["net"]["1"]["progressive"] == "9.04"
    assert play.meter == 100_40 - 10_04


def test_a_royal_that_finds_an_empty_meter_wins_nothing_and_restarts_it():
    play = decided({1: ROYAL_CLUBS}, progressive=(1,), contribution="0", meter=0).run("pay")
    assert play.view["outcome"]["1"]["progressive"] == "lose"
    assert play.meter == 10_000_00


def one_flush(play: TablePlay, *others: int) -> TablePlay:
    """A round in which seat 2 wins 50.00 by a flush and is paid it, the others wait."""
    hands = {2: FLUSH} | dict.fromkeys(others, NOTHING)
    play.run(
        "open_betting",
        *(f"wager: {seat} ante 10; {seat} progressive" for seat in hands),
        "close_betting",
        f"deal: {{{', '.join(f'{seat}: {hand}' for seat, hand in hands.items())}, "
        f"dealer: {DEALER_DOES_NOT}}}",
        *(f"act: {seat} bet" for seat in hands),
    )
    return play.run("verify: 2", "pay: 2")


def test_hit_12_a_void_round_undoes_what_it_has_paid_though_other_tables_won_since():
    play = one_flush(TablePlay(meter=1_000_00, contribution="0"), 1)
    other = TablePlay(table_id="t2", record=play.record, clock=play.clock, contribution="0")
    for _ in range(HITS_KEPT + 5):
        one_flush(other)
    play.run("report: {irregularity: CS-I17}", "rule: fouled_deck by manager")
    (undone,) = [posting for posting in play.postings() if isinstance(posting, HitVoided)]
    assert (undone.table_id, undone.recovered_minor) == ("t1", 50_00)
    assert play.view["net"]["2"]["progressive"] == "0.00"


def test_acc_07_who_has_reported_a_fault_does_not_take_a_paid_prize_back_alone():
    play = one_flush(TablePlay(), 1)
    manager, other = MANAGER, Actor("m2", Role.MANAGER)
    report = play.submit(c.ReportIrregularity, manager, irregularity="CS-I17", facts={})
    assert report.refusal is None
    refusal = play.submit(c.ApplyRuling, manager, option="as_proposed").refusal
    assert refusal is not None
    assert refusal.reason.value == "same_person"
    assert play.view["net"]["2"]["progressive"] == "49.00"
    assert play.submit(c.ApplyRuling, other, option="as_proposed").refusal is None
    (undone,) = [posting for posting in play.postings() if isinstance(posting, HitVoided)]
    assert (undone.person_id, undone.approver_id, undone.recovered_minor) == ("m2", "m1", 50_00)


def test_what_nobody_was_paid_is_void_by_one_ruling():
    play = dealt({1: FLUSH}, progressive=(1,))
    report = play.submit(c.ReportIrregularity, MANAGER, irregularity="CS-I17", facts={})
    assert report.refusal is None
    assert play.submit(c.ApplyRuling, MANAGER, option="as_proposed").refusal is None
    assert play.state.phase.value == "void"


def test_a_prize_that_the_tables_own_finding_takes_back_has_the_dealer_beside_the_manager():
    play = one_flush(TablePlay(), 1).run("shoe: Jo", "rule: fouled_deck by manager")
    (undone,) = [posting for posting in play.postings() if isinstance(posting, HitVoided)]
    assert (undone.person_id, undone.approver_id) == ("manager", play.round.dealer_id)
