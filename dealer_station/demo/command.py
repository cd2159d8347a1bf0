"""`dealer-station demo`: start everything, show where it is, play if asked, check the books."""

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from dealer_station.clock import SystemClock
from dealer_station.demo.baccarat_play import BaccaratPlayer
from dealer_station.demo.books import read_books
from dealer_station.demo.chip_book import stacks_seen
from dealer_station.demo.crew import Crew, RoundReport, TablePlayer
from dealer_station.demo.games import BACCARAT, CASINO_HOLDEM, JUMBO7, DemoGame
from dealer_station.demo.holdem_play import HoldemPlayer
from dealer_station.demo.house import (
    PEOPLE,
    DemoHouse,
    NotADemoHouseError,
    only_demo,
    prepare,
)
from dealer_station.demo.house_at_work import HouseAtWork
from dealer_station.demo.jumbo7_play import Jumbo7Player
from dealer_station.demo.play import Hands, Player
from dealer_station.demo.poker_play import PokerPlayer
from dealer_station.demo.programs import PortInUseError, running, simulators
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.sign_control import see_sign
from dealer_station.demo.staff import CommandRefusedError, Staff
from dealer_station.demo.token_control import TokenControl
from dealer_station.event_log.errors import EventLogError
from dealer_station.mqtt.broker_url import BadBrokerUrl
from dealer_station.mqtt.round_trip import BrokerUnusable
from dealer_station.observability import configure_logging
from dealer_station.settings import load_settings
from dealer_station.table.roles import Role

PACE_S: Final = 0.5
"""How long simulated people wait between two things they do where others look on."""

BETWEEN_ROUNDS_S: Final = 4.0
_AT_REST: Final = frozenset({"idle", "settled", "void"})
"""Stages of a table at which a round may begin."""

EXIT_GOOD, EXIT_BOOKS_DIFFER, EXIT_NOT_STARTED, EXIT_BROKEN_OFF, EXIT_INTERRUPTED = 0, 1, 2, 3, 130


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """What a demo does: rounds by the seed, then the end, or play until somebody ends it.

    `is_manual`: a person deals at the dealer's screen; only players and the shoe are simulated.
    """

    rounds: int
    seed: int
    is_ending: bool
    is_manual: bool
    game: DemoGame


class OpenRoundError(Exception):
    """A round that an earlier run has left open: nobody knows any more what its people planned."""


def run_demo(plan: DemoPlan, *, data: Path, port: int) -> int:
    """Run the demo; returns its exit status."""
    configure_logging("warning", as_json=False)
    os.umask(0o077)
    # Told to end, or left by its terminal, the demo ends its children as Ctrl-C would.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        with only_demo(data):
            return _run(plan, data, port)
    except (
        NotADemoHouseError, OpenRoundError, PortInUseError, BrokerUnusable, BadBrokerUrl,
    ) as error:  # fmt: skip
        return _complain(error, EXIT_NOT_STARTED)
    except (TimeoutError, CommandRefusedError, httpx.HTTPError, OSError, EventLogError) as error:
        return _complain(error, EXIT_BROKEN_OFF)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _run(plan: DemoPlan, data: Path, port: int) -> int:
    house = prepare(data, port, is_fresh=plan.is_ending, clock=SystemClock(), game=plan.game)
    seen = None
    with running(house, simulators(house, plan.seed), say) as programs:
        _show(house, programs.address)
        if plan.rounds:
            _play(house, programs.address, plan)
            seen = _look(house, programs.address)
        if not plan.is_ending:
            _go_on(house, programs.address, plan)
    return EXIT_GOOD if seen is None else _check_books(house, seen)


def _complain(error: Exception, status: int) -> int:
    sys.stderr.write(f"demo: {error}\n")
    return status


# ----------------------------------------------------------------------------------- people


def _show(house: DemoHouse, address: str) -> None:
    say(f"\nDealer screen        {address}/dealer")
    say(f"Supervisor console   {address}/supervisor")
    if house.has_sign:
        page = f"{address}/signage?progressive={house.game.progressive}"
        say(f"Jackpot sign         {page}#keys={house.meter_key}")
    if house.game.sample:
        rules = f"{address}/rules?table={house.game.table}"
        say(f"Rules for players    {rules}")
        first, *others = house.game.made_up
        say(f"{house.game.sample}: {first}")
        for line in others:
            say(line)
    if house.game == BACCARAT:
        say(f"Sign of the rounds   {address}/signage?table={house.game.table}")
    say("People")
    for person in PEOPLE:
        say(f"  {person.role.value:<11} {person.person_id}   {person.password}")
    say("")


