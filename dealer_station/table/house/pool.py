"""What a round moves in the ledger of its progressive: wagers counted, prizes taken, all undone.

The ledger decides on amounts (progressive/); here stands what a table asks of it. When a prize is
locked up stands in `locking.py`; it is verified by who has seen the hand, paid by somebody else
(HIT-07).
"""

from typing import NamedTuple

from dealer_station.games.paytable import Prize, PrizeKind
from dealer_station.games.rules import (
    MeterGoesTo,
    OnFold,
    Outcome,
    ProgressiveRules,
    SettledWager,
)
from dealer_station.money import whole_minor
from dealer_station.progressive import award_life, contributions, hits
from dealer_station.progressive.award import AwardKind, LevelPrize, PrizeTake, Sharing
from dealer_station.progressive.contributions import LedgerDecision
from dealer_station.progressive.ledger import OPEN, Award, AwardStatus, Hit, Ledger
from dealer_station.progressive.ledger_events import CountedWager, LevelEvent, LevelHit, PaidBy
from dealer_station.progressive.refusals import LedgerRefusal, LedgerRefusalReason
from dealer_station.table import events as e
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import Draft
from dealer_station.table.house import book_pool, envy, jackpot
from dealer_station.table.house.doubts import doubted_awards, paid_with
from dealer_station.table.house.jackpot import Winner
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import STATION_ID
from dealer_station.table.state import HandStatus


class LedgerFaultError(Exception):
    """The ledger refuses what cannot be refused: a fault of ours, and nothing is recorded."""

    def __init__(self, pool: str, reason: LedgerRefusalReason) -> None:
        super().__init__(f"the ledger of pool {pool} refuses: {reason}")


def count(draft: Draft) -> None:
    """Feed the levels with every progressive stake that counts; once, when betting closes."""
    rules = draft.game.progressive
    if rules is None:
        return
    wagers = tuple(
        CountedWager(wager.seat, wager.amount_minor)
        for wager in draft.round.wagers
        if wager.spot == rules.spot and wager.is_pending
    )
    tickets_minor = book_pool.tickets_minor(rules, draft.round)
    if tickets_minor:
        wagers = (*wagers, CountedWager(None, tickets_minor))
    table_id, number = draft.state.table_id, draft.round.number
    conversion = draft.state.conversion(rules.pool)
    decision = contributions.count_wagers(
        draft.pool(rules), table_id, number, wagers, at=draft.at, conversion=conversion
    )
    _book(draft, rules, decision)


def take_back(draft: Draft, seat: int | None, stake_minor: int) -> None:
    """Take a returned stake's part out of the levels again; seat None: all tickets of the book."""
    rules = draft.game.progressive
    assert rules is not None, "no progressive"
    decision = contributions.return_wager(
        draft.pool(rules),
        draft.state.table_id,
        draft.round.number,
        seat,
        stake_minor,
        at=draft.at,
    )
    _book(draft, rules, decision)


def _book(
    draft: Draft, rules: ProgressiveRules, decision: LedgerDecision
) -> tuple[LevelEvent, ...]:
    """Book what the ledger has decided; that two people are needed is the table's to say.

    Any other no would be a fault of ours: what was counted may be won, and what was won be paid.
    """
    if isinstance(decision, LedgerRefusal):
        if decision.reason is LedgerRefusalReason.SAME_PERSON:
            raise RefusedError(RefusalReason.SAME_PERSON)
        raise LedgerFaultError(rules.pool, decision.reason)
    for event in decision:
        draft.book(rules.pool, event)
    return decision


# ---------------------------------------------------------------- a seat's turn


