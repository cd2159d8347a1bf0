"""What the shared hand comes to for the bettors' book: its turn to be paid, and a void round.

The game is asked once for each spot and decision, with a stake of one size; the settlement then
gives every bettor his net in one pass and proves that all nets add up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from dealer_station.bettors.groups import groups_of
from dealer_station.bettors.settlement import (
    LOSES,
    PUSHES,
    UNDECIDED,
    VOIDED,
    Pay,
    PayKind,
    PoolHit,
    Settlement,
    settle,
    wins,
    wins_for_one,
)
from dealer_station.bettors.terms import BookTerms
from dealer_station.games.paytable import PrizeKind
from dealer_station.games.rules import Outcome, ProgressiveRules, SettledWager
from dealer_station.table import events as e
from dealer_station.table.book_events import BookOutcome
from dealer_station.table.book_fold import PackedBook
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import Draft, TableRules
from dealer_station.table.house import book_pool, pool
from dealer_station.table.house.hands import hands_of, hands_so_far
from dealer_station.table.lifecycle import BEFORE_THE_DEAL
from dealer_station.table.state import HouseRound

_STAKE_MINOR = 1_000_000
"""The stake with which the game is asked: its answer must be the odds times that."""

_OUTCOME_OF = {
    PayKind.ODDS: Outcome.WIN,
    PayKind.LOSE: Outcome.LOSE,
    PayKind.PUSH: Outcome.PUSH,
    PayKind.VOID: Outcome.VOID,
}


@dataclass(frozen=True, slots=True)
class RuledPay:
    """What a stake comes to, and the id of the rule that says so."""

    pay: Pay
    rule: str


_Pays = Mapping[str, Mapping[str, RuledPay]]
"""By spot, by action."""


def pay_book(draft: Draft) -> None:
    """Settle every bettor by the finished hand."""
    progressive = draft.game.progressive
    if progressive is not None:
        pool.refuse_disputed(draft, progressive, BOOK_SEAT)
    hit = _pool_hit(draft)
    pays = _with_tickets(draft, _hand_pays(draft.rules, draft.round, draft.bettors.terms), hit)
    _settle(draft, pays, hit, draft.command.actor.person_id)


def return_book(draft: Draft, reason: str) -> None:
    """Give every stake back: the round is void (CH-D12). Nothing where it has no open book."""
    sums = draft.round.book
    if sums is None or sums.is_settled:
        return
    if draft.state.phase not in BEFORE_THE_DEAL:
        _take_back(draft)
    _settle(draft, _void_pays(draft.bettors.terms, reason), None, draft.round.dealer_id, reason)


def honour_book(draft: Draft, reason: str) -> None:
    """The round is void, but prizes and side bets that are won are paid (CH-I25)."""
    if draft.round.book is None:
        return
    terms, rules = draft.bettors.terms, draft.rules
    prize = book_pool.prize_of(rules, draft.round)
    if prize is None:
        _take_back(draft)
    hit = _pool_hit(draft)
    pays = {spot: dict(by_action) for spot, by_action in _void_pays(terms, reason).items()}
    for action in _decisions(terms):
        for wager in _side_bets(rules, draft.round, terms, action):
            if wager.outcome is Outcome.WIN:
                pays[wager.spot][action] = RuledPay(_pay(wager), wager.rule)
    ruled = pays if prize is None else _with_tickets(draft, pays, hit)
    _settle(draft, ruled, hit, draft.round.dealer_id, reason)


def won_spots(rules: TableRules, current: HouseRound) -> frozenset[str]:
    """Return the spots of side bets that have won by the cards so far, for who plays on."""
    if current.book is None:
        return frozenset()
    return _won(rules, current, current.book.terms, UNDECIDED)


def collected_by_calling(rules: TableRules, current: HouseRound) -> frozenset[str]:
    """Return the spots of side bets that have won, and that a fold would lose (CH-32a)."""
    if current.book is None:
        return frozenset()
    terms = current.book.terms
    return won_spots(rules, current) - _won(rules, current, terms, terms.late_action)


def is_honour_at_stake(rules: TableRules, current: HouseRound) -> bool:
    """Whether a void round would take away what bettors of the book have won."""
    book = current.book
    if book is None:
        return False
    folded = _won(rules, current, book.terms, book.terms.late_action)
    in_play = book.spots_in_play
    is_won = won_spots(rules, current) & in_play.in_hand or folded & in_play.folded
    return bool(is_won) or book_pool.needs_sight(rules, current)


# --------------------------------------------------------------------------- what a stake is paid


def _hand_pays(rules: TableRules, current: HouseRound, terms: BookTerms) -> _Pays:
    """Return what all stakes but tickets come to, as the game settles them at seats."""
    game, hand = rules.house, rules.house.hand_of(BOOK_SEAT)
    pays: dict[str, dict[str, RuledPay]] = {spot.name: {} for spot in terms.spots}
    for action in terms.actions:
        stakes = _stakes(rules, terms, action.name)
        if action.name != terms.late_action:
            settled = game.settle(stakes, hand, hands_of(rules, current))
        else:
            alone = _side_bets(rules, current, terms, action.name)
            left = {spot: stakes[spot] for spot in stakes.keys() - {one.spot for one in alone}}
            settled = (*game.forfeit(left, is_dead=False), *alone)
        for wager in settled:
            pays[wager.spot][action.name] = RuledPay(_pay(wager), wager.rule)
    return pays


def _with_tickets(draft: Draft, pays: _Pays, hit: PoolHit | None) -> _Pays:
    """Add what a ticket comes to; one that shares the pool is settled by the pool itself."""
    progressive = draft.game.progressive
    if progressive is None:
        return pays
    if hit is not None:
        return {spot: by_action for spot, by_action in pays.items() if spot != progressive.spot}
    ruled = _ticket(draft, progressive)
    return {**pays, progressive.spot: dict.fromkeys(_decisions(draft.bettors.terms), ruled)}


def _ticket(draft: Draft, progressive: ProgressiveRules) -> RuledPay:
    prize = book_pool.prize_of(draft.rules, draft.round)
    if prize is None:
        return RuledPay(LOSES, progressive.sources.lost)
    assert prize.kind is PrizeKind.TIMES_STAKE, "a book knows the pool, and prizes for the ticket"
    return RuledPay(wins_for_one(prize.times), progressive.sources.won[prize.kind])


def _void_pays(terms: BookTerms, reason: str) -> _Pays:
    void = RuledPay(VOIDED, reason)
    return {spot.name: dict.fromkeys(_decisions(terms), void) for spot in terms.spots}


def _decisions(terms: BookTerms) -> tuple[str, ...]:
    return (UNDECIDED, *(action.name for action in terms.actions))


def _stakes(rules: TableRules, terms: BookTerms, action: str) -> dict[str, int]:
    """Return a stake of the same size on every spot where who decides so can have one."""
    progressive = rules.house.progressive
    decided = {one.spot for one in terms.actions if one.name == action}
    return {
        spot.name: _STAKE_MINOR
        for spot in terms.spots
        if (progressive is None or spot.name != progressive.spot)
        and (not spot.is_decision or spot.name in decided)
    }


def _side_bets(
    rules: TableRules, current: HouseRound, terms: BookTerms, action: str
) -> tuple[SettledWager, ...]:
    return rules.house.side_bets(
        _stakes(rules, terms, action),
        rules.house.hand_of(BOOK_SEAT),
        hands_so_far(rules, current),
        is_folded=action == terms.late_action,
    )


def _won(rules: TableRules, current: HouseRound, terms: BookTerms, action: str) -> frozenset[str]:
    found = _side_bets(rules, current, terms, action)
    return frozenset(wager.spot for wager in found if wager.outcome is Outcome.WIN)


def _pay(wager: SettledWager) -> Pay:
    """Return what the game has said of one stake as odds, which hold for any other."""
    match wager.outcome:
        case Outcome.WIN:
            odds = Fraction(wager.odds.removesuffix(":1"))
            assert floor(odds * wager.stake_minor) == wager.net_minor, "a win is its odds"
            return wins(odds)
        case Outcome.LOSE:
            return LOSES
        case Outcome.PUSH:
            return PUSHES
        case outcome:
            raise AssertionError(f"a settled stake is not {outcome}")


# ----------------------------------------------------------------------------------- the pool


def _take_back(draft: Draft) -> None:
    """Take the part of all tickets out of the levels again: they go back to their bettors."""
    rules = draft.game.progressive
    amount = 0 if rules is None else book_pool.tickets_minor(rules, draft.round)
    if amount:
        pool.take_back(draft, None, amount)


def lock_pool(draft: Draft) -> None:
    """Lock up the pool where the hand has hit it, seen by who has verified it."""
    if _pool_hit(draft) is None:
        return
    rules = draft.game.progressive
    assert rules is not None, "a pool is a progressive's"
    award = pool.award_of(draft, rules, None)
    if award is not None:
        pool.confirm(draft, rules, award)


def _pool_hit(draft: Draft) -> PoolHit | None:
    """Lock up the pool where the hand has hit it; return the part that all tickets share.

    That is nothing where their award has fallen in a dispute.
    """
    rules, prize = draft.game.progressive, book_pool.prize_of(draft.rules, draft.round)
    if rules is None or prize is None or prize.kind is not PrizeKind.WHOLE_METER:
        return None
    pool.share_whole_meter(draft, rules, _hand(draft), prize)
    is_owed = pool.award_of(draft, rules, None) is not None
    share_minor = dict(draft.round.shares).get(BOOK_SEAT, 0) if is_owed else 0
    return PoolHit(rules.spot, share_minor)


def _pay_prize(draft: Draft, rules: ProgressiveRules, total_minor: int, payer_id: str) -> None:
    """Pay what all tickets together have won, out of the pool or from the house (CH-D08)."""
    prize = book_pool.prize_of(draft.rules, draft.round)
    if prize is None or not total_minor:
        return
    if prize.kind is not PrizeKind.WHOLE_METER:
        pool.lock_up_for_book(draft, rules, _hand(draft), prize, total_minor)
    award = pool.award_of(draft, rules, None)
    assert award is not None, "a prize of more than nothing is locked up"
    pool.pay(draft, rules, award, payer_id)


def _hand(draft: Draft) -> str:
    category = book_pool.hand_of_book(draft.rules, draft.round)
    assert category is not None, "a hand that wins is complete"
    return category


# ----------------------------------------------------------------------------------- the settlement


def _settle(
    draft: Draft, pays: _Pays, hit: PoolHit | None, payer_id: str, reason: str = ""
) -> None:
    book = draft.bettors
    plain = {
        spot: {action: ruled.pay for action, ruled in by_action.items()}
        for spot, by_action in pays.items()
    }
    settlement = settle(book, plain, hit)
    progressive = draft.game.progressive
    if progressive is not None and _pays_tickets(settlement, progressive.spot):
        tickets = next(one for one in settlement.spots if one.spot == progressive.spot)
        won_minor = tickets.net_minor + tickets.staked_minor
        _pay_prize(draft, progressive, won_minor, payer_id)
    draft.packed = PackedBook(book, settlement)
    draft.emit(
        e.BookSettled(
            at=draft.at,
            round_number=draft.round.number,
            outcomes=_outcomes(settlement, pays, progressive),
            bettors_minor=settlement.pool_minor - settlement.house_minor,
            house_minor=settlement.house_minor,
            pool_spot=hit.spot if hit else "",
            pool_minor=settlement.pool_minor,
            book_digest=book.digest().hex(),
            digest=settlement.digest().hex(),
            reason=reason,
            person_id=draft.command.actor.person_id,
        )
    )


def _pays_tickets(settlement: Settlement, spot: str) -> bool:
    """Whether a prize was won on the spot of the tickets; a stake that goes back is none."""
    if settlement.pool is not None:
        return True
    kinds = {pay.kind for pay in settlement.pays.get(spot, {}).values()}
    return PayKind.ODDS in kinds


def _outcomes(
    settlement: Settlement, pays: _Pays, progressive: ProgressiveRules | None
) -> tuple[BookOutcome, ...]:
    found = []
    for group in groups_of(settlement.terms, settlement.rows, settlement.nets):
        if settlement.pool is not None and group.spot == settlement.pool.spot:
            assert progressive is not None, "a pool is a progressive's"
            ruled = RuledPay(wins(0), progressive.sources.won[PrizeKind.WHOLE_METER])
        else:
            ruled = pays[group.spot][group.action]
        found.append(
            BookOutcome(
                spot=group.spot,
                action=group.action,
                outcome=_OUTCOME_OF[ruled.pay.kind],
                odds_to_one=ruled.pay.odds_to_one,
                rule=ruled.rule,
                stakes=group.stakes,
                staked_minor=group.staked_minor,
                net_minor=group.net_minor,
            )
        )
    return tuple(found)
