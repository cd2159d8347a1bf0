"""Laws of a progressive's ledger that random lives check: payments, and disputes that fall."""

from ledger_play import LedgerPlay

from dealer_station.progressive import ledger_events as e
from dealer_station.progressive.accounts import Account
from dealer_station.progressive.ledger import OPEN, Award, AwardStatus


def check_fallen(play: LedgerPlay, event: e.AwardVoided) -> Award:
    """A dispute fell: two people, all that was owed is back, and nothing is owed for the hand."""
    assert len({event.person_id, event.approver_id, ""}) == 3
    known = play.state.award(event.award_id)
    assert known is not None
    hit, award = known
    moved = {
        account: sum(part.amount for part in event.entry if part.account is account)
        for account in Account
    }
    back, to_meter = award.owed.amount_minor, award.owed.from_meter_minor
    assert {account: amount for account, amount in moved.items() if amount} == {
        account: hit.conversion * amount
        for account, amount in (
            (Account.AWARDS_PAYABLE, -back),
            (Account.METER, to_meter),
            (Account.HOUSE, back - to_meter),
        )
        if amount
    }
    assert award.status is AwardStatus.VOID
    if award.owed.follows is None:
        of_hand = [one for one in hit.awards if one.owed.follows == award.owed.seat]
        assert not [one for one in of_hand if one.owed.follows and one.status in OPEN]
    return award


def check_payments(play: LedgerPlay) -> None:
    """Payments, each once and each of a fixed award, sum to what the accounts say."""
    fixed = {
        owed.award_id: owed.amount_minor
        for event in play.events
        if isinstance(event, e.LevelHit)
        for owed in event.awards
    }
    rates = {one.hit_id: one.conversion for one in play.events if isinstance(one, e.LevelHit)}
    paid = [event for event in play.events if isinstance(event, e.LevelAwardPaid)]
    assert len({event.award_id for event in paid}) == len(paid)
    assert all(event.amount_minor == fixed[event.award_id] for event in paid)
    voided = [event for event in play.events if isinstance(event, e.HitVoided)]
    back = sum(rates[one.hit_id] * one.recovered_minor for one in voided)
    total = sum(level.holds(Account.AWARDS_PAID) for level in play.state.levels)
    assert total == sum(rates[one.hit_id] * one.amount_minor for one in paid) - back
    numbers = [event.number for event in play.events if isinstance(event, e.LevelHit)]
    assert numbers == list(range(1, len(numbers) + 1))
