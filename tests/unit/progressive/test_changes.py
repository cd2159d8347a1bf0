"""Two people, not in play, new entries only: terms, transfer, retirement, correction."""

from dataclasses import replace
from fractions import Fraction

import pytest
from ledger_play import TWO, LedgerPlay, refused, terms

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award_life import void_award
from dealer_station.progressive.changes import (
    Correction,
    Place,
    Transfer,
    change_terms,
    correct,
    retire,
    transfer,
)
from dealer_station.progressive.contributions import count_wagers, return_wager
from dealer_station.progressive.recount_transfers import unmatched_transfers
from dealer_station.progressive.refusals import Consent, LedgerRefusal
from dealer_station.progressive.refusals import LedgerRefusalReason as No

BAD_CONSENTS = [
    (Consent("ann", "ann", "why"), No.SAME_PERSON),
    (Consent("ann", "", "why"), No.SAME_PERSON),
    (Consent("", "bob", "why"), No.SAME_PERSON),
    (Consent("ann", "bob", "  "), No.NO_REASON),
]
MALFUNCTION = e.CorrectionReason.MALFUNCTION


def change(play: LedgerPlay, new, consent=TWO, *, is_in_play: bool = False):
    return change_terms(play.state, "main", new, consent, at=9, is_in_play=is_in_play)


# ---------------------------------------------------------------- terms


def test_chg_02_nothing_changes_while_in_play():
    play = LedgerPlay().open()
    for new in (terms(2000), terms(rate="1/2"), terms(cap_minor=9000)):
        assert refused(change(play, new, is_in_play=True)) is No.IN_PLAY


@pytest.mark.parametrize(("consent", "reason"), BAD_CONSENTS)
def test_chg_03_a_change_needs_two_people_and_a_reason(consent, reason):
    assert refused(change(LedgerPlay().open(), terms(2000), consent)) is reason


def test_a_change_names_old_and_new_terms_and_who_made_it():
    play = LedgerPlay().open()
    (changed,) = play.take(change(play, terms(2000, "1/2")))
    assert isinstance(changed, e.LevelTermsChanged)
    assert (changed.old_terms, changed.new_terms) == (terms(), terms(2000, "1/2"))
    assert (changed.person_id, changed.approver_id, changed.reason) == ("ann", "bob", "approved")
    assert changed.entry == ()


def test_a_rate_counts_at_once_and_a_base_from_the_next_reset():
    play = LedgerPlay().open(terms(1000, "1/3")).wagers(1, 1)
    play.take(change(play, terms(2000, "1/2")))
    assert play.level().meter == 1000 + Fraction(100, 3)
    play.wagers(2, 1)
    play.hit("h", 2, 1)
    assert play.level().meter == 2000 + Fraction(1, 3)
    play.check()


def test_prg_05_a_cap_is_set_at_or_above_the_value_shown():
    play = LedgerPlay().open(terms(1000, "1/3")).wagers(1, 1)
    low = terms(1000, "1/3", cap_minor=1033)
    assert refused(change(play, low)) is No.CAP_BELOW_METER
    play.take(change(play, replace(low, cap_minor=1034)))
    assert play.level().cap_minor == 1034


def test_a_higher_cap_makes_no_overflow_a_part_of_the_meter():
    play = LedgerPlay().open(terms(1000, "1", cap_minor=1050)).wagers(1, 1)
    assert (play.level().meter, play.level().overflow) == (1050, 50)
    play.take(change(play, terms(1000, "1", cap_minor=5000)))
    assert (play.level().meter, play.level().overflow) == (1050, 50)
    play.check()


@pytest.mark.parametrize(
    ("new", "reason"), [(terms(), No.NOTHING_CHANGES), (terms(-1), No.BAD_TERMS)]
)
def test_terms_that_are_the_same_or_cannot_be_are_refused(new, reason):
    assert refused(change(LedgerPlay().open(), new)) is reason


def test_a_wager_of_older_terms_is_over_and_is_not_returned_at_new_ones():
    play = LedgerPlay().open(terms(1000, "1/3")).wagers(1, 1)
    play.take(change(play, terms(1000, "1/2")))
    assert refused(return_wager(play.state, "t", 1, 1, 100, at=9)) is No.NOT_COUNTED
    again = count_wagers(play.state, "t", 1, (e.CountedWager(1, 100),), at=9)
    assert refused(again) is No.ALREADY_COUNTED


# ---------------------------------------------------------------- transfer


def move(one: LedgerPlay, other: LedgerPlay, consent=TWO, *, is_in_play: bool = False, **at):
    return transfer(
        "x1",
        Place(one.state, at.get("source", "main")),
        Place(other.state, at.get("target", "main")),
        consent,
        at=9,
        is_in_play=is_in_play,
    )


