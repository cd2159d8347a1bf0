"""How a rule set's text becomes the game's values."""

from fractions import Fraction

import pytest
from table_play import classic

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.caribbean_stud.rules import CaribbeanStud
from dealer_station.games.paytable import PrizeKind
from dealer_station.games.rules import (
    OnDealerMisdeal,
    OnFold,
    PaymentOrder,
    ProgressiveOrder,
    ProgressiveSources,
)
from dealer_station.house_rules.caribbean_stud import POOL, PROGRESSIVE_PRICE_MINOR


def game(**overrides: str) -> CaribbeanStud:
    loaded = classic(**overrides).game
    assert isinstance(loaded, CaribbeanStud)
    return loaded


def test_every_key_reaches_the_game():
    made = game(
        table_min="10",
        table_max="200.50",
        bet_paytable="BET_EVO",
        max_bet_payout="5000",
        payment_order="left",
        decision_seconds="25",
        player_cards_public="true",
    )
    assert (made.table_min_minor, made.table_max_minor) == (10_00, 200_50)
    assert made.bet_paytable.odds(HandCategory.FULL_HOUSE) == 10
    assert made.max_bet_payout_minor == 5_000_00
    assert made.payment_order is PaymentOrder.LEFT
    assert (made.decision_ms, made.player_cards_public) == (25_000, True)


def test_every_key_reaches_the_progressive():
    rules = game(
        progressive_paytable="P5",
        contribution="1/3",
        seed_amount="0",
        deduct_fixed_prizes="true",
        progressive_on_fold="lose",
        progressive_on_dealer_misdeal="honour",
        progressive_order="straight_flush_first",
        royal_minimum="10000",
    ).progressive
    assert rules is not None
    assert (rules.pool, rules.price_minor) == (POOL, PROGRESSIVE_PRICE_MINOR) == ("main", 100)
    assert (rules.table.name, rules.contribution, rules.seed_minor) == ("P5", Fraction(1, 3), 0)
    assert rules.deduct_fixed_prizes
    assert rules.on_fold is OnFold.LOSE
    assert rules.on_dealer_misdeal is OnDealerMisdeal.HONOUR
    assert rules.order is ProgressiveOrder.STRAIGHT_FLUSH_FIRST
    assert rules.royal_minimum_minor == 10_000_00


@pytest.mark.parametrize(
    ("order", "whole"), [("by_turn", "CS-23"), ("straight_flush_first", "CS-26")]
)
def test_the_rules_that_explain_a_progressive_stake_follow_its_order(order: str, whole: str):
    rules = game(progressive_order=order).progressive
    assert rules is not None
    assert rules.sources == ProgressiveSources(
        won={
            PrizeKind.FIXED: "CS-20",
            PrizeKind.METER_SHARE: "CS-22",
            PrizeKind.WHOLE_METER: whole,
        },
        lost="CS-24",
        folded="CS-G02",
        dead="CS-D09",
        envy="CS-25",
    )


def test_no_progressive_paytable_means_no_progressive_stake():
    assert game(progressive_paytable="none").progressive is None
    assert [spot.name for spot in game(progressive_paytable="none").spots] == ["ante", "bet"]


def test_prizes_read_as_amounts_shares_or_the_whole():
    rules = game().progressive
    assert rules is not None
    kinds = {hand.value: prize.kind for hand, prize in rules.table.prizes.items()}
    assert kinds == {
        "flush": PrizeKind.FIXED,
        "full_house": PrizeKind.FIXED,
        "four_of_a_kind": PrizeKind.FIXED,
        "straight_flush": PrizeKind.METER_SHARE,
        "royal_flush": PrizeKind.WHOLE_METER,
    }


@pytest.mark.parametrize("contribution", ["0", "1", "0.333333333333", "7/1000"])
def test_a_contribution_is_exact(contribution: str):
    rules = game(contribution=contribution).progressive
    assert rules is not None
    assert rules.contribution == Fraction(contribution)
