"""The second reading finds every wrong posting, reading and step, and names it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest
from ledger_play import TENTH, TWO, WHOLE, LedgerPlay, terms
from old_record import as_old
from table_play import FLUSH, ROYAL_CLUBS, ROYAL_DIAMONDS, decided

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award_life import dispute_award, settle_dispute, void_award
from dealer_station.progressive.changes import (
    Correction,
    Place,
    Transfer,
    change_terms,
    correct,
    retire,
    transfer,
)
from dealer_station.progressive.contributions import read_meter, return_wager
from dealer_station.progressive.events import AwardPaid, ContributionBooked, PrizeLocked
from dealer_station.progressive.hits import void_hit
from dealer_station.progressive.ledger import AnyEvent
from dealer_station.progressive.levels import ReserveUse
from dealer_station.progressive.postings import LevelPosting
from dealer_station.progressive.recount import (
    Difference,
    DifferenceKind,
    recount,
)
from dealer_station.progressive.recount_transfers import unmatched_transfers

KIND = DifferenceKind
NUDGE = Fraction(1, 10**9)


def full_day() -> LedgerPlay:
    """A record with every kind of event, on levels with cap, reserve and both uses of it."""
    play = LedgerPlay()
    play.open(terms(1000, "1/3", reserve_rate=Fraction(1, 9), cap_minor=1100))
    play.open(
        terms(50, "1/7", reserve_rate=Fraction(1, 8), reserve_use=ReserveUse.ADDS_TO_BASE),
        level_id="mini",
    )
    play.open(terms(10, "1/11"), level_id="third")
    play.wagers(1, 1, 2, 3).wagers(1, 1, 2, table="u").wagers(2, 1, 2, 3, 4)
    play.take(return_wager(play.state, "t", 2, 2, 100, at=play.now()))
    play.hit("a", 2, 1, 3, prize=replace(WHOLE, minimum_minor=600, envy_minor=5))
    play.hit("b", 1, 2, table="u", level_id="mini")
    play.hit("c", 2, 4, prize=TENTH)
    play.pay("a-1")
    play.take(dispute_award(play.state, "a-2", TWO, at=play.now()))
    play.take(settle_dispute(play.state, "a-2", TWO, at=play.now()))
    play.pay("a-2")
    play.take(void_award(play.state, "c-1", person_id="ann", reason="dead", at=play.now()))
    play.take(void_hit(play.state, "b", person_id="ann", approver_id="", reason="x", at=play.now()))
    play.take(read_meter(play.state, "main", person_id="ann", at=play.now()))
    new = terms(2000, "1/5", cap_minor=9000)
    play.take(change_terms(play.state, "main", new, TWO, at=play.now(), is_in_play=False))
    why = e.CorrectionReason.MALFUNCTION
    mend = Correction(Account.METER, Fraction(-1, 3), why, corrects=4)
    play.take(correct(play.state, "main", mend, TWO, at=play.now()))
    here, there = Place(play.state, "mini"), Place(play.state, "main")
    moved = transfer("x", here, there, TWO, at=play.now(), is_in_play=False)
    assert isinstance(moved, Transfer)
    play.take((*moved.sent, *moved.received))
    play.take(retire(play.state, "third", "main", TWO, at=play.now(), is_in_play=False))
    play.wagers(3, 1)
    play.take(read_meter(play.state, "main", person_id="ann", at=play.now()))
    return play


def test_a_day_with_every_kind_of_event_is_right():
    play = full_day()
    assert {type(event) for event in play.events} == set(get_args(e.LevelEvent))
    play.check()
    assert unmatched_transfers({"p": play.events}) == ()


def test_nothing_recorded_is_right():
    assert recount(()).is_right
    assert recount(()).posted == {}


def nudged(event: AnyEvent) -> AnyEvent:
    """The event with its first posting a billionth of a unit more, and its second one less."""
    first, second, *rest = event.entry
    entry = (
        replace(first, amount=first.amount + NUDGE),
        replace(second, amount=second.amount - NUDGE),
        *rest,
    )
    return replace(event, entry=entry)  # type: ignore[arg-type] # of the kind that it had


def test_chg_07_a_billionth_of_a_unit_in_any_event_is_found_and_named():
    events = full_day().events
    money = [place for place, event in enumerate(events) if event.entry]
    assert len(money) >= 20
    for place in money:
        wrong = [*events]
        wrong[place] = nudged(events[place])
        found = recount(wrong)
        named = {(one.version, one.event) for one in found.differences if one.kind is KIND.POSTING}
        assert (place + 1, type(events[place]).__name__) in named
        assert found.unexplained() == {}
        own = [one for one in found.differences if one.version == place + 1]
        assert sum(abs(one.expected - one.found) for one in own) == 2 * NUDGE


def test_an_entry_that_makes_money_is_found():
    play = LedgerPlay().open()
    (opened,) = play.events
    assert isinstance(opened, e.LevelOpened)
    gift = LevelPosting("main", Account.METER, Fraction(1))
    found = recount([replace(opened, entry=(*opened.entry, gift))])
    assert found.differences == (
        Difference(
            KIND.POSTING, 1, "LevelOpened", "main", Account.METER, Fraction(1000), Fraction(1001)
        ),
    )
    assert not found.is_right


def small() -> list[AnyEvent]:
    """Opened, fed, hit, verified, paid, read."""
    play = LedgerPlay().open(terms(1000, "1/3")).wagers(1, 1, 2)
    play.hit("h", 1, 1)
    play.pay("h-1")
    play.take(read_meter(play.state, "main", person_id="ann", at=play.now()))
    return play.events


def at(place: int, **changes: object) -> Callable[[list[AnyEvent]], list[AnyEvent]]:
    def change(events: list[AnyEvent]) -> list[AnyEvent]:
        one = replace(events[place], **changes)  # type: ignore[arg-type] # names of its fields
        return [*events[:place], one, *events[place + 1 :]]

    return change


@pytest.mark.parametrize(
    ("change", "kind", "version"),
    [
        (at(1, wagers=(e.CountedWager(1, 100),)), KIND.POSTING, 2),
        (at(2, number=2), KIND.ORDER, 3),
        (at(3, person_id="bob"), KIND.AWARD, 5),
        (at(4, person_id="ann"), KIND.AWARD, 5),
        (at(4, amount_minor=1), KIND.AWARD, 5),
        (at(4, award_id="h-9"), KIND.AWARD, 5),
        (at(5, meter=Fraction(1001)), KIND.READING, 6),
        (at(5, reserve=NUDGE), KIND.READING, 6),
        (at(5, overflow=NUDGE), KIND.READING, 6),
        (lambda events: [*events[:5], events[4]], KIND.AWARD, 6),
        (lambda events: [*events[:3], *events[4:]], KIND.AWARD, 4),
        (lambda events: [*events[:4], events[5]], None, 0),
        (lambda events: [*events[:1], *events[2:]], KIND.POSTING, 2),
    ],
)
def test_what_is_wrong_is_named_at_its_version(change, kind, version):
    found = recount(change(small()))
    if kind is None:
        assert found.is_right
    else:
        assert (kind, version) in {(one.kind, one.version) for one in found.differences}
        assert not found.is_right
    assert found.unexplained() == {}


def test_a_change_from_terms_that_were_not_in_force_is_named():
    play = LedgerPlay().open()
    changed = change_terms(play.state, "main", terms(5), TWO, at=2, is_in_play=False)
    (one,) = play.take(changed)
    assert isinstance(one, e.LevelTermsChanged)
    found = recount([play.events[0], replace(one, old_terms=terms(7))])
    assert [difference.kind for difference in found.differences] == [KIND.TERMS]


def test_overflow_that_was_not_booked_before_a_hit_is_named():
    play = LedgerPlay().open(terms(1000, "1", cap_minor=1050)).wagers(1, 1)
    play.hit("h", 1, 1)
    assert isinstance(play.events[-2], e.OverflowBooked)
    found = recount([*play.events[:-2], play.events[-1]])
    (one,) = found.differences
    assert (one.kind, one.version, one.found) == (KIND.OVERFLOW, 3, 50)


def test_a_void_of_an_unknown_hit_or_of_another_amount_is_named():
    play = LedgerPlay().open(terms(1000, "0")).wagers(1, 1)
    play.hit("h", 1, 1)
    play.pay("h-1")
    (one,) = play.take(
        void_hit(play.state, "h", person_id="ann", approver_id="bob", reason="x", at=9)
    )
    assert isinstance(one, e.HitVoided)
    for wrong in (replace(one, hit_id="x"), replace(one, recovered_minor=1)):
        found = recount([*play.events[:-1], wrong])
        assert KIND.AWARD in {difference.kind for difference in found.differences}


def test_an_old_record_is_recounted_from_its_amounts():
    events = decided({1: ROYAL_CLUBS, 2: FLUSH, 3: ROYAL_DIAMONDS}, "7s 7c 6s 4c 2c", (1, 2, 3))
    events.run("verify: 3", "pay: 3", "verify: 2", "pay: 2", "verify: 1", "pay: 1")
    record = [*as_old(events.postings())]
    assert recount(record).is_right
    wrong: dict[type, dict[str, object]] = {
        ContributionBooked: {"amount": Fraction(71)},
        PrizeLocked: {"amount_minor": 1},
        AwardPaid: {"amount_minor": 1},
    }
    for kind, changes in wrong.items():
        place = next(place for place, event in enumerate(record) if isinstance(event, kind))
        found = recount(at(place, **changes)([*record]))
        assert {difference.version for difference in found.differences} == {place + 1}
        assert found.unexplained() == {}


# ---------------------------------------------------------------- transfers


def two_records() -> dict[str, list[AnyEvent]]:
    old, new = LedgerPlay("old").open(), LedgerPlay("new").open()
    places = (Place(old.state, "main"), Place(new.state, "main"))
    moved = transfer("x", *places, TWO, at=9, is_in_play=False)
    assert isinstance(moved, Transfer)
    old.take(moved.sent)
    new.take(moved.received)
    return {"old": old.events, "new": new.events}


def test_both_halves_of_a_transfer_match():
    assert unmatched_transfers(two_records()) == ()


@pytest.mark.parametrize(
    ("where", "changes"),
    [
        ("new", {"amount": Fraction(999)}),
        ("new", {"other_progressive_id": "x"}),
        ("old", {"other_level_id": "x"}),
        ("new", {"transfer_id": "y"}),
    ],
)
def test_halves_that_do_not_match_are_named(where, changes):
    records = two_records()
    records[where][-1] = replace(records[where][-1], **changes)
    found = unmatched_transfers(records)
    assert {one.kind for one in found} == {KIND.TRANSFER}
    assert {one.event for one in found} == {"MeterSent", "MeterReceived"}


def test_a_half_alone_is_named_with_its_amount():
    (one,) = unmatched_transfers({"old": two_records()["old"]})
    assert (one.version, one.event, one.found) == (2, "MeterSent", 1000)