def settle(draft: Draft, seat: int, stake_minor: int, payer_id: str) -> SettledWager:
    """Settle a seat's progressive stake, whatever the dealer holds (CS-20).

    `payer_id` is who hands the prize out: never the one who has seen the hand.
    """
    rules, winner = draft.game.progressive, jackpot.winner_at(draft.rules, draft.round, seat)
    assert rules is not None, "no progressive"
    if winner is None:
        source = _source_of_loss(draft, rules, seat)
        return SettledWager(rules.spot, stake_minor, Outcome.LOSE, -stake_minor, "", source)
    source = rules.sources.won[winner.prize.kind]
    refuse_disputed(draft, rules, seat)
    held = lock_prize(draft, rules, winner, stake_minor)
    if held is None:
        return SettledWager(rules.spot, stake_minor, Outcome.LOSE, -stake_minor, "", source)
    pay(draft, rules, held, payer_id)
    envies = envy.open_envies(draft, rules, seat)
    for one in envies:
        pay(draft, rules, one, payer_id)
    envy.tell_paid(draft, rules, seat, envies)
    net = held.owed.amount_minor - stake_minor
    return SettledWager(rules.spot, stake_minor, Outcome.WIN, net, "", source)


def refuse_disputed(draft: Draft, rules: ProgressiveRules, seat: int) -> None:
    """Nobody pays a prize that is in dispute, nor what would be paid with it (HIT-13)."""
    awards = [award for hit in _hits_of_round(draft, draft.pool(rules)) for award in hit.awards]
    disputed = [award.owed for award in awards if award.status is AwardStatus.DISPUTED]
    if any(seat == paid_with(owed) for owed in disputed):
        raise RefusedError(RefusalReason.DISPUTED, seat=str(seat))


def _source_of_loss(draft: Draft, rules: ProgressiveRules, seat: int) -> str:
    """Name the rule by which a progressive stake loses: dead, folded, or no winning hand."""
    hand = draft.round.hand(seat)
    assert hand is not None, f"seat {seat} has a stake and no hand"
    if hand.status is HandStatus.DEAD:
        return rules.sources.dead
    is_lost_by_fold = rules.on_fold is OnFold.LOSE and hand.status is HandStatus.FOLDED
    return rules.sources.folded if is_lost_by_fold else rules.sources.lost


def pay(draft: Draft, rules: ProgressiveRules, award: Award, payer_id: str) -> None:
    """Two people stand behind a payment: who has seen the hand, and who hands the prize out.

    A prize that nobody has to see was seen by the station alone, in the cards that it has read.
    """
    confirm(draft, rules, award)
    paid = award_life.pay_award(
        draft.pool(rules),
        award.owed.award_id,
        paid_by=PaidBy.ATTENDANT,
        person_id=payer_id,
        at=draft.at,
    )
    _book(draft, rules, paid)


def confirm(draft: Draft, rules: ProgressiveRules, award: Award) -> None:
    """Write down at an award who has seen the hand that wins it; once."""
    if award.status is not AwardStatus.LOCKED:
        return
    verified = award_life.verify_award(
        draft.pool(rules),
        award.owed.award_id,
        person_id=_verifier(draft, rules, award),
        at=draft.at,
    )
    _book(draft, rules, verified)


def verify_doubted(draft: Draft, seat: int) -> None:
    """Write down who has seen a hand anew whose prize was in dispute (HIT-13)."""
    rules = draft.game.progressive
    for award in doubted_awards(draft.state, draft.rules, draft.meters, seat):
        assert rules is not None, "an award is of a progressive"
        verified = award_life.verify_award(
            draft.pool(rules),
            award.owed.award_id,
            person_id=draft.command.actor.person_id,
            at=draft.at,
        )
        _book(draft, rules, verified)


def _verifier(draft: Draft, rules: ProgressiveRules, award: Award) -> str:
    """Return who has seen the hand that wins; where every stake shares, one stands for all."""
    if rules.meter_goes_to is MeterGoesTo.EVERY_STAKE:
        return next((person_id for _, person_id in draft.round.seen), STATION_ID)
    owed = award.owed
    shown = owed.seat if owed.kind is AwardKind.WIN else owed.follows
    found = (person_id for seat, person_id in draft.round.seen if seat == shown)
    return next(found, STATION_ID)


# ---------------------------------------------------------------- lock-up


class _Asked(NamedTuple):
    """What is asked of a level: the prize, and for whom, in the order that its sharing needs."""

    prize: LevelPrize
    winners: tuple[int | None, ...]


