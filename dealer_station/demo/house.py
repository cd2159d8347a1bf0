"""The demo's house: folders, configuration files and accounts, made where they are missing."""

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dealer_station.clock import Clock
from dealer_station.people.people import open_people
from dealer_station.settings import config_directory, load_settings
from dealer_station.table.roles import Role

TABLE = "CS-1"
SITE = "demo"
SHOE_DRIVER = "shoe-driver"
SHOE = "shoe-1"
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
)


@dataclass(frozen=True, slots=True)
class DemoHouse:
    """Where everything of the demo lies."""

    directory: Path

    @property
    def config(self) -> Path:
        """The house's configuration folder."""
        return self.directory / "config"

    @property
    def data(self) -> Path:
        """The station's data: the record and its keys."""
        return self.directory / "station"

    @property
    def ledger(self) -> Path:
        """The simulated shoe's own book of the cards that left it."""
        return self.directory / "shoe-ledger.jsonl"

    @property
    def port_link(self) -> Path:
        """The simulated shoe's serial port."""
        return self.directory / "shoe-port"

    @property
    def control(self) -> Path:
        """The simulated shoe's control socket."""
        return self.directory / "shoe-control"

    @property
    def driver_config(self) -> Path:
        """The shoe driver's configuration file."""
        return self.directory / "card_shoe.toml"


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


def prepare(directory: Path, port: int, *, is_fresh: bool, clock: Clock) -> DemoHouse:
    """Make the house's files; a fresh one starts from nothing.

    Raises NotADemoHouseError when the folder holds anything that no demo has put there.
    """
    house = DemoHouse(directory.absolute())
    marker = house.directory / MARKER
    if house.directory.exists() and any(house.directory.iterdir()) and not marker.exists():
        raise NotADemoHouseError(f"{house.directory} is not empty and no demo's folder")
    if is_fresh and house.directory.exists():
        shutil.rmtree(house.directory)
    (house.config / "tables").mkdir(parents=True, exist_ok=True)
    house.data.mkdir(exist_ok=True)
    marker.write_text("Made by dealer-station demo; removed by its next run with --exit.\n")
    _write_station(house, port)
    _write_driver(house)
    _make_accounts(house, clock)
    return house


def _write_station(house: DemoHouse, port: int) -> None:
    (house.config / "station.toml").write_text(
        f'site = "{SITE}"\n'
        'station = "demo-station"\n'
        f"data_directory = {_toml_text(house.data)}\n"
        f"[http]\nport = {port}\n"
        "[logging]\nas_json = false\n",
        encoding="utf-8",
    )
    table = (config_directory() / "tables" / "cs-1.toml").read_text(encoding="utf-8")
    (house.config / "tables" / "cs-1.toml").write_text(table, encoding="utf-8")


def _write_driver(house: DemoHouse) -> None:
    house.driver_config.write_text(
        f'site = "{SITE}"\n'
        f'table = "{TABLE}"\n'
        f'driver = "{SHOE_DRIVER}"\n'
        f'device = "{SHOE}"\n'
        'model_profile = "simulated"\n'
        f"data_directory = {_toml_text(house.directory / 'driver')}\n"
        f"[line]\npath = {_toml_text(house.port_link)}\n"
        "[logging]\nas_json = false\n",
        encoding="utf-8",
    )


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


def _toml_text(path: Path) -> str:
    """Write a path as a TOML string, whatever stands in it."""
    return json.dumps(str(path), ensure_ascii=False)