@contextmanager
def _crew(house: DemoHouse, address: str) -> Iterator[Crew]:
    """Sign in the people who play."""
    wanted = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER)
    people = [next(one for one in PEOPLE if one.role is role) for role in wanted]
    staff = [Staff(address, house.game.table, person) for person in people]
    try:
        for member in staff:
            member.sign_in()
        yield Crew(*staff)
    finally:
        for member in staff:
            member.close()


def _hands(house: DemoHouse) -> Hands:
    return Hands(ShoeControl(house.shoe.control), TokenControl(house.acceptors.control))


def _player(house: DemoHouse, crew: Crew, plan: DemoPlan, pace_s: float = 0) -> TablePlayer:
    """Return the people who play the house's game."""
    if house.game == BACCARAT:
        return BaccaratPlayer(crew, ShoeControl(house.shoe.control), plan.seed, pace_s)
    if house.game == CASINO_HOLDEM:
        return HoldemPlayer(crew, ShoeControl(house.shoe.control), plan.seed, pace_s)
    if house.game == JUMBO7:
        return Jumbo7Player(crew, ShoeControl(house.shoe.control), plan.seed, pace_s)
    if house.game.has_pots:
        return PokerPlayer(crew, ShoeControl(house.shoe.control), plan.seed, pace_s)
    return Player(crew, _hands(house), plan.seed, pace_s)


def _play(house: DemoHouse, address: str, plan: DemoPlan) -> None:
    """Play rounds by the seed and say how each went."""
    reports: list[RoundReport] = []
    began = time.monotonic()
    with _crew(house, address) as crew:
        _check_no_open_round(house, crew)
        player = _player(house, crew, plan)
        player.open_table()
        for number in range(1, plan.rounds + 1):
            report = player.play_round()
            reports.append(report)
            say(f"round {number} of {plan.rounds}: {report.phase}, {report.trouble}")
    say(f"\n{plan.rounds} rounds in {time.monotonic() - began:.1f} s")
    for trouble, count in sorted(Counter(r.trouble for r in reports).items()):
        say(f"  {count:>4}  {trouble}")


def _check_no_open_round(house: DemoHouse, crew: Crew) -> None:
    """Make sure that a round can begin. Raises OpenRoundError, which says what can be done."""
    view = crew.dealer.view()
    if view["stage"] in _AT_REST and view["ruling"] is None:
        return
    raise OpenRoundError(
        f"round {view['round']} at {house.game.table} was left open by an earlier run; finish it at"
        " the screens with --manual, or start from nothing with --exit or another --data"
    )


def _go_on(house: DemoHouse, address: str, plan: DemoPlan) -> None:
    """Go on until somebody ends the demo: by simulated people, or by a person at the screens."""
    with _crew(house, address) as crew, suppress(KeyboardInterrupt):
        if plan.is_manual:
            say("Deal at the dealer's screen. Cards come when they are due.")
            say(_OF_PLAYERS[house.game.has_pots])
            say("Ctrl-C ends the demo.")
            HouseAtWork(crew.dealer, _hands(house), plan.seed).work()
        _check_no_open_round(house, crew)
        say("People play by themselves; look at the screens. Ctrl-C ends the demo.")
        player = _player(house, crew, plan, PACE_S)
        player.open_table()
        while True:
            player.play_round()
            time.sleep(BETWEEN_ROUNDS_S)


def _look(house: DemoHouse, address: str) -> str:
    """Return what people see when the play is over: the sign's amount, or the stacks that lie."""
    if house.game.has_pots:
        with _crew(house, address) as crew:
            return stacks_seen(crew.dealer.view()["stacks"])
    return see_sign(house) if house.has_sign else ""


_OF_PLAYERS: Final = {
    False: "Players drop their tokens when their ante lies there.",
    True: "Six players sit down when the table is open; what they do is for you to say.",
}
"""What players do by themselves while a person deals; whether it is at a table with pots."""


def _check_books(house: DemoHouse, seen: str) -> int:
    """Compare the books and print them."""
    books = read_books(load_settings(house.config).database_url, house, seen)
    for line in books.lines():
        say(line)
    return EXIT_GOOD if books.agree else EXIT_BOOKS_DIFFER


def say(line: str) -> None:
    """Tell whoever runs the demo."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