def lock_prize(
    draft: Draft, rules: ProgressiveRules, winner: Winner, stake_minor: int
) -> Award | None:
    """Return the award of a winner whose turn has come; None where it comes to nothing.

    It is locked up now if it was not yet. The first turn of those who share the whole meter fixes
    every share (CS-23, CS-D08, CH-42). What has fallen in a dispute is not locked up again.
    """
    if _is_known(draft, rules, winner.seat):
        return award_of(draft, rules, winner.seat)
    if winner.takes_whole_meter:
        share_whole_meter(draft, rules, winner.category, winner.prize)
    else:
        prize = envy.with_envy(_prize(rules, winner.prize, stake_minor), winner.prize)
        lock_up(draft, rules, winner.category, winner.prize.level, _Asked(prize, (winner.seat,)))
    return award_of(draft, rules, winner.seat)


def _is_known(draft: Draft, rules: ProgressiveRules, seat: int) -> bool:
    """Whether a prize was locked up for a seat's hand in this round, whatever became of it."""
    awards = (award for hit in _hits_of_round(draft, draft.pool(rules)) for award in hit.awards)
    return any(one.owed.seat == seat and one.owed.kind is AwardKind.WIN for one in awards)


def share_whole_meter(draft: Draft, rules: ProgressiveRules, hand: str, prize: Prize) -> None:
    """Fix what everybody gets who shares the whole meter of a level; once a round."""
    level_id = prize.level
    seats = _whole_meter_seats(draft, level_id)
    # A share of an empty meter is fixed as well, though the ledger knows no hit of nothing.
    if {seat for seat, _ in draft.round.shares} & {*seats, BOOK_SEAT}:
        return
    hit = lock_up(draft, rules, hand, level_id, _whole_meter(draft, rules, prize))
    owed = () if hit is None else hit.awards
    amounts = {one.seat: one.amount_minor for one in owed if one.kind is AwardKind.WIN}
    shares = [(seat, amounts.get(seat, 0)) for seat in seats]
    if None in amounts:
        shares.append((BOOK_SEAT, amounts[None]))
    draft.emit(e.SharesFixed(at=draft.at, shares=tuple(shares)))


def lock_up(
    draft: Draft, rules: ProgressiveRules, hand: str, level_id: str, asked: _Asked
) -> LevelHit | None:
    """Lock a prize up for its winners; None where it comes to nothing."""
    ledger = draft.pool(rules)
    claim = hits.Claim(
        # The order of all hits of the progressive; no other hit ever has this number.
        hit_id=f"{draft.state.table_id}-{draft.round.number}-{ledger.hit_count + 1}",
        level_id=level_id,
        table_id=draft.state.table_id,
        round_number=draft.round.number,
        hand=hand,
        prize=asked.prize,
        winners=asked.winners,
        envy_seats=envy.envy_seats(draft, rules) if asked.prize.envy_minor else (),
    )
    decision = hits.lock_up(ledger, claim, at=draft.at)
    if isinstance(decision, LedgerRefusal) and _comes_to_nothing(decision, asked.prize):
        return None
    return next(one for one in _book(draft, rules, decision) if isinstance(one, LevelHit))


def lock_up_for_book(
    draft: Draft, rules: ProgressiveRules, hand: str, prize: Prize, amount_minor: int
) -> None:
    """Lock up a fixed prize for all tickets of the book together."""
    lock_up(draft, rules, hand, prize.level, _Asked(_fixed(rules, amount_minor), (None,)))


def _comes_to_nothing(refusal: LedgerRefusal, prize: LevelPrize) -> bool:
    """A share of too small a meter, or so many times nothing: the stake loses (CS-D06)."""
    is_nothing = prize.take is PrizeTake.FIXED and prize.fixed_minor == 0
    return is_nothing or refusal.reason is LedgerRefusalReason.NOTHING_TO_WIN


def _prize(rules: ProgressiveRules, prize: Prize, stake_minor: int) -> LevelPrize:
    """Return a prize of one seat, anything but a whole meter, as the ledger takes it."""
    if prize.kind is PrizeKind.METER_SHARE:
        return LevelPrize(PrizeTake.PART, part=prize.share)
    is_fixed = prize.kind is PrizeKind.FIXED
    amount = prize.fixed_minor if is_fixed else whole_minor(prize.times * stake_minor)
    return _fixed(rules, amount)


