"""The demo's programs as processes of their own, without its people, for tests that play them."""

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
from demo_runs import free_port

from dealer_station.clock import SystemClock
from dealer_station.demo.games import CARIBBEAN_STUD, DemoGame
from dealer_station.demo.house import PEOPLE, DemoHouse, DemoPerson, prepare
from dealer_station.demo.processes import Program
from dealer_station.demo.programs import Running, running, simulators
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.staff import Staff
from dealer_station.table.roles import Role

SEED = 11


def person(role: Role) -> DemoPerson:
    return next(person for person in PEOPLE if person.role is role)


@dataclass
class RunningHouse:
    """A house that runs. `shoe` deals from the simulated shoe, where there is one."""

    house: DemoHouse
    programs: Running
    shoe: ShoeControl

    @property
    def address(self) -> str:
        return self.programs.address

    def pid(self, part: str) -> int:
        found: int = json.loads((self.house.directory / "processes.json").read_text())[part]
        return found

    def kill(self, part: str) -> None:
        """Kill a process without warning; it is started again by itself."""
        with suppress(ProcessLookupError):
            os.kill(self.pid(part), signal.SIGKILL)

    @contextmanager
    def down(self, part: str) -> Iterator[None]:
        """Keep a process down: kill it whenever it comes up, until the block ends."""
        is_over = threading.Event()

        def keep() -> None:
            while not is_over.wait(0.05):
                self.kill(part)

        self.kill(part)
        keeper = threading.Thread(target=keep, name=f"keep {part} down")
        keeper.start()
        try:
            yield
        finally:
            is_over.set()
            keeper.join()

    def log_of(self, part: str) -> str:
        return self.programs.processes.log_file(part).read_text(errors="replace")

    def metrics(self) -> str:
        return httpx.get(f"{self.address}/metrics").raise_for_status().text

    @contextmanager
    def signed_in(self, role: Role) -> Iterator[Staff]:
        staff = Staff(self.address, self.house.game.table, person(role))
        try:
            staff.sign_in()
            yield staff
        finally:
            staff.close()


@contextmanager
def running_house(
    directory: Path,
    make_simulators: Callable[[DemoHouse], tuple[Program, ...]] | None = None,
    *,
    is_full: bool = False,
    game: DemoGame = CARIBBEAN_STUD,
) -> Iterator[RunningHouse]:
    """Run a fresh house in `directory`, with simulated devices unless told otherwise.

    One that is not full has a shoe and no acceptors, so a wager needs no token.
    """
    house = prepare(
        directory, free_port(), is_fresh=True, clock=SystemClock(), is_full=is_full, game=game
    )
    programs = simulators(house, SEED) if make_simulators is None else make_simulators(house)
    with running(house, programs, lambda _: None) as started:
        yield RunningHouse(house, started, ShoeControl(house.shoe.control))
