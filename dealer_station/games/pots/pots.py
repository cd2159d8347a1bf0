"""Pots by levels, what nobody called, shares of a pot, rake."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dealer_station.games.pots.players import Chips, Standing
from dealer_station.values import made_quickly, maker

_IN, _ALL_IN = Standing.IN, Standing.ALL_IN
_LIVE = (_IN, _ALL_IN)
_chips = maker(Chips)


@made_quickly
@dataclass(frozen=True, slots=True)
class Pot:
    """One pot and the seats that can win it, ascending; smallest units."""

    amount: int
    seats: tuple[int, ...]


_pot = maker(Pot)


@dataclass(frozen=True, slots=True)
class RakeRules:
    """What the house takes from the pots (HE-48, ST-5R, HE-D11); smallest units."""

    percent: Fraction
    unit: int
    """The rake is rounded down to it."""

    cap: int | None = None
    no_flop_no_drop: bool = False


def uncalled(players: Sequence[Chips]) -> tuple[int, int] | None:
    """Seat and amount that nobody called, or none (HE-D08, ST-D16).

    The highest contribution minus the second highest, folded and dead hands included. What a
    folded or dead hand has above all others stays in the last pot (HE-D09).
    """
    owner: Chips | None = None
    first = second = 0
    for player in players:
        total = player.put_in + player.bet
        if total > first:
            owner, first, second = player, total, first
        elif total > second:
            second = total
    if owner is None or first == second or owner.standing not in _LIVE:
        return None
    return owner.seat, first - second


def pull_in(
    players: Sequence[Chips],
) -> tuple[tuple[Chips, ...], tuple[int, int] | None]:
    """The players after a round, and seat and amount of what nobody called (HE-D08, ST-D16).

    That is back in its owner's stack, who is no longer all-in then; all other bets are pulled in.
    """
    back = uncalled(players)
    owner, returned = (0, 0) if back is None else back
    return pulled_in(players, owner, returned), back


def pulled_in(players: Sequence[Chips], owner: int, returned: int) -> tuple[Chips, ...]:
    """The players after a round of which `returned` is back in the stack of the seat `owner`."""
    pulled = []
    for player in players:
        bet = player.bet
        if returned and player.seat == owner:
            standing = _IN if player.standing is _ALL_IN else player.standing
            stack, put_in = player.stack + returned, player.put_in + bet - returned
            pulled.append(_chips(owner, stack, 0, put_in, player.dead, standing))
        elif bet:
            put_in = player.put_in + bet
            pulled.append(
                _chips(player.seat, player.stack, 0, put_in, player.dead, player.standing)
            )
        else:
            pulled.append(player)
    return tuple(pulled)


def pots_of(players: Sequence[Chips]) -> tuple[Pot, ...]:
    """The pots that have been pulled in, main pot first (HE-40, HE-D09, ST-51, ST-D16).

    One level for every different total of the live hands. Chips of folded and dead hands fall into
    the levels they reach, those above the highest live total into the last pot, dead chips into
    the main pot. Empty pots are left out; a pot may have a single seat.
    """
    live = [one for one in players if (at := one.standing) is _IN or at is _ALL_IN]
    levels = sorted({player.put_in for player in live})
    amount = sum([player.dead for player in players])
    reached = [player.put_in for player in players]
    pots: list[Pot] = []
    below = 0
    for level in levels:
        last = level == levels[-1]
        for total in reached:
            if total > below:
                amount += (total if last or total < level else level) - below
        if amount:
            seats = tuple(sorted([player.seat for player in live if player.put_in >= level]))
            pots.append(_pot(amount, seats))
            amount = 0
        below = level
    return tuple(pots)


def share(amount: int, winners: Sequence[int], chip: int) -> tuple[tuple[int, int], ...]:
    """Seat and share of every winner of one pot, in the order given (HE-46, ST-59).

    `winners` stand in the order of the odd units (HE-D10, ST-D18). Shares are rounded down to
    `chip`, then one unit each goes round; what is left of a pot that is no multiple of `chip` goes
    to the winner who would have had the next unit. At least one winner, else ValueError.
    """
    if not winners:
        raise ValueError("a pot needs at least one winner")
    whole = amount // len(winners) // chip * chip
    units, rest = divmod(amount - whole * len(winners), chip)
    shares = []
    for place, seat in enumerate(winners):
        odd = chip if place < units else rest if place == units else 0
        shares.append((seat, whole + odd))
    return tuple(shares)


def take_rake(
    pots: Sequence[Pot], rules: RakeRules | None, *, flop_dealt: bool = True
) -> tuple[tuple[Pot, ...], int]:
    """The pots after the rake, and the rake: once, from the main pot first (HE-D11, ST-D19).

    Call it when the betting is over and uncalled chips have gone back.
    """
    if rules is None or (rules.no_flop_no_drop and not flop_dealt):
        return tuple(pots), 0
    total = sum(pot.amount for pot in pots)
    rake = int(total * rules.percent / 100) // rules.unit * rules.unit
    if rules.cap is not None:
        rake = min(rake, rules.cap)
    left = rake
    raked = []
    for pot in pots:
        taken = min(left, pot.amount)
        left -= taken
        raked.append(_pot(pot.amount - taken, pot.seats))
    return tuple(raked), rake