def _fixed(rules: ProgressiveRules, amount_minor: int) -> LevelPrize:
    """Return a fixed prize, out of the meter where the rule set says so (CS-G06)."""
    return LevelPrize(
        PrizeTake.FIXED, fixed_minor=amount_minor, is_from_meter=rules.deduct_fixed_prizes
    )


def _whole_meter(draft: Draft, rules: ProgressiveRules, prize: Prize) -> _Asked:
    """The hands that win it share it equally, in the order of payment (CS-23, CS-G08).

    Or every stake does, by its amount, in the order of acceptance (CH-G07).
    """
    seats = _whole_meter_seats(draft, prize.level)
    if rules.meter_goes_to is MeterGoesTo.WINNING_HANDS:
        least_minor = rules.least_minor(prize.level)
        asked = LevelPrize(PrizeTake.WHOLE, minimum_minor=least_minor)
        return _Asked(envy.with_envy(asked, prize), seats)
    accepted: list[int | None] = [
        wager.seat
        for wager in draft.round.wagers
        if wager.spot == rules.spot and wager.seat in seats
    ]
    if book_pool.tickets_minor(rules, draft.round):
        # The book's part of it is shared among its tickets by its own settlement.
        accepted.append(None)
    return _Asked(LevelPrize(PrizeTake.WHOLE, sharing=Sharing.BY_WAGER), tuple(accepted))


def _whole_meter_seats(draft: Draft, level_id: str) -> tuple[int, ...]:
    """Return the seats that share the whole meter of a level, in the order of their payment."""
    rules, current = draft.rules, draft.round
    order = jackpot.payment_order(rules, current)
    return tuple(seat for seat in order if jackpot.takes_level(rules, current, seat, level_id))


# ---------------------------------------------------------------- what the round has won so far


def _hits_of_round(draft: Draft, ledger: Ledger) -> tuple[Hit, ...]:
    place = (draft.state.table_id, draft.round.number)
    return tuple(
        hit for hit in ledger.hits if (hit.table_id, hit.round_number) == place and not hit.is_void
    )


def award_of(draft: Draft, rules: ProgressiveRules, seat: int | None) -> Award | None:
    """Return what a seat has won in this round and what still is owed; None where nothing is."""
    awards = (award for hit in _hits_of_round(draft, draft.pool(rules)) for award in hit.awards)
    owed = (a for a in awards if a.owed.seat == seat and a.owed.kind is AwardKind.WIN)
    return next((award for award in owed if award.status in OPEN), None)


def void_hits(draft: Draft, reason: str, second_id: str) -> None:
    """Undo what prizes of this round have moved: the round is void (HIT-12).

    A second person, who is not the one who rules, is needed where something was paid already.
    """
    rules = draft.game.progressive
    if rules is None:
        return
    for hit in _hits_of_round(draft, draft.pool(rules)):
        decision = hits.void_hit(
            draft.pool(rules),
            hit.hit_id,
            person_id=draft.command.actor.person_id,
            approver_id=second_id,
            reason=reason,
            at=draft.at,
        )
        _book(draft, rules, decision)


def release_awards(draft: Draft, seat: int, reason: str) -> None:
    """Put back what is fixed but unpaid for a hand that went out of the round after all.

    With it go the envy sums for that hand, and those that the seat itself was owed.
    """
    rules = draft.game.progressive
    award = None if rules is None else award_of(draft, rules, seat)
    if award is not None:
        _release(draft, award, reason)
    release_envies(draft, seat, reason)


def release_envies(draft: Draft, seat: int, reason: str) -> None:
    """Put back the envy sums that lapse because a seat is out, or its stake goes back."""
    for award in envy.lapsed(draft, seat):
        _release(draft, award, reason)


def _release(draft: Draft, award: Award, reason: str) -> None:
    rules = draft.game.progressive
    assert rules is not None, "an award is of a progressive"
    decision = award_life.void_award(
        draft.pool(rules),
        award.owed.award_id,
        person_id=draft.command.actor.person_id,
        reason=reason,
        at=draft.at,
    )
    _book(draft, rules, decision)
