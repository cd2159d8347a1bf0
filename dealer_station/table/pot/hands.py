"""What lies where in a hand of a pot game: cards in sight, the stub, what a game is asked with."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

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
from dealer_station.games.pots.players import Standing
from dealer_station.games.procedure import ASIDE, BOARD, BURN, seat_hand
from dealer_station.table.copying import replace
from dealer_station.table.pot.lying import CARD_OF, Lying, lying
from dealer_station.table.pot.places import (
    came_too_early,
    due_aside,
    is_turned_up,
    left_in_stub,
)
from dealer_station.table.pot.state import PotHand
from dealer_station.values import maker

_IN, _ALL_IN = Standing.IN, Standing.ALL_IN
_card_of = CARD_OF.__getitem__
_in_sight = maker(InSight)
_stub_count = maker(StubCount)
_played_round = maker(PlayedRound)


def first_deal(game: PotGame, plan: HandPlan) -> tuple[str, ...]:
    """Return the hands in dealing order for the first street of a hand."""
    street = game.streets[0]
    return game.deal(street, plan.dealt, plan.positions, _stub_count(DECK_SIZE)).order


def up_numbers(game: PotGame) -> tuple[int, ...]:
    """Return which cards of every hand the rules deal face up, counted from 1."""
    faces = [is_up for street in game.streets for is_up in street.faces]
    return tuple(number for number, is_up in enumerate(faces, start=1) if is_up)


def stub_count(hand: PotHand) -> StubCount:
    """Return how many cards the next street can be dealt from.

    The burn of that street may be out already (HE-D22, ST-D24).
    """
    burns, aside = _burned_and_aside(hand.deal_order)
    stub = left_in_stub(hand.draws, hand.deal_order, DECK_SIZE)
    return _stub_count(stub, burns, aside, hand.is_burn_out)


@lru_cache(maxsize=256)
def _burned_and_aside(order: tuple[str, ...]) -> tuple[int, int]:
    return order.count(BURN), order.count(ASIDE)


def street_deal(game: PotGame, hand: PotHand, number: int, set_aside: int = 0) -> StreetDeal:
    """Return how street `number` (from 0) is dealt to the hands that get its cards.

    `set_aside` cards are laid aside before its burn.
    """
    count = stub_count(hand)
    left = count
    if set_aside:
        left = replace(count, stub=count.stub - set_aside, aside=count.aside + set_aside)
    live = seats_due(game, hand, number)
    return game.deal(game.streets[number], live, hand.positions, left, hand.receiving)


def seats_due(game: PotGame, hand: PotHand, number: int) -> tuple[int, ...]:
    """Return the live seats that get cards of street `number`; one may have its own (ST-D25)."""
    live = _live(hand)
    if not game.streets[number].faces or not hand.is_rearranged:
        return live
    cards = _cards_by_street(game, number)
    return tuple(seat for seat in live if hand.deal_order.count(seat_hand(seat)) < cards)


def aside_of_street(game: PotGame, hand: PotHand, number: int) -> int:
    """Return how many more cards are set aside before street `number` (ST-D24)."""
    if not hand.is_rearranged:
        return 0
    came = came_too_early(hand.deal_order, hand.street_from)
    if not came or not game.streets[number].faces:
        return 0
    due = len({*seats_due(game, hand, number), *hand.receiving})
    return due_aside(due, came, stub_count(hand).stub)


def barred_seats(game: PotGame, hand: PotHand) -> tuple[int, ...]:
    """Return who may neither bet nor raise on this street: he has his next card (ST-I10)."""
    if not hand.is_rearranged:
        return ()
    if not street_of(game, hand).faces or "seven_card_bet=true" in game.house_choices:
        return ()
    cards = _cards_by_street(game, hand.street)
    return tuple(
        one.seat
        for one in hand.chips
        if one.live and hand.deal_order.count(seat_hand(one.seat)) > cards
    )


def _cards_by_street(game: PotGame, number: int) -> int:
    """Return how many cards a hand has when street `number` (from 0) has been dealt."""
    return sum(len(street.faces) for street in game.streets[: number + 1])


def numbers_of(hand: PotHand, name: str) -> tuple[int, ...]:
    """Return which card of a hand each of its cards is; a place may still be open (ST-D32)."""
    count = len(hand.draws) - hand.has_unread_card
    if not hand.late:
        return tuple(range(1, hand.deal_order[:count].count(name) + 1))
    dealt = zip(hand.deal_order[:count], hand.places.numbers(), strict=False)
    return tuple(sorted(number for owner, number in dealt if owner == name))


def lies_up(game: PotGame, hand: PotHand, name: str, number: int) -> bool:
    """Say whether a card lies face up: as the rules deal it, unless it was turned over."""
    turned = is_turned_up(hand.turned, name, number) if hand.turned else None
    return game.is_up_card(name, number) if turned is None else turned


def up_places(game: PotGame, hand: PotHand, seat: int) -> tuple[int, ...]:
    """Return which of the cards that a seat has lie face up, counted from 1."""
    name = seat_hand(seat)
    return tuple(
        place
        for place, number in enumerate(numbers_of(hand, name), start=1)
        if lies_up(game, hand, name, number)
    )


def up_cards(game: PotGame, hand: PotHand, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat that lie face up by the deal, in the order in which they came."""
    cards = hand.cards(seat_hand(seat))
    return tuple(cards[place - 1] for place in up_places(game, hand, seat))


def in_sight(game: PotGame, hand: PotHand, read: Lying | None = None) -> InSight:
    """Return what everybody sees of a hand, for the game; `read` are its cards, if they are."""
    if hand.is_as_dealt:
        return _in_sight_as_dealt(hand, lying(game, hand) if read is None else read)
    live = [one for one in hand.chips if one.live]
    up: Mapping[int, Sequence[Card]] = {
        one.seat: known(up_cards(game, hand, one.seat)) for one in live
    }
    return _in_sight(
        live=tuple(one.seat for one in live),
        positions=hand.positions,
        up=up,
        board=known(hand.board),
        excused=frozenset(hand.excused),
    )


def _in_sight_as_dealt(hand: PotHand, read: Lying) -> InSight:
    """Return the same where nothing was moved or turned: most hands, and much quicker."""
    live = _live(hand)
    up = {seat: read.up(seat_hand(seat)) for seat in live}
    return _in_sight(live, hand.positions, up, read.cards(BOARD), frozenset(hand.excused))


def _live(hand: PotHand) -> tuple[int, ...]:
    """Return the seats of live hands, ascending, those among them that were mucked."""
    return tuple([one.seat for one in hand.chips if (at := one.standing) is _IN or at is _ALL_IN])


def known(cards: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards that are known."""
    if UNREADABLE in cards:
        cards = [card for card in cards if card != UNREADABLE]
    return tuple(map(_card_of, cards))


def played_rounds(game: PotGame, hand: PotHand) -> tuple[PlayedRound, ...]:
    """Return the betting rounds in which somebody acted, as the game wants them."""
    return tuple(
        _played_round(game.streets[one.street].name, one.first, one.aggressor)
        for one in hand.rounds
    )


def street_of(game: PotGame, hand: PotHand) -> Street:
    """Return the street of the hand."""
    return game.streets[hand.street]


def is_unknown(hand: PotHand, seat: int) -> bool:
    """Whether a hand has a card that no reader has seen and nobody has named."""
    return UNREADABLE in hand.cards(seat_hand(seat))
