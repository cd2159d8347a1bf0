"""The second reading adds up postings alone, and shows when the first was wrong."""

from fractions import Fraction

from ledger_sum import reconcile
from old_meter import contribution, opening
from table_play import ROYAL_CLUBS, ROYAL_DIAMONDS, STRAIGHT_FLUSH, decided

from dealer_station.progressive.accounts import Account
from dealer_station.progressive.events import ContributionBooked, ProgressiveOpened
from dealer_station.progressive.postings import Posting


def test_no_events_leave_every_account_at_nothing():
    assert reconcile(()).balances == dict.fromkeys(Account, Fraction(0))
    assert reconcile(()).is_balanced


def test_a_played_round_with_shares_a_prize_and_a_restart_reconciles_to_the_fraction():
    play = decided(
        {1: ROYAL_CLUBS, 2: STRAIGHT_FLUSH, 3: ROYAL_DIAMONDS},
        "7h 7c 6s 4c 2h",
        (1, 2, 3),
        contribution="1/3",
        meter=50_000_00,
    ).run("verify: 3", "pay: 3", "restart", "pay")
    read_again = reconcile(play.postings())
    assert read_again.is_balanced
    for account, amount in read_again.balances.items():
        (level,) = play.progressive.levels
        assert level.holds(account) == amount
    # 50,000.00 and a third of each of three dollars; two royals take the whole cents of it.
    assert read_again.balances[Account.CONTRIBUTIONS] == -100
    paid = read_again.balances[Account.AWARDS_PAID]
    assert paid == 50_001_00 + 1_000_00
    assert read_again.balances[Account.METER] == 9_000_00


def test_an_unbalanced_ledger_is_seen():
    events = [
        ProgressiveOpened(at=1, progressive_id="p", entry=opening(5)),
        ContributionBooked(
            at=2,
            table_id="t",
            round_number=1,
            seat=1,
            amount=Fraction(70),
            entry=(*contribution(Fraction(70)), Posting(Account.METER, Fraction(1, 10**9))),
        ),
    ]
    assert not reconcile(events).is_balanced
