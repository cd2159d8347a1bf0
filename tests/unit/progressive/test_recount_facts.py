"""The second reading doubts what an event says of itself, though its entry fits it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from ledger_play import TENTH, TWO, WHOLE, LedgerPlay, terms

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardOwed, LevelPrize, PrizeTake, Sharing
from dealer_station.progressive.award_life import (
    dispute_award,
    settle_dispute,
    void_award,
)
from dealer_station.progressive.changes import (
    Correction,
    Place,
    Transfer,
    change_terms,
    correct,
    retire,
    transfer,
)
from dealer_station.progressive.contributions import return_wager
from dealer_station.progressive.hits import void_hit
from dealer_station.progressive.ledger import AnyEvent
from dealer_station.progressive.postings import at_level, move
from dealer_station.progressive.recount import Difference, DifferenceKind, recount
from dealer_station.progressive.recount_facts import win_due

FIXED = LevelPrize(PrizeTake.FIXED, fixed_minor=700, is_from_meter=False)
PRIZES = (WHOLE, replace(WHOLE, minimum_minor=9000), TENTH, FIXED)


def won(prize: LevelPrize = WHOLE, *seats: int) -> LedgerPlay:
    play = LedgerPlay().open(terms(1000, "1/2"), opening=5000).wagers(1, 1, 2)
    play.hit("h", 1, *(seats or (1,)), prize=prize)
    play.check()
    return play


def facts(events: list[AnyEvent]) -> list[Difference]:
    """Return what is wrong beside entries."""
    found = recount(events).differences
    return [one for one in found if one.kind is not DifferenceKind.POSTING]


@pytest.mark.parametrize("prize", PRIZES)
def test_a_win_that_is_not_the_prizes_is_named_though_the_house_gives_what_is_too_much(prize):
    *before, hit = won(prize).events
    assert isinstance(hit, e.LevelHit)
    (owed,) = hit.awards
    gift = at_level("main", move(1, Account.HOUSE, Account.AWARDS_PAYABLE))
    more = replace(owed, amount_minor=owed.amount_minor + 1)
    said = hit.amount_minor + 1
    wrong = replace(hit, awards=(more,), amount_minor=said, entry=(*hit.entry, *gift))
    (named,) = recount([*before, wrong]).differences
    assert (named.kind, named.event) == (DifferenceKind.AWARD, "LevelHit")
    assert (named.expected, named.found) == (owed.amount_minor, owed.amount_minor + 1)


@pytest.mark.parametrize("sharing", Sharing)
def test_shares_that_differ_by_a_unit_are_due_as_they_are(sharing):
    play = won(replace(WHOLE, sharing=sharing), 1, 2)
    hit = play.events[-1]
    assert isinstance(hit, e.LevelHit)
    assert [win_due(hit.prize, owed) for owed in hit.awards] == [2550, 2550]


def test_a_minimum_is_due_beyond_the_share():
    prize = replace(WHOLE, minimum_minor=9000)
    owed = AwardOwed("h-1", 1, won().events[-1].awards[0].kind, 9000, 5050)  # type: ignore[union-attr]
    assert win_due(prize, owed) == 9000


def test_prg_15_a_round_that_counts_a_second_time_is_named():
    play = LedgerPlay().open().wagers(1, 1).wagers(2, 1, 2)
    older, newest = play.events[-2:]
    for again, staked in ((newest, 200), (older, 100)):
        (named,) = facts([*play.events, again])
        assert (named.kind, named.version, named.found) == (DifferenceKind.WAGER, 4, staked)
    assert not facts([*play.events, *LedgerPlay().open().wagers(2, 1, table="u").events[1:]])


def test_prg_16_a_wager_goes_back_once_and_no_more_of_it_than_counts():
    play = LedgerPlay().open().wagers(1, 1, 2)
    (part,) = play.take(return_wager(play.state, "t", 1, 1, 60, at=9))
    (rest,) = play.take(return_wager(play.state, "t", 1, 1, 40, at=9))
    play.check()
    assert isinstance(rest, e.CountedWagerReturned)
    for again, left in ((rest, 0), (replace(rest, seat=3), 0), (replace(rest, round_number=2), 0)):
        (named,) = facts([*play.events, again])
        assert (named.kind, named.expected, named.found) == (DifferenceKind.WAGER, left, 40)
    (named,) = facts([*play.events[:-1], part])
    assert (named.expected, named.found) == (40, 60)


def test_hit_12_a_hit_is_void_once():
    play = won()
    (voided,) = play.take(
        void_hit(play.state, "h", person_id="ann", approver_id="bob", reason="error", at=9)
    )
    play.check()
    reseed = at_level("main", move(1000, Account.METER, Account.HOUSE))
    again = replace(voided, amount_minor=0, recovered_minor=0, entry=reseed)
    (named,) = facts([*play.events, again])
    assert (named.kind, named.event) == (DifferenceKind.AWARD, "HitVoided")


# ---------------------------------------------------------------- amounts, places and people


def told() -> list[AnyEvent]:
    """A record in which every event stands that says an amount, a place or two people."""
    play = LedgerPlay().open(terms(1000, "1", reserve_rate=Fraction(0), cap_minor=1150))
    play.open(terms(50, "0"), level_id="mini").open(terms(10, "0"), level_id="third")
    play.wagers(1, 1, 2)
    play.hit("h", 1, 1, 2, prize=replace(WHOLE, minimum_minor=600))
    play.take(dispute_award(play.state, "h-1", TWO, at=9))
    play.take(settle_dispute(play.state, "h-1", TWO, at=9))
    play.pay("h-1")
    play.take(void_award(play.state, "h-2", person_id="ann", reason="dead", at=9))
    void = void_hit(play.state, "h", person_id="ann", approver_id="bob", reason="error", at=9)
    play.take(void)
    why = e.CorrectionReason.MALFUNCTION
    play.take(correct(play.state, "main", Correction(Account.METER, Fraction(-1), why), TWO, at=9))
    new = change_terms(play.state, "main", terms(7, cap_minor=9000), TWO, at=9, is_in_play=False)
    play.take(new)
    places = (Place(play.state, "mini"), Place(play.state, "main"))
    moved = transfer("x", *places, TWO, at=9, is_in_play=False)
    assert isinstance(moved, Transfer)
    play.take((*moved.sent, *moved.received))
    play.take(retire(play.state, "third", "main", TWO, at=9, is_in_play=False))
    play.check()
    return play.events


KIND = DifferenceKind
WRONG_HIT = (
    {"amount_minor": 1},
    {"meter_before": Fraction(1)},
    {"meter_after": Fraction(1)},
    {"reseed_reserve_minor": 1},
    {"reseed_house_minor": 999},
)
OTHER_PLACE = ({"table_id": "u"}, {"round_number": 2})
ONE_PERSON = ({"approver_id": "ann"}, {"approver_id": ""}, {"person_id": ""})


@pytest.mark.parametrize(
    ("event_class", "changes", "kind"),
    [
        *((e.LevelHit, wrong, KIND.AMOUNT) for wrong in WRONG_HIT),
        *((e.LevelHit, wrong, KIND.AWARD) for wrong in OTHER_PLACE),
        (e.OverflowBooked, {"amount": Fraction(1)}, KIND.AMOUNT),
        (e.OverflowBooked, {"destination": Account.REVENUE}, KIND.TERMS),
        (e.AwardVoided, {"amount_minor": 1}, KIND.AMOUNT),
        (e.HitVoided, {"amount_minor": 1}, KIND.AMOUNT),
        *((e.HitVoided, wrong, KIND.AWARD) for wrong in OTHER_PLACE),
        (e.MeterSent, {"amount": Fraction(1)}, KIND.AMOUNT),
        (e.LevelRetired, {"meter": Fraction(1)}, KIND.AMOUNT),
        (e.LevelRetired, {"reserve": Fraction(1)}, KIND.AMOUNT),
        (e.LevelRetired, {"overflow": Fraction(1)}, KIND.AMOUNT),
        (e.LevelCorrected, {"correction": e.CorrectionReason.HOUSE_GIFT}, KIND.REASON),
        (e.LevelTermsChanged, {"new_terms": terms(-1)}, KIND.TERMS),
        (e.LevelTermsChanged, {"new_terms": terms(7, cap_minor=8)}, KIND.TERMS),
        *(
            (kind, wrong, KIND.AWARD)
            for kind in (e.AwardVerified, e.LevelAwardPaid, e.AwardDisputed, e.AwardVoided)
            for wrong in (*OTHER_PLACE, {"seat": 7}, {"hit_id": "x"}, {"level_id": "mini"})
        ),
        *(
            (kind, wrong, KIND.PEOPLE)
            for kind in (
                e.LevelTermsChanged,
                e.MeterSent,
                e.MeterReceived,
                e.LevelRetired,
                e.LevelCorrected,
                e.AwardDisputed,
                e.DisputeSettled,
            )
            for wrong in ONE_PERSON
        ),
    ],
)
def test_chg_07_what_an_event_says_is_doubted_though_its_entry_is_right(event_class, changes, kind):
    events = told()
    place = next(place for place, one in enumerate(events) if isinstance(one, event_class))
    wrong = [*events]
    wrong[place] = replace(events[place], **changes)
    found = recount(wrong)
    assert (kind, place + 1) in {(one.kind, one.version) for one in found.differences}
    assert found.unexplained() == {}


def test_hit_12_a_part_of_the_meter_that_a_void_would_give_back_is_doubted_at_the_hit():
    play = won(replace(WHOLE, minimum_minor=9000))
    *before, hit = play.events
    assert isinstance(hit, e.LevelHit)
    (owed,) = hit.awards
    more = replace(owed, from_meter_minor=owed.from_meter_minor + 1)
    (named,) = facts([*before, replace(hit, awards=(more,))])
    assert (named.kind, named.expected, named.found) == (KIND.AMOUNT, 5100, 5101)


def test_hit_01_a_win_without_a_counted_wager_is_named():
    *before, hit = won().events
    assert isinstance(hit, e.LevelHit)
    (owed,) = hit.awards
    (named,) = facts([*before, replace(hit, awards=(replace(owed, seat=5),))])
    assert (named.kind, named.found) == (KIND.AWARD, 5100)


def test_prg_15_a_seat_that_counts_twice_in_a_round_is_named():
    play = LedgerPlay().open().wagers(1, 1, 2)
    *before, counted = play.events
    assert isinstance(counted, e.WagersCounted)
    twice = replace(counted, wagers=(e.CountedWager(1, 100), e.CountedWager(1, 100)))
    (named,) = recount([*before, twice]).differences
    assert (named.kind, named.found) == (KIND.WAGER, 100)


def test_a_transfer_that_says_less_at_both_ends_is_named():
    events = told()
    sent, received = (
        next(place for place, one in enumerate(events) if isinstance(one, kind))
        for kind in (e.MeterSent, e.MeterReceived)
    )
    less = move(Fraction(10), Account.TRANSFERS, Account.METER)
    events[sent] = replace(events[sent], amount=Fraction(10))  # type: ignore[call-arg] # it has
    events[received] = replace(  # type: ignore[call-arg] # it has
        events[received], amount=Fraction(10), entry=at_level("main", less)
    )
    found = recount(events).differences
    assert (KIND.AMOUNT, sent + 1) in {(one.kind, one.version) for one in found}