def test_chg_04_a_whole_meter_moves_to_its_last_fraction_and_both_halves_sum_to_zero():
    old = LedgerPlay("old").open(terms(1000, "1/3"), opening=5000).wagers(1, 1)
    new = LedgerPlay("new").open(terms(500, "1/7"))
    moved = move(old, new)
    assert isinstance(moved, Transfer)
    old.take(moved.sent)
    new.take(moved.received)
    assert old.level().meter == 0
    assert new.level().meter == 5500 + Fraction(100, 3)
    assert old.holds(Account.TRANSFERS) + new.holds(Account.TRANSFERS) == 0
    records = {"old": old.events, "new": new.events}
    assert unmatched_transfers(records) == ()
    old.check()
    new.check()


def test_a_meter_moves_between_levels_of_one_progressive_in_the_order_of_its_halves():
    play = LedgerPlay().open(terms(1000, "1", cap_minor=1050)).open(level_id="mini").wagers(1, 1)
    moved = move(play, play, target="mini")
    assert isinstance(moved, Transfer)
    assert [type(event) for event in moved.sent] == [e.OverflowBooked, e.MeterSent]
    play.take((*moved.sent, *moved.received))
    assert play.level().meter == 0
    assert play.level().overflow == 50
    assert play.level("mini").meter == 1000 + 1050 + Fraction(100, 3)
    assert unmatched_transfers({"p": play.events}) == ()
    play.check()


@pytest.mark.parametrize(("consent", "reason"), BAD_CONSENTS)
def test_a_transfer_needs_two_people_and_a_reason(consent, reason):
    play = LedgerPlay("q").open()
    assert refused(move(LedgerPlay().open(), play, consent)) is reason
    assert refused(move(LedgerPlay().open(), play, is_in_play=True)) is No.IN_PLAY


def test_a_transfer_needs_two_levels_something_to_move_and_room_for_it():
    full, empty = LedgerPlay("full").open(), LedgerPlay("empty").open(terms(0))
    assert refused(move(full, full)) is No.NOTHING_CHANGES
    assert refused(move(empty, full)) is No.NOTHING_CHANGES
    assert refused(move(full, empty, source="x")) is No.NO_SUCH_LEVEL
    assert refused(move(full, empty, target="x")) is No.NO_SUCH_LEVEL
    capped = LedgerPlay("capped").open(terms(1000, cap_minor=1999))
    assert refused(move(full, capped)) is No.ABOVE_CAP


# ---------------------------------------------------------------- retirement


def close(play: LedgerPlay, into: Account | str, consent=TWO, *, is_in_play: bool = False):
    return retire(play.state, "main", into, consent, at=9, is_in_play=is_in_play)


@pytest.mark.parametrize("account", [Account.HOUSE, Account.REVENUE])
def test_a_retired_level_gives_all_it_held_to_an_account_and_takes_no_more(account):
    filed = terms(1000, "1/3", reserve_rate=Fraction(1, 9), cap_minor=1010)
    play = LedgerPlay().open(filed).open(level_id="mini").wagers(1, 1)
    (swept, retired) = play.take(close(play, account))
    assert isinstance(swept, e.OverflowBooked)
    assert isinstance(retired, e.LevelRetired)
    assert (retired.meter, retired.reserve) == (1010, Fraction(100, 9))
    assert retired.overflow == Fraction(70, 3)
    play.wagers(2, 1)
    for held in (Account.METER, Account.RESERVE, Account.OVERFLOW):
        assert play.holds(held) == 0
    assert play.level().is_retired
    assert play.level().lifetime.wagered == 100
    assert play.level("mini").lifetime.wagered == 200
    play.check()


def test_an_heir_takes_over_account_by_account():
    filed = terms(1000, "1/3", reserve_rate=Fraction(1, 9), cap_minor=1010)
    play = LedgerPlay().open(filed).open(terms(0, "0"), level_id="heir").wagers(1, 1)
    play.take(close(play, "heir"))
    assert play.level("heir").meter == 1010
    assert play.level("heir").reserve == Fraction(100, 9)
    assert play.level("heir").overflow == Fraction(70, 3)
    assert play.holds(Account.TRANSFERS) + play.holds(Account.TRANSFERS, "heir") == 0
    play.check()


def test_a_level_with_open_awards_is_not_retired():
    play = LedgerPlay().open().wagers(1, 1)
    play.hit("h", 1, 1)
    assert refused(close(play, Account.HOUSE)) is No.AWARDS_OPEN
    play.take(void_award(play.state, "h-1", person_id="ann", reason="dead", at=9))
    play.take(close(play, Account.HOUSE))
    assert refused(close(play, Account.HOUSE)) is No.LEVEL_RETIRED


