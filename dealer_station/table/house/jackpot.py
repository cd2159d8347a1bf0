"""The progressive in a round: who has won what, who must be seen, in which order it is paid.

Works for any house game with progressive rules; the prizes and their order are the game's data.
What it moves in the ledger of the progressive is in `pool.py`.
"""

from dataclasses import dataclass
from itertools import islice

from dealer_station.cards.poker_hand import HandCategory
from dealer_station.games.paytable import Prize, PrizeKind
from dealer_station.games.rules import (
    MeterGoesTo,
    OnFold,
    PaymentOrder,
    ProgressiveOrder,
    ProgressiveRules,
)
from dealer_station.table.draft import TableRules
from dealer_station.table.house.hands import known_cards
from dealer_station.table.state import HandStatus, HouseRound


@dataclass(frozen=True, slots=True)
class Winner:
    """A seat whose hand wins a progressive prize."""

    seat: int
    category: HandCategory
    prize: Prize

    @property
    def takes_whole_meter(self) -> bool:
        """Whether the prize is the whole meter (a royal flush)."""
        return self.prize.kind is PrizeKind.WHOLE_METER


def winner_at(rules: TableRules, current: HouseRound, seat: int) -> Winner | None:
    """Return the prize of a seat's hand; None without one.

    A hand counts that has its progressive stake, all its cards, and is neither void nor dead
    (CS-D07); a folded one where the rule set lets the stake survive (CS-G02).
    """
    hand = current.hand(seat)
    return None if hand is None else prize_of(rules, current, seat, hand.status)


def prize_of(
    rules: TableRules, current: HouseRound, seat: int, status: HandStatus
) -> Winner | None:
    """Return the prize of a seat's hand if the hand has this status; None without one.

    Where every stake shares the meter, one hand that wins it wins it for all (CH-42).
    """
    progressive = rules.house.progressive
    if progressive is None or current.wager(seat, progressive.spot) is None:
        return None
    if not is_in_play(progressive, status):
        return None
    if progressive.meter_goes_to is MeterGoesTo.EVERY_STAKE:
        hit = _hit(rules, progressive, current)
        if hit is not None:
            return Winner(seat, hit.category, hit.prize)
    return _of_hand(rules, current, seat)


def is_in_play(progressive: ProgressiveRules, status: HandStatus) -> bool:
    """Whether the progressive stake at a hand of this status is in play (CS-D07, CS-G02)."""
    survives = progressive.on_fold is OnFold.SURVIVE
    return status is HandStatus.IN or (status is HandStatus.FOLDED and survives)


def _hit(rules: TableRules, progressive: ProgressiveRules, current: HouseRound) -> Winner | None:
    """Return the first winner of the whole meter, by the hands that are played with a stake."""
    staked = {wager.seat for wager in current.wagers if wager.spot == progressive.spot}
    # A hand that many share is looked at once.
    players = {
        rules.house.hand_of(hand.seat): hand.seat
        for hand in current.hands
        if hand.seat in staked and is_in_play(progressive, hand.status)
    }
    for seat in players.values():
        winner = _of_hand(rules, current, seat)
        if winner is not None and winner.takes_whole_meter:
            return winner
    return None


def _of_hand(rules: TableRules, current: HouseRound, seat: int) -> Winner | None:
    """Return what the hand that a seat plays wins by its own cards."""
    cards = _cards_in_use(rules, current, seat)
    known = known_cards(rules, cards)
    prize = None if known is None else rules.house.prize(known)
    category = category_of(rules, cards)
    return None if prize is None or category is None else Winner(seat, category, prize)


def _cards_in_use(rules: TableRules, current: HouseRound, seat: int) -> tuple[str, ...]:
    """Return all cards that the hand of a seat uses, a board's too."""
    names = rules.house.plays_with(rules.house.hand_of(seat))
    return tuple(card for name in names for card in current.cards(name))


def category_of(rules: TableRules, cards: tuple[str, ...]) -> HandCategory | None:
    """Return the category of all the cards of a hand; None while these are not complete.

    A hand with a card that is there twice is none either: the deck is fouled.
    """
    known = known_cards(rules, cards)
    return None if known is None else rules.house.category(known)


def must_be_seen(rules: TableRules, current: HouseRound, seat: int) -> bool:
    """Whether a supervisor has yet to see a seat's hand before its prize is paid (CS-21, CH-D10).

    Where every stake shares the meter, one hand that was seen stands for all.
    """
    progressive, winner = rules.house.progressive, winner_at(rules, current, seat)
    if progressive is None or winner is None or winner.prize.kind in progressive.unseen_kinds:
        return False
    if progressive.meter_goes_to is MeterGoesTo.EVERY_STAKE:
        return not current.verified
    return seat not in current.verified


def hands_to_see(rules: TableRules, current: HouseRound) -> tuple[int, ...]:
    """Return the seats, in order of payment, whose hands a supervisor has yet to see.

    One where it stands for all.
    """
    progressive = rules.house.progressive
    if progressive is None:
        return ()
    seats = (seat for seat in current.turns if must_be_seen(rules, current, seat))
    is_one = progressive.meter_goes_to is MeterGoesTo.EVERY_STAKE
    return tuple(islice(seats, 1) if is_one else seats)


def is_prize_held(rules: TableRules, current: HouseRound) -> bool:
    """Whether a hand wins a prize that a supervisor has to see, be it seen or not."""
    progressive = rules.house.progressive
    if progressive is None:
        return False
    winners = (winner_at(rules, current, hand.seat) for hand in current.hands)
    return any(w is not None and w.prize.kind not in progressive.unseen_kinds for w in winners)


def payment_order(rules: TableRules, current: HouseRound) -> tuple[int, ...]:
    """Return all seats with a stake in the order in which they are settled.

    From the dealer's right or left (CS-G05). Where straight flushes go first, the hands that take
    the whole meter are settled last (CS-26, CS-D11).
    """
    from_right = rules.house.payment_order is PaymentOrder.RIGHT
    seats = sorted({wager.seat for wager in current.wagers}, reverse=from_right)
    progressive = rules.house.progressive
    if progressive and progressive.order is ProgressiveOrder.STRAIGHT_FLUSH_FIRST:
        seats.sort(key=lambda seat: takes_whole_meter(rules, current, seat))
    return tuple(seats)


def takes_whole_meter(rules: TableRules, current: HouseRound, seat: int) -> bool:
    """Whether a seat's hand wins the whole meter of some level, alone or with others."""
    winner = winner_at(rules, current, seat)
    return winner is not None and winner.takes_whole_meter


def takes_level(rules: TableRules, current: HouseRound, seat: int, level_id: str) -> bool:
    """Whether a seat's hand wins the whole meter of this level, alone or with others."""
    winner = winner_at(rules, current, seat)
    return winner is not None and winner.takes_whole_meter and winner.prize.level == level_id
