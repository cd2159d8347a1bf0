"""What chips without a word, or a wager of a wrong size, amount to (HE 4.3, HE-D36, ST 10.2).

A reading says which act of the seat to act they are, and to what total. It is the aid of a dealer:
it is carried out with `acting.act`, as any act.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from dealer_station.games.pots.betting import (
    Act,
    ActRefusedError,
    BettingRound,
    Legal,
    Refusal,
    Sizes,
)
from dealer_station.games.pots.offers import legal

_HEADS_UP = 2


class Correction(StrEnum):
    """What became of the chips that were put in."""

    AS_PUT_IN = "play_on"
    MADE_UP = "correct_wager"
    RETURNED = "return_wager"
    """What is too much goes back."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An act, the total of the round it goes to, and what that did to the chips."""

    act: Act
    to: int
    correction: Correction


def read_chips(betting: BettingRound, chips: Sequence[int], *, without_smallest: bool) -> Reading:
    """Chips put in without a word by the seat to act; `chips` are those put in now.

    One chip over a wager is a call (HE-I43, ST-I44). Several are a call if half a raise is not
    reached, or with `without_smallest` (HE-I44, not in stud) if all but the smallest chip would not
    make the call; else a raise or completion, made up. Facing nothing they are a bet.
    ValueError for no chips or for more than the stack.
    """
    offered = _unopened_refused(betting)
    player = betting.player(offered.seat)
    total = player.bet + sum(chips)
    if not chips or min(chips) <= 0 or sum(chips) > player.stack:
        raise ValueError(f"chips {list(chips)} of a stack of {player.stack}")
    if offered.call:
        short = sum(chips) - min(chips) < offered.call
        if len(chips) == 1 or (without_smallest and short):
            return _call(offered, player.bet, total)
    return _wager(betting, offered, total)


def read_amount(betting: BettingRound, amount: int) -> Reading:
    """A total of the round that the seat to act put in or said, of whatever size (HE-I45, HE-I48).

    Half a raise or more is a raise of at least the smallest size, less is a call; an opening bet
    is made up to the smallest. A call that is too small is made up (HE-I49). Stud's wager of a
    wrong size is always made up, see `made_up`. ValueError where nothing is added.
    """
    offered = _unopened_refused(betting)
    player = betting.player(offered.seat)
    if not player.bet < amount <= player.bet + player.stack:
        raise ValueError(f"{amount} of {player.bet + player.stack}")
    return _wager(betting, offered, amount)


def made_up(betting: BettingRound, what: Act, amount: int) -> Reading:
    """A wager below the size, as that act of the next allowed size (ST-I43).

    ActRefusedError where the act is not offered at all.
    """
    offered = legal(betting)
    sizes = {Act.BET: offered.bet, Act.RAISE: offered.raise_to}.get(what)
    if sizes is not None:
        to = _next_size(sizes, amount)
    else:
        player = betting.player(offered.seat)
        to = {
            Act.COMPLETE: offered.complete,
            Act.BRING_IN: offered.bring_in,
            Act.CALL: player.bet + offered.call if offered.call else 0,
        }.get(what, 0)
    if not to:
        raise ActRefusedError(Refusal.NOT_OFFERED, f"seat {offered.seat} may not {what.value} now")
    return Reading(what, to, _correction(amount, to))


def dealer_corrects_call(betting: BettingRound) -> bool:
    """Whether a call that is too small is made up without the floor (HE-I49).

    So with two live hands, and where nothing but the opening bet is to be called, before the flop
    the big blind.
    """
    return len(betting.live) == _HEADS_UP or betting.price.wagers <= 1


def _unopened_refused(betting: BettingRound) -> Legal:
    offered = legal(betting)
    if betting.unopened:
        raise ActRefusedError(Refusal.NOT_OFFERED, f"seat {offered.seat} has to say how it opens")
    return offered


def _call(offered: Legal, bet: int, total: int) -> Reading:
    """The call, or the check where nothing is owed."""
    to = bet + offered.call
    return Reading(Act.CALL if offered.call else Act.CHECK, to, _correction(total, to))


def _wager(betting: BettingRound, offered: Legal, total: int) -> Reading:
    """A total put in by the seat to act, as the wager or call that it is nearest to."""
    price = betting.price
    bet = betting.player(offered.seat).bet
    sizes = offered.raise_to or offered.bet
    if price.cur and 2 * (total - price.cur) < _due(betting):
        return _call(offered, bet, total)
    if offered.complete and (sizes is None or total < sizes.low):
        return Reading(Act.COMPLETE, offered.complete, _correction(total, offered.complete))
    if sizes is None:
        return _call(offered, bet, total)
    to = _size(sizes, total)
    act = Act.RAISE if offered.raise_to else Act.BET
    return Reading(act, to, _correction(total, to))


def _due(betting: BettingRound) -> int:
    """What a raise has to add: in a fixed limit the unit of the round (HE-D36)."""
    terms, price = betting.terms, betting.price
    if terms.chip:
        return -(-(price.cur + price.least) // terms.chip) * terms.chip - price.cur
    return terms.big_unit if price.big_only else terms.unit


def _size(sizes: Sizes, total: int) -> int:
    """The size for a total: a fixed one that it reaches, else the next one above."""
    if sizes.fixed and sizes.low < total < sizes.high:
        return sizes.low
    return _next_size(sizes, total)


def _next_size(sizes: Sizes, amount: int) -> int:
    """The smallest allowed size of at least this amount, or the largest."""
    if amount <= sizes.low:
        return sizes.low
    if sizes.fixed:
        return sizes.high
    return min(sizes.high, -(-amount // sizes.chip) * sizes.chip)


def _correction(put_in: int, to: int) -> Correction:
    if put_in == to:
        return Correction.AS_PUT_IN
    return Correction.MADE_UP if put_in < to else Correction.RETURNED
