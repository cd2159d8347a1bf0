"""How a betting round begins: checks, blinds, a bring-in that is due or offered."""

from collections.abc import Sequence
from dataclasses import replace

from dealer_station.games.pots.betting import BettingRound, Opening, Price, Terms
from dealer_station.games.pots.players import Chips, Standing
from dealer_station.games.pots.structure import FixedLimit, HeadsUp, NoLimit, Structure
from dealer_station.games.pots.turns import next_to_act

_THREE = 3
"""Players with chips that make a cap hold."""


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
    if (amount > 0) == (opening is Opening.CHECK) or opening is Opening.DONE:
        raise ValueError(f"a round that begins with {opening.value} and an amount of {amount}")
    standing = tuple(
        replace(player, standing=Standing.ALL_IN)
        if player.standing is Standing.IN and player.stack == 0
        else player
        for player in players
    )
    forced = opening in (Opening.FORCED, Opening.OFFERED)
    bring_in = amount if forced else 0
    terms = _terms(structure, standing, bring_in, big=big, both_units=both_units)
    if opening is Opening.BLINDS:
        least = terms.least(amount)
        capped = terms.cap is not None and terms.cap <= 1
        price = Price(amount, amount, least, 1, capped)
    else:
        price = Price(0, 0, terms.least(terms.unit))
    start = 0
    while start < len(standing) - 1 and standing[start].seat < first:
        start += 1
    if standing[start].seat < first:
        start = 0
    if opening is Opening.FORCED and standing[start].standing is not Standing.IN:
        opening = Opening.OFFERED
    levels: tuple[int | None, ...] = (None,) * len(standing)
    to_act = next_to_act(standing, levels, price, start)
    return BettingRound(terms, price, standing, levels, to_act, opening, to_act, barred)


def _terms(
    structure: Structure, players: Sequence[Chips], bring_in: int, *, big: bool, both_units: bool
) -> Terms:
    if isinstance(structure, NoLimit):
        return Terms(
            structure.min_bet,
            structure.min_bet,
            structure.chip,
            half_bet_rule=False,
            cap=None,
            cap_from=0,
        )
    unit = structure.big_bet if big else structure.small_bet
    return Terms(
        unit,
        structure.big_bet if both_units else unit,
        chip=0,
        half_bet_rule=structure.half_bet_rule,
        cap=None if structure.raise_cap is None else 1 + structure.raise_cap,
        cap_from=_cap_from(structure, players),
        bring_in=bring_in,
    )


def _cap_from(structure: FixedLimit, players: Sequence[Chips]) -> int:
    """How many players with chips make the cap hold (HE-D07)."""
    if structure.heads_up is HeadsUp.ACTION:
        return _THREE
    if structure.heads_up is HeadsUp.NEVER:
        return 0
    began = sum(player.standing is Standing.IN for player in players)
    return 0 if began >= _THREE else len(players) + 1
