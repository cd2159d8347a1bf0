"""A rule set's levels as their ledger files them, and the rules with what was filed since."""

from dataclasses import replace
from fractions import Fraction

from table_play import LEVELS, baccarat, classic

from dealer_station.house_rules.loader import load_rules
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.levels import LevelTerms, ReserveUse
from dealer_station.table.levels import terms_of, with_filed_terms

CHANGED = LevelTerms(
    base_minor=2_000_00,
    rate=Fraction(1, 7),
    reserve_rate=Fraction(1, 9),
    cap_minor=9_000_00,
    overflow_to=Account.REVENUE,
    reserve_use=ReserveUse.ADDS_TO_BASE,
    probability=Fraction(1, 649_740),
)


def test_chg_03_rules_are_told_with_the_terms_that_were_filed_since():
    rules = load_rules(LEVELS, "caribbean-stud", "envy", {})
    progressive = rules.game.progressive
    assert progressive is not None
    filed = {**terms_of(progressive), "minor": CHANGED}
    told = with_filed_terms(rules, filed)
    assert told.game.progressive is not None
    assert terms_of(told.game.progressive) == filed
    assert replace(told.game.progressive, levels=progressive.levels) == progressive
    assert (told.digest, told.content) == (rules.digest, rules.content)


def test_rules_stay_what_they_are_where_nothing_else_was_filed():
    rules = classic()
    assert rules.game.progressive is not None
    assert with_filed_terms(rules, terms_of(rules.game.progressive)) is rules
    assert with_filed_terms(rules, {"unknown": CHANGED}).game.progressive == rules.game.progressive
    without = baccarat().rules
    assert with_filed_terms(without, {}) is without
