"""What a round of the demo holds: who plays for what, and what goes wrong. The same for a seed.

Chance comes from a generator that the caller has seeded for the round, so a round does not depend
on how often another one was interrupted.
"""

import random
from dataclasses import dataclass, replace
from enum import StrEnum


class Trouble(StrEnum):
    """What goes wrong in a round; the value names it in the summary."""

    NONE = "clean"
    UNREADABLE = "CS-I20 card read again"
    DEALER_SHORT = "CS-I02 dealer short of a card"
    EMPTY_SEAT = "CS-I14 card to an empty seat"
    BOXED_CARD = "CS-I16 boxed card burned"
    JOKER = "CS-I17 joker, deck changed"
    JAM = "CS-I18 shuffler jam"
    CARD_SHOWN = "CS-I08 card shown, hand void"
    TALKING = "CS-I09 cards discussed, dead hand"
    HOLE_CARD = "CS-I05 hole card seen"
    SURPLUS_CARD = "CS-I03 card while none was due"
    WRONG_BET = "CS-I13 bet of the wrong size"
    CALL = "supervisor called"


_IN_THE_DEAL = (
    Trouble.UNREADABLE,
    Trouble.DEALER_SHORT,
    Trouble.EMPTY_SEAT,
    Trouble.BOXED_CARD,
    Trouble.JOKER,
    Trouble.JAM,
)
_IN_THE_DECISIONS = (
    Trouble.CARD_SHOWN,
    Trouble.TALKING,
    Trouble.HOLE_CARD,
    Trouble.SURPLUS_CARD,
    Trouble.WRONG_BET,
    Trouble.CALL,
)
_CLEAN_SHARE = 0.5
PROGRESSIVE_SHARE = 0.6
"""How many players with an ante play for the progressive."""

SHUFFLES = 10**9
"""How many shuffles the simulated shoe knows by number."""

_CHIPS = (5, 10, 25, 50, 100)
_LUCKY_SHARE = 0.06
_LUCKY = {2: (20_277, 0), 3: (11_651, 2), 4: (1_729, 0), 5: (11_613, 4)}
"""Number of players -> a shuffle that gives one of them a straight flush, and which (from 0)."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: antes by seat in whole units, who plays the progressive, and the trouble.

    `trouble_card` is the card of the deal (from 0) at which trouble in the deal happens;
    `trouble_seat` the seat it concerns; `shuffle` the seed of the deck; `winner` the seat that gets
    a straight flush with its progressive wager (None: left to the shuffle).
    """

    antes: dict[int, int]
    progressives: tuple[int, ...]
    trouble: Trouble
    trouble_card: int
    trouble_seat: int
    shuffle: int
    winner: int | None = None

    @property
    def is_trouble_in_the_deal(self) -> bool:
        """Whether it happens while cards are dealt."""
        return self.trouble in _IN_THE_DEAL


def plan_round(chance: random.Random, seats: tuple[int, ...]) -> RoundPlan:
    """Draw a round's plan. Now and then a jackpot is hit: nobody would wait for it otherwise."""
    plan = _draw_plan(chance, seats)
    if chance.random() >= _LUCKY_SHARE:
        return plan
    shuffle, index = _LUCKY[len(plan.antes)]
    winner = sorted(plan.antes)[index]
    return replace(
        plan,
        trouble=Trouble.NONE,
        shuffle=shuffle,
        winner=winner,
        progressives=tuple(sorted({*plan.progressives, winner})),
    )


def _draw_plan(chance: random.Random, seats: tuple[int, ...]) -> RoundPlan:
    players = sorted(chance.sample(seats, chance.randint(2, min(5, len(seats)))))
    is_clean = chance.random() < _CLEAN_SHARE
    trouble = Trouble.NONE if is_clean else chance.choice((*_IN_THE_DEAL, *_IN_THE_DECISIONS))
    return RoundPlan(
        antes={seat: chance.choice(_CHIPS) for seat in players},
        progressives=tuple(s for s in players if chance.random() < PROGRESSIVE_SHARE),
        trouble=trouble,
        # Not the last pass: there a card more or less would end the deal.
        trouble_card=chance.randint(1, 4 * (len(players) + 1) - 1),
        trouble_seat=chance.choice(players),
        shuffle=chance.randrange(SHUFFLES),
    )
