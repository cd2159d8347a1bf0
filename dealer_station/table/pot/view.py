"""The view of a pot game: the keys that table scripts, screens and the API share.

Amounts are decimal text. Which cards a role sees is decided by `visibility.py`; here they come in.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_station.games.pot_rules import PotGame
from dealer_station.games.pots.betting import BettingRound, Legal, Sizes
from dealer_station.games.pots.offers import legal
from dealer_station.games.pots.order import offered as offered_in_order
from dealer_station.games.pots.players import Standing
from dealer_station.games.pots.pots import Pot, pots_of, take_rake
from dealer_station.games.procedure import ASIDE, BOARD, BURN, position_at, seat_hand
from dealer_station.money import format_minor
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.hands import is_unknown, known, up_places
from dealer_station.table.pot.showing import may_be_mucked
from dealer_station.table.pot.state import PotHand
from dealer_station.table.state import TableState

View = dict[str, Any]
"""A JSON object."""

OUT = "out"
"""The status of a seat that was not dealt in."""

_OVER = frozenset({Phase.SHOWDOWN, Phase.PAYING})
_STATUS = {
    Standing.IN: "in",
    Standing.ALL_IN: "all_in",
    Standing.FOLDED: "folded",
    Standing.DEAD: "dead",
}

Cards = Callable[[str], tuple[str, ...]]
"""A hand's cards as a role sees them, by the hand's name."""


def pot_keys(state: TableState, game: PotGame, cards: Cards) -> View:
    """Return the keys of a pot game's view; `cards` says what of each hand is seen."""
    hand = state.pot.hand
    view: View = {
        "stacks": _stacks(state) if game.tracks_stakes else {},
        "status": {},
        "cards": {},
        "up": {},
        "hands": {},
        "pots": [],
        "won": {},
        "winners": [],
        "shows": [],
        "rake": format_minor(0),
        "button": _button(state),
        "blinds": {},
    }
    if hand is None:
        return view
    return view | {
        "status": _status(state, hand),
        "cards": _cards(hand, cards),
        "up": _up(game, hand, cards),
        "hands": hand_values(game, hand, cards),
        "pots": [pot_view(pot) for pot in pots_of(hand.chips)],
        "won": won(hand),
        "winners": winners(hand),
        "shows": list(hand.shows),
        "rake": format_minor(_rake(state, game, hand)),
        "blinds": _blinds(hand),
    }


def _button(state: TableState) -> int | None:
    hand = state.pot.hand
    if state.pot.button is not None or hand is None or hand.positions is None:
        return state.pot.button
    return hand.positions.button


def _blinds(hand: PotHand) -> View:
    if hand.positions is None:
        return {}
    small = hand.positions.small if hand.positions.is_small_posted else None
    return {"small": small, "big": hand.positions.big}


def _stacks(state: TableState) -> View:
    """Return what lies before each player, beside his bet."""
    hand = state.pot.hand if state.is_round_open else None
    stacks = {one.seat: one.stack_minor for one in state.pot.players}
    if hand is not None:
        stacks |= {one.seat: one.stack for one in hand.chips}
    return {str(seat): format_minor(stack) for seat, stack in sorted(stacks.items())}


def _status(state: TableState, hand: PotHand) -> View:
    """Return what each seat is in the hand; a hand that was mucked is as good as folded."""
    status = {str(seat): OUT for seat in state.seats}
    status |= {str(one.seat): _STATUS[one.standing] for one in hand.chips}
    return status | {str(seat): _STATUS[Standing.FOLDED] for seat in hand.mucked}


def _cards(hand: PotHand, cards: Cards) -> View:
    names = {str(seat): seat_hand(seat) for seat in hand.seats}
    names |= {name: name for name in (BOARD, BURN, ASIDE)}
    seen = {key: " ".join(cards(name)) for key, name in names.items()}
    return {key: text for key, text in seen.items() if text}


