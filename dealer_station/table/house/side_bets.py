"""Side bets that stand by themselves: decided by the cards so far, whatever comes of the round."""

from dealer_station.games.rules import Outcome, SettledWager
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.draft import TableRules
from dealer_station.table.house import book_paying, book_pool, jackpot
from dealer_station.table.house.hands import hands_so_far
from dealer_station.table.state import HandStatus, HouseRound


def side_bets_at(rules: TableRules, current: HouseRound, seat: int) -> tuple[SettledWager, ...]:
    """Return what a seat's decided side bets come to, also those that are paid already.

    A dead or void hand has none.
    """
    hand = current.hand(seat)
    if hand is None or hand.status not in {HandStatus.IN, HandStatus.FOLDED}:
        return ()
    return rules.house.side_bets(
        current.placed_stakes(seat),
        rules.house.hand_of(seat),
        hands_so_far(rules, current),
        is_folded=hand.status is HandStatus.FOLDED,
    )


def won_side_bets(rules: TableRules, current: HouseRound, seat: int) -> tuple[SettledWager, ...]:
    """Return a seat's side bets that have won."""
    return tuple(w for w in side_bets_at(rules, current, seat) if w.outcome is Outcome.WIN)


def lost_by_folding(rules: TableRules, current: HouseRound, seat: int) -> tuple[str, ...]:
    """Return the spots whose stakes have won and are collected only by playing on (CH-32a)."""
    stakes, hands = current.placed_stakes(seat), hands_so_far(rules, current)
    folded = rules.house.side_bets(stakes, rules.house.hand_of(seat), hands, is_folded=True)
    kept = {wager.spot for wager in folded if wager.outcome is Outcome.WIN}
    won = won_side_bets(rules, current, seat)
    return tuple(wager.spot for wager in won if wager.spot not in kept)


def is_honour_at_stake(rules: TableRules, current: HouseRound) -> bool:
    """Whether a void round would take away what is won: a prize to be seen, or a side bet.

    (CS-I04, CH-I25)
    """
    if jackpot.is_prize_held(rules, current) or book_paying.is_honour_at_stake(rules, current):
        return True
    return any(won_side_bets(rules, current, hand.seat) for hand in current.hands)


def won_by_the_cards(rules: TableRules, current: HouseRound) -> frozenset[tuple[int, str]]:
    """Return seats and spots that have won a side bet or a prize; a book is `BOOK_SEAT`."""
    book = {(BOOK_SEAT, spot) for spot in book_paying.won_spots(rules, current)}
    won = {
        (hand.seat, wager.spot)
        for hand in current.hands
        for wager in won_side_bets(rules, current, hand.seat)
    }
    progressive = rules.house.progressive
    if progressive is None:
        return frozenset(book | won)
    prizes = {h.seat for h in current.hands if jackpot.winner_at(rules, current, h.seat)}
    if book_pool.prize_of(rules, current) is not None:
        prizes.add(BOOK_SEAT)
    return frozenset(book | won | {(seat, progressive.spot) for seat in prizes})
