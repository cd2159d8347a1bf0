"""Simulated people play baccarat: they burn a new shoe, bet, lay cards as told, err, and rule.

Like `play`, every step waits for the committed view of the step before, so a run comes out the
same however often the station, the driver or the broker dies on the way.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from dealer_station.demo.crew import Crew, RoundReport
from dealer_station.demo.plan import SHUFFLES
from dealer_station.demo.round_at_table import RoundAtTable, SeededPlayer
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.staff import View

DECKS: Final = 8
CUT_AFTER: Final = 150
"""The cut card stands this deep in the demo's shoe: a whole one would take some eighty rounds."""

_CHIPS: Final = (5, 10, 25, 50, 100)
_SIDE_BETS: Final = ("dragon7", "tiger8", "tie")
_CLEAN_SHARE: Final = 0.7
_SIDE_SHARE: Final = 0.3


class BaccaratTrouble(StrEnum):
    """What goes wrong in a round; the value names it in the summary."""

    NONE = "clean"
    UNREADABLE = "BA-I21 card read again"
    WRONG_PLACES = "BA-I01 cards laid in the wrong places"
    FACE_UP = "BA-I09 card face up in the shoe, burned"
    NEEDLESS = "BA-I04 card while none was due"
    LATE_CHIP = "BA-I24 late chip returned"
    JOKER = "BA-I16 joker, shoe changed"
    SHUFFLER = "BA-I19 shuffler fault, round void"
    CALL = "supervisor called"


@dataclass(frozen=True, slots=True)
class CoupPlan:
    """One round: stakes as (seat, spot, whole units), the trouble, and after how many cards."""

    stakes: tuple[tuple[int, str, int], ...]
    trouble: BaccaratTrouble
    trouble_card: int


def plan_coup(chance: random.Random, seats: tuple[int, ...]) -> CoupPlan:
    """Draw a round's plan; a Dragon 7 is at most the seat's base wager (BA-13)."""
    stakes: list[tuple[int, str, int]] = []
    for seat in sorted(chance.sample(seats, chance.randint(2, min(6, len(seats))))):
        base = chance.choice(_CHIPS)
        stakes.append((seat, chance.choice(("player", "banker")), base))
        sides = [side for side in _SIDE_BETS if chance.random() < _SIDE_SHARE]
        stakes += [(seat, side, min(base, 10) if side == "dragon7" else 5) for side in sides]
    troubles = [one for one in BaccaratTrouble if one is not BaccaratTrouble.NONE]
    is_clean = chance.random() < _CLEAN_SHARE
    return CoupPlan(
        stakes=tuple(stakes),
        trouble=BaccaratTrouble.NONE if is_clean else chance.choice(troubles),
        trouble_card=chance.randint(1, 3),
    )


class BaccaratPlayer(SeededPlayer):
    """Plays rounds of one seed at one baccarat table."""

    def __init__(self, crew: Crew, shoe: ShoeControl, seed: int, pace_s: float = 0) -> None:
        super().__init__(crew, seed, pace_s)
        self._shoe = shoe

    def play_round(self) -> RoundReport:
        """Play one round; before it a new shoe where the last one has served."""
        view = self._crew.dealer.view()
        number = view["round"] + 1
        if number == 1 or "open_betting" not in view["commands"]:
            self._change_shoe(number)
        plan = plan_coup(self._chance(number), tuple(view["table"]["seats"]))
        return _Coup(self._crew, self._shoe, plan, number, self._pace_s).play()

    def _change_shoe(self, number: int) -> None:
        """Eight shuffled decks come in; the first card is turned over and says the burn (BA-50)."""
        self._shoe.shuffle(self._chance(f"shoe/{number}").randrange(SHUFFLES), DECKS)
        self._crew.supervisor.do(f"{number}/shoe", "change_deck")
        view = self._crew.dealer.wait_for(
            "a new shoe", lambda view: bool(view["shoe"]["is_burn_due"])
        )
        while view["shoe"]["is_burn_due"]:
            self._shoe.next_card()
            view = self._wait_for_more(view["shoe"]["cards_out"])

    def _wait_for_more(self, cards_out: int) -> View:
        """Wait until another card of the shoe is recorded."""
        return self._crew.dealer.wait_for(
            "a burned card", lambda view: view["shoe"]["cards_out"] > cards_out
        )


