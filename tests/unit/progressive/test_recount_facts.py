"""The second reading doubts what an event says of itself, though its entry fits it."""

from dataclasses import replace

import pytest
from ledger_play import TENTH, WHOLE, LedgerPlay, terms

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.award import AwardOwed, LevelPrize, PrizeTake, Sharing
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
    wrong = replace(hit, awards=(more,), entry=(*hit.entry, *gift))
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