@pytest.mark.parametrize(("consent", "reason"), BAD_CONSENTS)
def test_retirement_needs_two_people_and_a_reason(consent, reason):
    play = LedgerPlay().open()
    assert refused(close(play, Account.HOUSE, consent)) is reason
    assert refused(close(play, Account.HOUSE, is_in_play=True)) is No.IN_PLAY


@pytest.mark.parametrize(
    ("into", "reason"),
    [
        (Account.AWARDS_PAID, No.BAD_ACCOUNT),
        ("x", No.NO_SUCH_LEVEL),
        ("main", No.NOTHING_CHANGES),
        ("small", No.ABOVE_CAP),
    ],
)
def test_what_cannot_take_a_retired_level_is_refused(into, reason):
    play = LedgerPlay().open().open(terms(10, cap_minor=100), level_id="small")
    assert refused(close(play, into)) is reason


# ---------------------------------------------------------------- correction


def mend(play: LedgerPlay, amount: str, why=MALFUNCTION, account=Account.METER, **others):
    correction = Correction(account, Fraction(amount), why, others.get("corrects"))
    return correct(play.state, "main", correction, others.get("consent", TWO), at=9)


def test_a_correction_is_a_new_entry_that_points_to_what_it_mends():
    play = LedgerPlay().open().wagers(1, 1)
    before = list(play.events)
    (corrected,) = play.take(mend(play, "-100/3", corrects=2))
    assert isinstance(corrected, e.LevelCorrected)
    assert corrected.corrects == 2
    assert play.events[:-1] == before
    assert play.level().meter == 1000
    assert play.holds(Account.CONTRIBUTIONS) == Fraction(-100, 3)
    play.check()


def test_a_correction_of_a_meter_at_its_cap_is_of_the_meter_and_not_of_the_overflow():
    play = LedgerPlay().open(terms(1000, "1", cap_minor=1050)).wagers(1, 1)
    play.take(mend(play, "-30"))
    assert (play.level().meter, play.holds(Account.OVERFLOW)) == (1020, 50)
    play.take(mend(play, "-50", account=Account.OVERFLOW))
    assert play.level().overflow == 0
    play.check()


@pytest.mark.parametrize("why", list(e.CorrectionReason))
def test_chg_01_an_amount_goes_down_for_the_listed_reasons_alone(why):
    play = LedgerPlay().open(terms(1000, "0", reserve_rate=Fraction(1))).wagers(1, 1)
    decision = mend(play, "-1/3", why, Account.RESERVE)
    if why in {e.CorrectionReason.MISSED_CONTRIBUTION, e.CorrectionReason.HOUSE_GIFT}:
        assert refused(decision) is No.DECREASE_UNEXPLAINED
    else:
        play.take(decision)
        assert play.level().reserve == 100 - Fraction(1, 3)
        play.check()


def test_non_displayed_money_goes_to_revenue_and_displayed_money_does_not():
    play = LedgerPlay().open(terms(1000, "0", reserve_rate=Fraction(1))).wagers(1, 1)
    why = e.CorrectionReason.RESERVE_TO_REVENUE
    assert refused(mend(play, "-1", why)) is No.BAD_ACCOUNT
    assert refused(mend(play, "1", why, Account.RESERVE)) is No.BAD_ACCOUNT
    play.take(mend(play, "-60", why, Account.RESERVE))
    assert play.holds(Account.REVENUE) == 60
    play.check()


@pytest.mark.parametrize(
    ("amount", "account", "corrects", "reason"),
    [
        ("0", Account.METER, None, No.NOTHING_CHANGES),
        ("1", Account.METER, 3, No.NO_SUCH_VERSION),
        ("1", Account.METER, 0, No.NO_SUCH_VERSION),
        ("-1001", Account.METER, None, No.BELOW_ZERO),
        ("-1", Account.OVERFLOW, None, No.BELOW_ZERO),
        ("1", Account.AWARDS_PAID, None, No.BAD_ACCOUNT),
        ("101", Account.METER, None, No.ABOVE_CAP),
    ],
)
def test_a_correction_that_cannot_be_is_refused(amount, account, corrects, reason):
    play = LedgerPlay().open(terms(1000, "0", cap_minor=1100)).wagers(1, 1)
    assert refused(mend(play, amount, account=account, corrects=corrects)) is reason


@pytest.mark.parametrize(("consent", "reason"), BAD_CONSENTS)
def test_a_correction_needs_two_people_and_a_reason(consent, reason):
    assert refused(mend(LedgerPlay().open(), "1", consent=consent)) is reason


def test_nothing_changes_on_a_level_that_is_not_there_or_retired():
    play = LedgerPlay().open().open(level_id="mini")
    play.take(close(play, Account.HOUSE))
    for decision in (change(play, terms(5)), mend(play, "1"), move(play, play, target="mini")):
        assert isinstance(decision, LedgerRefusal)
        assert decision.reason is No.LEVEL_RETIRED
