"""How a betting round begins: checks, blinds, a bring-in that is due or offered."""

from collections.abc import Sequence
from dataclasses import replace

from dealer_station.games.pots.betting import BettingRound, Opening, Price, Terms
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.structure import FixedLimit, HeadsUp, NoLimit, Structure
from dealer_station.games.pots.turns import next_turn
from dealer_station.values import maker

_IN, _ALL_IN = Standing.IN, Standing.ALL_IN
_CHECK, _DONE, _BLINDS = Opening.CHECK, Opening.DONE, Opening.BLINDS
_FORCED, _OFFERED = Opening.FORCED, Opening.OFFERED
_ROUND_START, _ACTION = HeadsUp.ROUND_START, HeadsUp.ACTION

_THREE = 3
"""Players with chips that make a cap hold."""
_betting_round = maker(BettingRound)
_price = maker(Price)
_terms = maker(Terms)


def open_round(
    structure: Structure,
    players: Sequence[Chips],
    first: int,
    opening: Opening = Opening.CHECK,
    *,
    amount: int = 0,
    big: bool = False,
    both_units: bool = False,
    barred: frozenset[int] = frozenset(),
) -> BettingRound:
    """A betting round before anybody acts.

    `players` are all dealt-in seats, ascending, blinds already posted. `first` is the seat that
    acts first, dealt in or not: who is not in it any more, or all-in, is passed over clockwise.
    Who is in without chips is all-in.

    By `opening`:

    * CHECK: nothing is owed (ST-30, HE-14).
    * BLINDS: `amount` is the full big blind, to be matched also where it was posted short (HE-36).
    * FORCED: `first` owes the bring-in of `amount` (ST-20). Where he is all-in, it is offered to
      his left instead (ST-26).
    * OFFERED: from `first` on everybody may fold, bring in or bet full until somebody has opened
      (ST-I03).

    `big`: the upper limit is the unit (HE-20, ST-34). `both_units`: either may be bet (ST-35).
    `barred` seats may not bet, raise or complete (ST-D25). Where nobody can act the round is over
    at once (ST-D14, HE-D05). ValueError for an amount that the opening must not or must have.
    """
    if (amount > 0) == (opening is _CHECK) or opening is _DONE:
        raise ValueError(f"a round that begins with {opening.value} and an amount of {amount}")
    seated, start, able, hands = _seated(players, first)
    if opening is _FORCED and seated[start].standing is not _IN:
        opening = _OFFERED
    levels: tuple[int | None, ...] = (None,) * len(seated)
    blind = amount if opening is _BLINDS else 0
    turn = next_turn(seated, levels, blind, start, able, hands)
    acts = None if turn is None else seated[turn].seat
    bring_in = amount - blind
    if isinstance(structure, NoLimit):
        terms = _no_limit(structure, acts, barred)
    else:
        unit = structure.big_bet if big else structure.small_bet
        other = structure.big_bet if both_units else unit
        terms = _fixed_limit(structure, unit, other, bring_in, able, acts, barred)
    if blind:
        capped = terms.cap is not None and terms.cap <= 1
        price = _price(blind, blind, terms.least(blind), opening, 1, capped)
    else:
        price = _price(0, 0, terms.least(terms.unit), opening)
    return _betting_round(terms, price, seated, levels, turn, able, hands)


def _seated(players: Sequence[Chips], first: int) -> tuple[tuple[Chips, ...], int, int, int]:
    """The players, who is in without chips all-in, and the place of `first` or left of it.

    With how many are in with chips, and how many hands are live.
    """
    seated, start, able, all_in = [*players], -1, 0, 0
    for place, player in enumerate(players):
        if start < 0 and player.seat >= first:
            start = place
        standing = player.standing
        if standing is _IN and player.stack:
            able += 1
        elif standing is _IN:
            all_in += 1
            seated[place] = replace(player, standing=_ALL_IN)
        elif standing is _ALL_IN:
            all_in += 1
    return tuple(seated), max(start, 0), able, able + all_in


def _no_limit(structure: NoLimit, first: int | None, barred: frozenset[int]) -> Terms:
    return _terms(
        structure.min_bet,
        structure.min_bet,
        structure.chip,
        half_bet_rule=False,
        cap=None,
        cap_from=0,
        first=first,
        barred=barred,
    )


def _fixed_limit(
    structure: FixedLimit,
    unit: int,
    big_unit: int,
    bring_in: int,
    able: int,
    first: int | None,
    barred: frozenset[int],
) -> Terms:
    return _terms(
        unit,
        big_unit,
        chip=0,
        half_bet_rule=structure.half_bet_rule,
        cap=None if structure.raise_cap is None else 1 + structure.raise_cap,
        cap_from=_cap_from(structure.heads_up, able),
        bring_in=bring_in,
        first=first,
        barred=barred,
    )


def _cap_from(heads_up: HeadsUp, able: int) -> int:
    """How many players with chips make the cap hold, if `able` begin the round (HE-D07)."""
    if heads_up is _ROUND_START:
        return 0 if able >= _THREE else able + 1
    return _THREE if heads_up is _ACTION else 0
