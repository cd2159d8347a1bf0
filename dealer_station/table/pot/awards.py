"""What becomes of the pots: rake, shares, odd units (HE-D09 to HE-D11, ST-D16 to ST-D19)."""

from collections.abc import Collection, Mapping, Sequence

from dealer_station.cards.card import Card
from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.players import Standing
from dealer_station.games.pots.pots import Pot, pots_of, share, take_rake
from dealer_station.games.procedure import BOARD, seat_hand
from dealer_station.table.pot.events import PotAward, PotShare
from dealer_station.table.pot.hands import known
from dealer_station.table.pot.lying import Lying, lying
from dealer_station.table.pot.state import PotHand
from dealer_station.values import maker

_CANNOT_WIN = -1
"""The strength of a hand whose number of cards cannot win."""
_pot_award = maker(PotAward)
_pot_share = maker(PotShare)


def awards_of(game: PotGame, hand: PotHand, read: Lying | None = None) -> tuple[PotAward, ...]:
    """Return what becomes of every pot, main pot first; a hand that was mucked wins nothing.

    Where chips are not followed the awards have no amounts, and say who wins. `read` are the cards
    of the hand, where nothing was moved and they are read already.
    """
    if read is None and hand.is_as_dealt:
        read = lying(game, hand)
    cards = _cards_of_seats(hand, read)
    board = known(hand.board) if read is None else read.cards(BOARD)
    if hand.structure is None:
        return _winners_by_hand(game, hand, cards)
    pots = _winnable(pots_of(hand.pulled), hand.mucked)
    raked, _ = take_rake(pots, game.rake, flop_dealt=bool(board))
    strengths: dict[int, int] = {}
    awards = []
    for pot, left in zip(pots, raked, strict=True):
        winners = tuple([seat for seat in pot.seats if seat not in hand.mucked])
        if len(winners) > 1:
            winners = _best(game, winners, cards, board, strengths)
        if len(winners) > 1:
            winners = game.winners(winners, cards, board, hand.positions)
        shares = share(left.amount, winners, game.chip_minor)
        awards.append(
            _pot_award(
                pot.amount,
                pot.seats,
                pot.amount - left.amount,
                tuple([PotShare(seat, amount) for seat, amount in shares]),
            )
        )
    return tuple(awards)


def _winners_by_hand(
    game: PotGame, hand: PotHand, cards: Mapping[int, tuple[Card, ...]]
) -> tuple[PotAward, ...]:
    """Return who wins as far as it can be known without chips.

    The best hand has all that it can win. Where its player was all-in there may be a side pot: that
    is the best of the other hands', and so on until somebody wins who still had chips.
    """
    left = tuple(one for one in hand.chips if one.live and one.seat not in hand.mucked)
    awards = []
    while left:
        seats = tuple(one.seat for one in left)
        winners = seats
        if len(seats) > 1:
            winners = game.winners(seats, cards, known(hand.board), hand.positions)
        assert winners, "every hand that was shown is worth something"
        awards.append(_pot_award(0, seats, 0, tuple(_pot_share(seat, 0) for seat in winners)))
        if any(one.seat in winners and one.standing is Standing.IN for one in left):
            break
        left = tuple(one for one in left if one.seat not in winners)
    return tuple(awards)


def _best(
    game: PotGame,
    able: Sequence[int],
    cards: Mapping[int, Sequence[Card]],
    board: Sequence[Card],
    strengths: dict[int, int],
) -> tuple[int, ...]:
    """Return whose hands are the best. `strengths` keeps what is known of them for other pots."""
    for seat in able:
        if seat not in strengths:
            value = game.value(cards[seat], board)
            strengths[seat] = _CANNOT_WIN if value is None else value.strength
    best = max([strengths[seat] for seat in able])
    return tuple([seat for seat in able if strengths[seat] == best])


def _winnable(pots: Sequence[Pot], mucked: Collection[int]) -> tuple[Pot, ...]:
    """Let a pot whose hands are all given up go to the one below it (HE-D09, HE-D14, ST-D16).

    So where the hand that would have won it was declared dead after the others had mucked.
    """
    left: list[Pot] = []
    for pot in pots:
        if left and all(seat in mucked for seat in pot.seats):
            below = left.pop()
            pot = Pot(below.amount + pot.amount, below.seats)  # noqa: PLW2901 - both in one
        left.append(pot)
    return tuple(left)


def _cards_of_seats(hand: PotHand, read: Lying | None) -> Mapping[int, tuple[Card, ...]]:
    """Return the known cards of every hand that may win."""
    able = [seat for seat in hand.seats if seat not in hand.mucked]
    if read is not None:
        return {seat: read.cards(seat_hand(seat)) for seat in able}
    return {seat: known(hand.cards(seat_hand(seat))) for seat in able}
