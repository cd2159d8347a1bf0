"""Simulated people play Texas Hold'em or Seven Card Stud: they come and go, act, err, and rule.

Like `play`, every step waits for the committed view of the step before, so a run comes out the
same however often the station, the driver or the broker dies on the way.
"""

import time
from collections.abc import Callable
from typing import Final

from dealer_station.demo.crew import Crew, RoundReport
from dealer_station.demo.poker_plan import (
    AT_A_CARD,
    Change,
    PokerPlan,
    PokerTrouble,
    changes,
    plan_hand,
    players_act,
)
from dealer_station.demo.poker_shoe import PokerShoe
from dealer_station.demo.round_at_table import RoundAtTable, SeededPlayer
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.staff import View
from dealer_station.games.procedure import BURN


class PokerPlayer(SeededPlayer):
    """Plays hands of one seed at one table of a pot game."""

    def __init__(self, crew: Crew, shoe: ShoeControl, seed: int, pace_s: float = 0) -> None:
        super().__init__(crew, seed, pace_s)
        self._shoe = PokerShoe(shoe)

    def play_round(self) -> RoundReport:
        """Let players come and go, then play one hand until the pots are pushed."""
        view = self._crew.dealer.view()
        number = view["round"] + 1
        for step, change in enumerate(changes(self._chance(f"before/{number}"), view)):
            time.sleep(self._pace_s / 2)
            self._make(f"{number}/before/{step}", change, view["round"])
        if view["table"]["has_button"] and view["button"] is None:
            seat = min(map(int, self._crew.dealer.view()["stacks"]))
            self._crew.dealer.do(f"{number}/button", "place_button", seat=seat)
        plan = plan_hand(self._chance(number))
        return _Hand(self._crew, self._shoe, plan, number, self._pace_s).play()

    def _make(self, purpose: str, change: Change, last_hand: int) -> None:
        person = self._crew.supervisor if change.by_supervisor else self._crew.dealer
        said = {"seat": change.seat, **change.said}
        person.do(f"{purpose}/{change.command}", change.command, round=last_hand, **said)


class _Hand(RoundAtTable):
    """One hand being played."""

    def __init__(
        self, crew: Crew, shoe: PokerShoe, plan: PokerPlan, number: int, pace_s: float
    ) -> None:
        super().__init__(crew, shoe.control, number, pace_s)
        self._deck = shoe
        self._plan = plan
        self._acts = 0
        self._trouble = _TROUBLES.get(plan.trouble)

    def play(self) -> RoundReport:
        """Go through the hand; trouble may end it early."""
        self._deck.shuffle(self._plan.shuffle)
        self._crew.dealer.do(self._purpose("start"), "start_hand")
        view = self._crew.dealer.wait_for("the hand", lambda view: view["round"] == self._number)
        while view["next"]["kind"] != "none":
            self._go_on(view)
            view = self._crew.dealer.view()
        if view["deck_locked"]:
            self._crew.supervisor.do(self._purpose("deck"), "change_deck")
        return RoundReport(self._number, self._plan.trouble.value, view["phase"])

    def _go_on(self, view: View) -> None:
        """Do what the table waits for, with the planned trouble at its moment."""
        kind = view["next"]["kind"]
        if self._trouble is not None and self._is_time(view):
            trouble, self._trouble = self._trouble, None
            trouble(self, view)
        elif kind == "card":
            time.sleep(self._pace_s / 2)
            self._deck.next_card(view)
            self._see_drawn()
        elif kind == "act":
            self._act(view)
        elif kind == "pay":
            self._crew.dealer.do_on_sight(self._purpose("push"), "push_pots", round=self._number)
        else:
            self._rule()

    def _is_time(self, view: View) -> bool:
        """Whether the planned moment is there: so many cards, or acts, and a fitting step."""
        if self._plan.trouble in AT_A_CARD:
            is_due = view["next"]["kind"] == "card" and view["next"]["position"] != BURN
            return is_due and self._drawn >= self._plan.trouble_at
        is_betting = view["stage"] == "acting"
        return is_betting and self._acts >= self._plan.trouble_at

    def _act(self, view: View) -> None:
        """The seat whose turn it is does one of the things that the screen offers it."""
        self._acts += 1
        seat, legal = view["next"]["seat"], view["next"]["legal"]
        chosen = players_act(
            self._plan.chance_of_act(self._acts),
            legal,
            view["table"]["chip"],
            is_loose=self._plan.is_loose,
        )
        said = {} if chosen.amount is None else {"amount": chosen.amount}
        self._do("act", seat=seat, action=chosen.action, **said)

    # -------------------------------------------------------------------------- trouble

    def read_badly(self, view: View) -> None:
        """A damaged card is read a second time."""
        self._deck.misread()
        self._see_drawn()
        self._deck.next_card(view)
        self._crew.dealer.wait_for("the card", lambda now: now["cards"] != view["cards"])

    def meet_joker(self, view: View) -> None:  # noqa: ARG002 - any card will do
        """A joker leaves the shoe: a scrap of paper, and the next card takes its place."""
        self._shoe.draw("Jo")
        self._see_drawn()
        self._rule()

    def distrust_deck(self, view: View) -> None:  # noqa: ARG002 - any card will do
        """A joker leaves the shoe, and the manager calls the deck fouled: all chips go back."""
        self.find_joker()

    def leave(self, view: View) -> None:
        """The player whose turn it is gives up his seat with his hand (HE-D38)."""
        self._do("leave_seat", seat=view["next"]["seat"])

    def walk_away(self, view: View) -> None:
        """The player whose turn it is is not there: his hand acts by itself."""
        self._do("sit_out", seat=view["next"]["seat"])

    def bet_in_strings(self, view: View) -> None:
        """Only the call counts; the player whose turn it is has still to act."""
        self._report_one_of(view, "HE-I46", "ST-I45", seat=view["next"]["seat"])

    def kill_by_mistake(self, view: View) -> None:
        """The dealer takes the hand of the player whose turn it is: it is dead, its chips stay."""
        self._report_one_of(view, "HE-I51", "ST-I46", seat=view["next"]["seat"])

    def drop_stub(self, view: View) -> None:
        """The stub is shuffled; no card that was dealt changes."""
        self._report_one_of(view, "HE-I29", "ST-I48")

    def _report_one_of(self, view: View, holdem: str, stud: str, **facts: object) -> None:
        """Report it under the id of the game's rule sheet; the supervisor rules as proposed."""
        self._report(holdem if view["table"]["has_button"] else stud, **facts)
        self._rule()

    def call(self, view: View) -> None:  # noqa: ARG002 - any moment will do
        """The dealer asks for a supervisor, who comes."""
        self.call_supervisor()


_TROUBLES: Final[dict[PokerTrouble, Callable[[_Hand, View], None]]] = {
    PokerTrouble.UNREADABLE: _Hand.read_badly,
    PokerTrouble.JOKER: _Hand.meet_joker,
    PokerTrouble.FOULED_DECK: _Hand.distrust_deck,
    PokerTrouble.LEAVES: _Hand.leave,
    PokerTrouble.AWAY: _Hand.walk_away,
    PokerTrouble.STRING_BET: _Hand.bet_in_strings,
    PokerTrouble.KILLED: _Hand.kill_by_mistake,
    PokerTrouble.STUB: _Hand.drop_stub,
    PokerTrouble.CALL: _Hand.call,
}
