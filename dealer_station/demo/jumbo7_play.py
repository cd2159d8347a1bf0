"""Simulated people play Casino Hold'em where all play one hand, with Jumbo 7 tickets.

The rounds are those of `holdem_play`; here is what differs: the hand, the tickets, and that the
pool is hit now and then, which nobody would wait for otherwise (once in four million rounds).
"""

import random
from dataclasses import dataclass, replace
from typing import Final

from dealer_station.demo.crew import Crew, RoundReport
from dealer_station.demo.holdem_play import BoxesPlan, HoldemRound, HoldemTrouble, plan_boxes
from dealer_station.demo.round_at_table import SeededPlayer
from dealer_station.demo.shoe_control import ShoeControl

_TICKETS: Final = (1, 2, 5)
_TICKET_SHARE: Final = 0.7
_LUCKY_SHARE: Final = 0.06
_CARDS_BEFORE_DECISIONS: Final = 7

LUCKY_CARDS: Final = ("5h", "6h", "Kc", "2d", "7h", "8h", "9h", "Th", "Jh")
"""Player's two, dealer's two, flop, turn, river: seven hearts in a row."""

HIT: Final = "Jumbo 7 hit"
"""What the summary calls a round in which the pool is won."""


@dataclass(frozen=True, slots=True)
class SharedPlan:
    """One round: the stakes of `boxes`, tickets by seat in whole units, whether they win the pool.

    With `is_lucky` somebody holds a ticket, and nothing goes wrong.
    """

    boxes: BoxesPlan
    tickets: dict[int, int]
    is_lucky: bool


def plan_shared(chance: random.Random, seats: tuple[int, ...]) -> SharedPlan:
    """Draw a round's plan."""
    boxes = plan_boxes(chance, seats)
    boxes = replace(boxes, trouble_card=chance.randint(1, _CARDS_BEFORE_DECISIONS - 1))
    tickets = {
        seat: chance.choice(_TICKETS) for seat in boxes.antes if chance.random() < _TICKET_SHARE
    }
    if chance.random() >= _LUCKY_SHARE:
        return SharedPlan(boxes, tickets, is_lucky=False)
    return SharedPlan(
        replace(boxes, trouble=HoldemTrouble.NONE),
        tickets or {min(boxes.antes): _TICKETS[0]},
        is_lucky=True,
    )


class Jumbo7Player(SeededPlayer):
    """Plays rounds of one seed at one table with Jumbo 7."""

    def __init__(self, crew: Crew, shoe: ShoeControl, seed: int, pace_s: float = 0) -> None:
        super().__init__(crew, seed, pace_s)
        self._shoe = shoe

    def play_round(self) -> RoundReport:
        """Play one round from the first stake to the last payment."""
        view = self._crew.dealer.view()
        number = view["round"] + 1
        plan = plan_shared(self._chance(number), tuple(view["table"]["seats"]))
        report = _Shared(self._crew, self._shoe, plan, number, self._pace_s).play()
        return replace(report, trouble=HIT) if plan.is_lucky else report


class _Shared(HoldemRound):
    """One round being played."""

    def __init__(
        self, crew: Crew, shoe: ShoeControl, plan: SharedPlan, number: int, pace_s: float
    ) -> None:
        super().__init__(crew, shoe, plan.boxes, number, pace_s)
        self._shared = plan

    def _stake(self) -> None:
        super()._stake()
        for seat, ticket in self._shared.tickets.items():
            self._do("place_wager", seat=seat, spot="jumbo7", amount=f"{ticket}.00")

    def _hand_of(self, seat: int) -> str:  # noqa: ARG002 - every seat plays the same one
        return "player"

    def _deal_card(self) -> None:
        if self._shared.is_lucky:
            self._shoe.draw(LUCKY_CARDS[self._drawn])
        else:
            super()._deal_card()