class _Coup(RoundAtTable):
    """One round being played."""

    def __init__(
        self, crew: Crew, shoe: ShoeControl, plan: CoupPlan, number: int, pace_s: float
    ) -> None:
        super().__init__(crew, shoe, number, pace_s)
        self._plan = plan

    def play(self) -> RoundReport:
        """Go through the round; trouble may end it early."""
        self._take_stakes()
        self._deal()
        self._pay()
        view = self._crew.dealer.wait_for(
            "the end of the round", lambda view: view["phase"] in {"settled", "void"}
        )
        return RoundReport(self._number, self._plan.trouble.value, view["phase"])

    # ------------------------------------------------------------------------ the round

    def _take_stakes(self) -> None:
        self._open_betting()
        for seat, spot, units in self._plan.stakes:
            self._do("place_wager", seat=seat, spot=spot, amount=f"{units}.00")
        self._close_betting()

    def _deal(self) -> None:
        """Lay cards until none is due, with the planned trouble on the way, and the cut card."""
        trouble = _TROUBLES.get(self._plan.trouble)
        while True:
            view = self._crew.dealer.wait_for("no hold", lambda view: view["phase"] != "held")
            if view["stage"] not in {"dealing", "drawing"}:
                break
            if trouble is not None and self._drawn >= self._plan.trouble_card:
                trouble(self)
                trouble = None
                continue
            if view["shoe"]["cards_out"] >= CUT_AFTER and not view["shoe"]["is_cut_out"]:
                self._draw_cut_card()
            self._lay_next()
        if self._plan.trouble is BaccaratTrouble.NEEDLESS and view["stage"] == "paying":
            self._lay_next()
            self._rule()

    def _draw_cut_card(self) -> None:
        self._shoe.draw("CUT")
        self._crew.dealer.wait_for("the cut card", lambda view: bool(view["shoe"]["is_cut_out"]))

    def _lay_next(self) -> str:
        """Draw one card, which goes where the screen says, and wait until it is recorded."""
        time.sleep(self._pace_s / 2)
        card = self._shoe.next_card()
        self._see_drawn()
        return card

    # -------------------------------------------------------------------------- trouble

    def read_badly(self) -> None:
        """A damaged card is read a second time."""
        self._shoe.draw("??")
        self._see_drawn()
        self._crew.dealer.wait_for("a hold", lambda view: view["phase"] == "held")
        self._shoe.next_card()

    def lay_wrongly(self) -> None:
        self._report("BA-I01", note="first cards laid in the wrong places")
        self._rule()

    def find_face_up(self) -> None:
        card = self._lay_next()
        self._report("BA-I09", card=card)
        self._rule("burn_card")

    def see_late_chip(self) -> None:
        seat = self._plan.stakes[0][0]
        self._report("BA-I24", seat=seat, amount="25.00", note="chip after the call")
        self._rule()

    def stop_shuffler(self) -> None:
        self._report("BA-I19", note="shuffler stopped")
        self._rule("void_round")


_TROUBLES: dict[BaccaratTrouble, Callable[[_Coup], None]] = {
    BaccaratTrouble.UNREADABLE: _Coup.read_badly,
    BaccaratTrouble.WRONG_PLACES: _Coup.lay_wrongly,
    BaccaratTrouble.FACE_UP: _Coup.find_face_up,
    BaccaratTrouble.LATE_CHIP: _Coup.see_late_chip,
    BaccaratTrouble.JOKER: _Coup.find_joker,
    BaccaratTrouble.SHUFFLER: _Coup.stop_shuffler,
    BaccaratTrouble.CALL: _Coup.call_supervisor,
}
