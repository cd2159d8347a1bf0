"""What a winning hand takes: fixed prizes, shares of the meter, the whole meter among winners.

Amounts are whole smallest units of the winners' currency, into which the meter is converted once,
before it is shared (LNK-12); everything a share does not divide stays in the meter. What the
whole meter does not divide goes to the winner who is paid first (CS-G08) or, where shares go by
wagers, by largest remainder with ties to the earliest (CH-G07): a rule set says which.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from dealer_station.money import split_by_weight, split_equally
from dealer_station.progressive.conversion import SAME, to_table


class PrizeTake(StrEnum):
    """What a prize takes from its level."""

    WHOLE = "whole"
    """The whole meter; the level is reset."""
    PART = "part"
    """A part of the meter as it stands; the level goes on with the rest."""
    FIXED = "fixed"
    """A fixed amount; from the meter as far as it reaches, or from the house."""


class Sharing(StrEnum):
    """How winners of one hit share it."""

    EQUALLY = "equally"
    """The same for each; what does not divide goes to who is paid first (CS-G08)."""
    BY_WAGER = "by_wager"
    """By what each has staked; largest remainder, ties to the earliest (CH-G07)."""


class AwardKind(StrEnum):
    """Why an award is owed."""

    WIN = "win"
    ENVY = "envy"
    """A fixed sum for another's winning hand (CS-25)."""


@dataclass(frozen=True, slots=True)
class LevelPrize:
    """A line of a progressive's table as its ledger needs it.

    `part` of the meter (PART), `fixed_minor` for each winner (FIXED), at least `minimum_minor` for
    each (CS-26), `envy_minor` to every other bettor (CS-25). What exceeds the meter is the house's,
    and so is an envy sum, unless it comes out of what the winners leave.
    """

    take: PrizeTake
    part: Fraction = field(default=Fraction(0))
    fixed_minor: int = 0
    is_from_meter: bool = True
    sharing: Sharing = Sharing.EQUALLY
    minimum_minor: int = 0
    envy_minor: int = 0
    is_envy_from_meter: bool = False


@dataclass(frozen=True, slots=True)
class AwardOwed:
    """What one seat is owed by a hit; `from_meter_minor` of it is the level's, the rest a gift.

    In the currency of the seat's table. `follows` is the seat whose hand an envy sum is owed for;
    None for a win.
    """

    award_id: str
    seat: int | None
    kind: AwardKind
    amount_minor: int
    from_meter_minor: int
    follows: int | None = None


def prize_fault(prize: LevelPrize) -> str | None:
    """Return the name of what cannot be in a prize; None when all of it can."""
    if prize.take is PrizeTake.PART and not 0 < prize.part < 1:
        return "part"
    if prize.take is PrizeTake.FIXED and prize.fixed_minor <= 0:
        return "fixed"
    if min(prize.minimum_minor, prize.envy_minor) < 0:
        return "minimum" if prize.minimum_minor < 0 else "envy"
    if prize.is_envy_from_meter and (prize.take is PrizeTake.WHOLE or not prize.envy_minor):
        return "envy"
    return None


def win_amounts(
    prize: LevelPrize,
    meter_minor: int,
    wagers_minor: Sequence[int],
    conversion: Fraction = SAME,
) -> tuple[tuple[int, int], ...]:
    """Return for each winner, in payment order, what is owed and how much of it is the meter's.

    `meter_minor` is in the progressive's currency, all else in the winners'.
    """
    if prize.take is PrizeTake.FIXED:
        return _fixed_amounts(prize, to_table(meter_minor, conversion), len(wagers_minor))
    part = Fraction(1) if prize.take is PrizeTake.WHOLE else prize.part
    pot = to_table(part * meter_minor, conversion)
    if prize.sharing is Sharing.BY_WAGER:
        shares = split_by_weight(pot, tuple(wagers_minor))
    else:
        shares = split_equally(pot, len(wagers_minor))
    return tuple((max(share, prize.minimum_minor), share) for share in shares)


def _fixed_amounts(
    prize: LevelPrize, meter_minor: int, winners: int
) -> tuple[tuple[int, int], ...]:
    """The first winners have what the meter holds, as far as it reaches (CS-G06)."""
    amount = max(prize.fixed_minor, prize.minimum_minor)
    left = meter_minor if prize.is_from_meter else 0
    amounts = []
    for _ in range(winners):
        part = min(left, amount)
        amounts.append((amount, part))
        left -= part
    return tuple(amounts)


def envy_awards(
    prize: LevelPrize, winners: Sequence[int | None], seats: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Return (seat, winner) for every envy sum that is owed, by winner and then by seat.

    Each of these seats is owed one for each winning hand but its own (CS-25). A bettors' book has
    none and brings none.
    """
    if not prize.envy_minor:
        return ()
    return tuple(
        (seat, winner)
        for winner in winners
        for seat in seats
        if winner is not None and seat != winner
    )
