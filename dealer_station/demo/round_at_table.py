"""What simulated people do in a round of any game: send commands, report, rule, deal, pay.

A game's own play derives from `SeededPlayer` and `RoundAtTable` and says what is staked, what is
decided and what goes wrong.
"""

import random
import time

from dealer_station.demo.crew import Crew
from dealer_station.demo.shoe_control import ShoeControl


class SeededPlayer:
    """People who play rounds of one seed at one table; what a round holds follows from that."""

    def __init__(self, crew: Crew, seed: int, pace_s: float = 0) -> None:
        """`pace_s` is how long people wait between two things they do."""
        self._crew = crew
        self._seed = seed
        self._pace_s = pace_s

    def open_table(self) -> None:
        """Take the table into service, if it is not."""
        if not self._crew.dealer.view()["is_open"]:
            self._crew.dealer.do("open", "open_table")
            self._crew.dealer.wait_for("an open table", lambda view: bool(view["is_open"]))

    def _chance(self, what: object) -> random.Random:
        """Return the chance of a round, or of something else of the run."""
        return random.Random(f"{self._seed}/{what}")  # noqa: S311 - play, no secret


class RoundAtTable:
    """One round being played by the people of a table; each command of it is named once."""

    def __init__(self, crew: Crew, shoe: ShoeControl, number: int, pace_s: float) -> None:
        """`pace_s` is how long people wait between two things they do."""
        self._crew = crew
        self._shoe = shoe
        self._number = number
        self._pace_s = pace_s
        self._steps = 0
        self._drawn = 0

    def _purpose(self, what: str) -> str:
        """Name a command of this round; every one is named once."""
        self._steps += 1
        return f"{self._number}/{self._steps}/{what}"

    def _do(self, command: str, **said: object) -> None:
        time.sleep(self._pace_s)
        self._crew.dealer.do(self._purpose(command), command, round=self._number, **said)

    def _report(self, irregularity: str, **facts: object) -> None:
        self._do("report_irregularity", irregularity=irregularity, **facts)

    def _rule(self, option: str = "as_proposed", *, by_manager: bool = False) -> None:
        """The supervisor (or the manager) decides what is open."""
        person = self._crew.manager if by_manager else self._crew.supervisor
        view = person.wait_for("a ruling to make", lambda view: view["ruling"] is not None)
        person.do_on_sight(
            self._purpose("rule"),
            "apply_ruling",
            round=self._number,
            number=view["ruling"]["number"],
            option=option,
        )

    def _open_betting(self) -> None:
        self._crew.dealer.do(self._purpose("open"), "open_betting")
        self._crew.dealer.wait_for(
            "betting", lambda view: view["phase"] == "betting" and view["round"] == self._number
        )

    def _close_betting(self) -> None:
        self._do("close_betting")
        self._crew.dealer.wait_for(
            "closed betting", lambda view: view["stage"] not in {"betting", "closing"}
        )

    def _see_drawn(self) -> None:
        """Wait until one card more of the round is recorded."""
        self._drawn += 1
        drawn = self._drawn
        self._crew.dealer.wait_for(
            f"card {drawn} of the round", lambda view: view["draws"] >= drawn
        )

    def _pay(self) -> None:
        """Pay seat by seat; a supervisor sees what has to be seen."""
        while True:
            time.sleep(self._pace_s)
            step = self._crew.dealer.view()["next"]
            if step["kind"] == "verify":
                self._crew.supervisor.do_on_sight(
                    self._purpose("verify"), "verify_hand", round=self._number, seat=step["seat"]
                )
            elif step["kind"] == "pay":
                self._crew.dealer.do_on_sight(
                    self._purpose("pay"), "pay_seat", round=self._number, seat=step["seat"]
                )
            else:
                return

    def call_supervisor(self) -> None:
        """The dealer asks for a supervisor, who comes."""
        self._crew.dealer.do(self._purpose("call"), "call_supervisor")
        self._crew.supervisor.do(self._purpose("answer"), "answer_call")

    def find_joker(self) -> None:
        """A joker leaves the shoe: the manager has the deck changed."""
        self._shoe.draw("Jo")
        self._see_drawn()
        self._rule("fouled_deck", by_manager=True)
