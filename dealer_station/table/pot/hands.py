"""What lies where in a hand of a pot game: cards in sight, the stub, what a game is asked with."""

from collections.abc import Mapping, Sequence

from dealer_station.cards.card import UNREADABLE, Card
from dealer_station.cards.deck import DECK_SIZE
from dealer_station.games.pot_rules import (
    HandPlan,
    InSight,
    PlayedRound,
    PotGame,
    Street,
    StreetDeal,
    StubCount,
)
from dealer_station.games.procedure import ASIDE, BURN, seat_hand
from dealer_station.table.pot.piles import STUB
from dealer_station.table.pot.state import PotHand


def first_deal(game: PotGame, plan: HandPlan) -> tuple[str, ...]:
    """Return the hands in dealing order for the first street of a hand."""
    street = game.streets[0]
    return game.deal(street, plan.dealt, plan.positions, StubCount(DECK_SIZE)).order


def stub_count(hand: PotHand) -> StubCount:
    """Return how many cards the next street can be dealt from.

    The burn of that street may be out already (HE-D22, ST-D24).
    """
    burns = hand.deal_order.count(BURN)
    aside = hand.deal_order.count(ASIDE)
    returned = hand.deal_order.count(STUB)
    stub = DECK_SIZE - len(hand.draws) + returned
    return StubCount(stub, burns, aside, is_burn_out=hand.is_burn_out)


def street_deal(game: PotGame, hand: PotHand, number: int) -> StreetDeal:
    """Return how street `number` (from 0) is dealt to the hands that get its cards."""
    live = tuple(one.seat for one in hand.chips if one.live)
    return game.deal(game.streets[number], live, hand.positions, stub_count(hand), hand.receiving)


def up_places(game: PotGame, hand: PotHand, seat: int) -> tuple[int, ...]:
    """Return which cards of a seat lie face up by the deal, counted from 1."""
    name = seat_hand(seat)
    count = hand.deal_order[: len(hand.draws)].count(name)
    return tuple(number for number in range(1, count + 1) if game.is_up_card(name, number))


def up_cards(game: PotGame, hand: PotHand, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat that lie face up by the deal, in the order in which they came."""
    cards = hand.cards(seat_hand(seat))
    return tuple(cards[place - 1] for place in up_places(game, hand, seat))


def in_sight(game: PotGame, hand: PotHand) -> InSight:
    """Return what everybody sees of a hand, for the game."""
    live = [one for one in hand.chips if one.live]
    up: Mapping[int, Sequence[Card]] = {
        one.seat: known(up_cards(game, hand, one.seat)) for one in live
    }
    return InSight(
        live=tuple(one.seat for one in live),
        positions=hand.positions,
        up=up,
        board=known(hand.board),
    )


def known(cards: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards that are known."""
    return tuple(Card.parse(card) for card in cards if card != UNREADABLE)


def played_rounds(game: PotGame, hand: PotHand) -> tuple[PlayedRound, ...]:
    """Return the betting rounds in which somebody acted, as the game wants them."""
    return tuple(
        PlayedRound(game.streets[one.street].name, one.first, one.aggressor) for one in hand.rounds
    )


def street_of(game: PotGame, hand: PotHand) -> Street:
    """Return the street of the hand."""
    return game.streets[hand.street]


def is_unknown(hand: PotHand, seat: int) -> bool:
    """Whether a hand has a card that no reader has seen and nobody has named."""
    return UNREADABLE in hand.cards(seat_hand(seat))
