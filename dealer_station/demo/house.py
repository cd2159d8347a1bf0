"""The demo's house: folders, configuration files and accounts, made where they are missing."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dealer_station.clock import Clock
from dealer_station.demo.devices import (
    Line,
    acceptor_line,
    shoe_line,
    sign_line,
    table_lines,
    toml,
    write_acceptors,
    write_shoe,
    write_sign,
)
from dealer_station.demo.games import CARIBBEAN_STUD, DemoGame
from dealer_station.event_log.keys import load_or_create
from dealer_station.people.people import open_people
from dealer_station.settings import config_directory, load_settings
from dealer_station.table.roles import Role

TABLE = CARIBBEAN_STUD.table
SITE = "demo"
PROGRESSIVE = "caribbean-main"
"""What the demo's Caribbean Stud plays for."""
MARKER = "demo-house"


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody who works in the demo's house; the password is printed, it guards nothing."""

    person_id: str
    name: str
    role: Role
    password: str


PEOPLE = (
    DemoPerson("D-104", "Dana", Role.DEALER, "green felt and amber light"),
    DemoPerson("S-201", "Sofia", Role.SUPERVISOR, "second look at every ruling"),
    DemoPerson("M-301", "Marek", Role.MANAGER, "the whole floor at a glance"),
    DemoPerson("T-401", "Teo", Role.TECHNICIAN, "cables before software"),
    DemoPerson("A-501", "Alma", Role.AUDITOR, "every cent explains itself"),
    # What two managers sign, a change of a level say, takes one more.
    DemoPerson("M-302", "Nora", Role.MANAGER, "two names under every change"),
)


@dataclass(frozen=True, slots=True)
class DemoHouse:
    """Where everything of the demo lies; a full one has more than its shoe, as its game needs.

    A game with a progressive has a sign, and one whose wagers on it are tokens has acceptors.
    """

    directory: Path
    is_full: bool = True
    game: DemoGame = CARIBBEAN_STUD

    @property
    def config(self) -> Path:
        """The house's configuration folder."""
        return self.directory / "config"

    @property
    def data(self) -> Path:
        """The station's data: the record and its keys."""
        return self.directory / "station"

    @property
    def shoe(self) -> Line:
        """The simulated card shoe."""
        return shoe_line(self.directory)

    @property
    def acceptors(self) -> Line:
        """The seats' simulated acceptors and lamps."""
        return acceptor_line(self.directory)

    @property
    def sign(self) -> Line:
        """The simulated jackpot sign."""
        return sign_line(self.directory)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the house."""
        acceptors = (self.acceptors,) if self.has_acceptors else ()
        return (self.shoe, *acceptors, *((self.sign,) if self.has_sign else ()))

    @property
    def has_acceptors(self) -> bool:
        """Whether the seats have acceptors and lamps."""
        return self.is_full and self.game.has_acceptors

    @property
    def has_sign(self) -> bool:
        """Whether the table has a jackpot sign."""
        return self.is_full and self.game.progressive is not None

    @property
    def meter_key(self) -> str:
        """The public key of the meters, in hexadecimal, as signs are configured with it."""
        key = load_or_create(self.data / "keys", "meter")
        return key.private_key.public_key().public_bytes_raw().hex()


class NotADemoHouseError(Exception):
    """A folder that the demo will not touch: something else is in it, or a demo that runs."""


@contextmanager
def only_demo(directory: Path) -> Iterator[None]:
    """Be the only demo of a folder while the block runs. Raises NotADemoHouseError.

    The lock lies beside the folder, since a fresh demo removes the folder itself.
    """
    lock = directory.absolute().with_name(f".{directory.absolute().name}.lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotADemoHouseError(f"{directory} is used by a demo that runs") from None
        yield


def prepare(
    directory: Path,
    port: int,
    *,
    is_fresh: bool,
    clock: Clock,
    is_full: bool = True,
    game: DemoGame = CARIBBEAN_STUD,
) -> DemoHouse:
    """Make the house's files; a fresh one starts from nothing, one that is not full has no lamps.

    Raises NotADemoHouseError when the folder holds anything that no demo has put there.
    """
    house = DemoHouse(directory.absolute(), is_full, game)
    marker = house.directory / MARKER
    if house.directory.exists() and any(house.directory.iterdir()) and not marker.exists():
        raise NotADemoHouseError(f"{house.directory} is not empty and no demo's folder")
    if is_fresh and house.directory.exists():
        shutil.rmtree(house.directory)
    (house.config / "tables").mkdir(parents=True, exist_ok=True)
    house.data.mkdir(exist_ok=True)
    marker.write_text("Made by dealer-station demo; removed by its next run with --exit.\n")
    _write_station(house, port)
    write_shoe(house.shoe, SITE, game.table)
    if house.has_acceptors:
        write_acceptors(house.acceptors, SITE, game.table)
    if house.has_sign:
        write_sign(house.sign, SITE, game, house.meter_key)
    _make_accounts(house, clock)
    return house


def _write_station(house: DemoHouse, port: int) -> None:
    (house.config / "station.toml").write_text(
        f'site = "{SITE}"\n'
        'station = "demo-station"\n'
        f"data_directory = {toml(house.data)}\n"
        f"[http]\nport = {port}\n"
        "[logging]\nas_json = false\n",
        encoding="utf-8",
    )
    if house.game.file:
        name = f"{house.game.table.lower()}.toml"
        signs = f'signs = ["{house.sign.devices[0]}"]\n' if house.has_sign else ""
        table = house.game.file.replace("\ncurrency =", f"\n{signs}currency =")
        (house.config / "tables" / name).write_text(table, encoding="utf-8")
        return
    table = (config_directory() / "tables" / "cs-1.toml").read_text(encoding="utf-8")
    if house.is_full:
        table = table.replace("\n[acceptors]\n", table_lines())
        devices = f'shoe = "{house.shoe.devices[0]}"\nsigns = ["{house.sign.devices[0]}"]\n'
        table = table.replace("\ncurrency =", f"\n{devices}currency =")
    (house.config / "tables" / "cs-1.toml").write_text(table, encoding="utf-8")


def _make_accounts(house: DemoHouse, clock: Clock) -> None:
    settings = load_settings(house.config)
    people = open_people(settings.database_url, clock, settings.sign_in)
    try:
        for person in PEOPLE:
            if people.accounts.find(person.person_id) is None:
                people.accounts.create(
                    person.person_id, person.name, person.role, person.password, by="demo"
                )
    finally:
        people.close()