def _up(game: PotGame, hand: PotHand, cards: Cards) -> View:
    up = {}
    for seat in hand.seats:
        places = up_places(game, hand, seat)
        if places:
            seen = cards(seat_hand(seat))
            up[str(seat)] = " ".join(seen[place - 1] for place in places)
    return up


def hand_values(game: PotGame, hand: PotHand, cards: Cards) -> View:
    """Return what every live hand is worth that is seen whole, by seat."""
    board = known(hand.board)
    values = {}
    for seat in hand.live:
        seen = cards(seat_hand(seat))
        is_doubled = len({*seen, *hand.board}) < len(seen) + len(hand.board)
        if seen != hand.cards(seat_hand(seat)) or is_unknown(hand, seat) or is_doubled:
            continue
        value = game.value(known(seen), board)
        if value is not None:
            values[str(seat)] = value.category.value
    return values


def pot_view(pot: Pot) -> View:
    """Return a pot with the seats that can win it."""
    return {"amount": format_minor(pot.amount), "seats": list(pot.seats)}


def won(hand: PotHand) -> View:
    """Return what each seat got from the pots."""
    total: dict[int, int] = {}
    for award in hand.awards:
        for share in award.shares:
            total[share.seat] = total.get(share.seat, 0) + share.amount_minor
    return {str(seat): format_minor(amount) for seat, amount in sorted(total.items()) if amount}


def winners(hand: PotHand) -> list[list[int]]:
    """Return who won each pot, main pot first; also where nobody follows the chips."""
    return [[share.seat for share in award.shares] for award in hand.awards]


def _rake(state: TableState, game: PotGame, hand: PotHand) -> int:
    """Return what the house takes: known when the betting is over (HE-D11, ST-D19)."""
    if hand.awards:
        return sum(award.rake_minor for award in hand.awards)
    if state.phase not in _OVER:
        return 0
    return take_rake(pots_of(hand.chips), game.rake, flop_dealt=bool(hand.board))[1]


def next_of_hand(state: TableState, game: PotGame) -> View:
    """Return what the table waits for."""
    hand = state.pot.hand
    if state.open_irregularity:
        return {"kind": "ruling"}
    if hand is None or not state.is_round_open:
        return {"kind": "none"}
    match state.phase:
        case Phase.DEALING:
            return {"kind": "card", "position": _due_position(hand)}
        case Phase.ACTING:
            assert hand.betting is not None, "a betting round is open"
            acts = legal_acts(hand.betting)
            return {"kind": "act", "seat": hand.betting.to_act, "legal": acts}
        case Phase.SHOWDOWN:
            seat = hand.next_to_show
            answers = {"show": True}
            if seat is not None and may_be_mucked(game, hand, seat):
                answers["muck"] = True
            return {"kind": "act", "seat": seat, "legal": answers}
        case _:
            return {"kind": "pay"}


def _due_position(hand: PotHand) -> str:
    if hand.has_unread_card:
        return str(position_at(hand.deal_order, len(hand.draws) - 1))
    return hand.next_position


def legal_acts(betting: BettingRound) -> View:
    """Return what the seat to act may do, with the amounts if any are followed."""
    if not betting.terms.is_tracked:
        return {act.value: True for act in offered_in_order(betting)}
    offered = legal(betting)
    acts: View = {}
    if offered.fold:
        acts["fold"] = True
    if offered.check:
        acts["check"] = True
    acts |= _amounts(offered)
    for name, sizes in (("bet", offered.bet), ("raise", offered.raise_to)):
        if sizes is not None:
            acts[name] = _sizes(sizes)
    return acts


def _amounts(offered: Legal) -> Mapping[str, str]:
    amounts = {
        "call": offered.call,
        "bring_in": offered.bring_in,
        "complete": offered.complete,
    }
    return {name: format_minor(amount) for name, amount in amounts.items() if amount}


def _sizes(sizes: Sizes) -> View:
    low, high = format_minor(sizes.low), format_minor(sizes.high)
    if sizes.fixed and sizes.low != sizes.high:
        return {"sizes": [low, high]}
    return {"min": low, "max": high}
