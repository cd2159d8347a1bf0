"""`dealer-station demo`: start everything, show where it is, play if asked, check the books."""

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from dealer_station.cards.card import CUT
from dealer_station.clock import SystemClock
from dealer_station.demo.books import read_books
from dealer_station.demo.house import (
    PEOPLE,
    PROGRESSIVE,
    TABLE,
    DemoHouse,
    NotADemoHouseError,
    only_demo,
    prepare,
)
from dealer_station.demo.plan import SHUFFLES
from dealer_station.demo.play import Crew, Player, RoundReport
from dealer_station.demo.programs import PortInUseError, running, simulators
from dealer_station.demo.shoe_control import ShoeControl
from dealer_station.demo.staff import CommandRefusedError, Staff
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.keys import public_keys_by_purpose
from dealer_station.mqtt.broker_url import BadBrokerUrl
from dealer_station.mqtt.round_trip import BrokerUnusable
from dealer_station.observability import configure_logging
from dealer_station.settings import load_settings
from dealer_station.table.roles import Role

DEAL_EVERY_S = 0.6
EXIT_GOOD, EXIT_BOOKS_DIFFER, EXIT_NOT_STARTED, EXIT_BROKEN_OFF, EXIT_INTERRUPTED = 0, 1, 2, 3, 130


def run_demo(*, rounds: int, seed: int, is_ending: bool, data: Path, port: int) -> int:
    """Run the demo; returns its exit status."""
    configure_logging("warning", as_json=False)
    os.umask(0o077)
    # Told to end, or left by its terminal, the demo ends its children as Ctrl-C would.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        with only_demo(data):
            return _run(rounds, seed, data, port, is_ending=is_ending)
    except (NotADemoHouseError, PortInUseError, BrokerUnusable, BadBrokerUrl) as error:
        return _complain(error, EXIT_NOT_STARTED)
    except (TimeoutError, CommandRefusedError, httpx.HTTPError, OSError, EventLogError) as error:
        return _complain(error, EXIT_BROKEN_OFF)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _run(rounds: int, seed: int, data: Path, port: int, *, is_ending: bool) -> int:
    house = prepare(data, port, is_fresh=is_ending, clock=SystemClock(), is_full=False)
    with running(house, simulators(house, seed), _say) as programs:
        _show(house, programs.address)
        if rounds:
            _play(house, programs.address, rounds, seed)
        if not is_ending:
            _deal_until_interrupted(house, programs.address)
    return _check_books(house) if rounds else EXIT_GOOD


def _complain(error: Exception, status: int) -> int:
    sys.stderr.write(f"demo: {error}\n")
    return status


# ----------------------------------------------------------------------------------- people


def _show(house: DemoHouse, address: str) -> None:
    key = public_keys_by_purpose(house.data / "keys")["meter"].public_bytes_raw().hex()
    _say(f"\nDealer screen   {address}/dealer")
    _say(f"Jackpot sign    {address}/signage?progressive={PROGRESSIVE}#keys={key}")
    _say("People")
    for person in PEOPLE:
        _say(f"  {person.role.value:<11} {person.person_id}   {person.password}")
    _say("")


@contextmanager
def _crew(address: str) -> Iterator[Crew]:
    """Sign in the people who play."""
    staff = {person.role: Staff(address, TABLE, person) for person in PEOPLE}
    wanted = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER)
    try:
        for role in wanted:
            staff[role].sign_in()
        yield Crew(*(staff[role] for role in wanted))
    finally:
        for person in staff.values():
            person.close()


def _play(house: DemoHouse, address: str, rounds: int, seed: int) -> None:
    """Play rounds by the seed and say how each went."""
    reports: list[RoundReport] = []
    began = time.monotonic()
    with _crew(address) as crew:
        player = Player(crew, ShoeControl(house.shoe.control), seed)
        player.open_table()
        for number in range(1, rounds + 1):
            report = player.play_round()
            reports.append(report)
            _say(f"round {number} of {rounds}: {report.phase}, {report.trouble.value}")
    _say(f"\n{rounds} rounds in {time.monotonic() - began:.1f} s")
    for trouble, count in sorted(Counter(r.trouble.value for r in reports).items()):
        _say(f"  {count:>4}  {trouble}")


def _deal_until_interrupted(house: DemoHouse, address: str) -> None:
    """Deal a card whenever the table waits for one; everything else is done on the screen."""
    _say(
        "Open the dealer screen. Cards come by themselves when they are due. Ctrl-C ends the demo."
    )
    shoe = ShoeControl(house.shoe.control)
    shuffled = 0
    # Where the table stood when the last card left: the next one waits until that is recorded.
    dealt: tuple[int, int] | None = None
    with _crew(address) as crew, suppress(KeyboardInterrupt):
        while True:
            view = crew.dealer.view()
            if view["stage"] == "betting" and view["round"] != shuffled:
                shuffled = view["round"]
                shoe.shuffle(SystemClock().now() % SHUFFLES)
            place = (view["round"], view["draws"])
            if view["next"]["kind"] == "card" and place != dealt and shoe.next_card() != CUT:
                dealt = place
            time.sleep(DEAL_EVERY_S)


def _check_books(house: DemoHouse) -> int:
    """Compare the books and print them."""
    database = load_settings(house.config).database_url
    books = read_books(database, house.shoe.ledger, TABLE, PROGRESSIVE)
    for line in books.lines():
        _say(line)
    return EXIT_GOOD if books.agree else EXIT_BOOKS_DIFFER


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
