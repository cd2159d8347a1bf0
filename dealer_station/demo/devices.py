"""The demo's devices: where each simulator keeps its port, its ledger and its control socket.

Knows the configuration files of the drivers and their simulators. A device without hardware is a
simulator on a pseudo-terminal; its driver is the real one.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dealer_station.demo.games import DemoGame
from dealer_station.messages.topics import DeviceAddress, DeviceKind

SEATS = (1, 2, 3, 4, 5, 6, 7)
ACCEPTOR_ADDRESSES = dict(zip(SEATS, range(11, 18), strict=True))
"""Seat -> its acceptor's address on the ccTalk line."""

TOKEN = 1
"""The kind of token that the demo's players drop, by the acceptors' own number."""

TOKEN_MINOR = 100

SAMPLE_WIDTH = 24
"""Characters on a sign that says behind an amount that it is made up."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the demo: its driver, its devices, and the files of its simulator.

    `command` is what `dealer-driver` calls it, `name` how its files and processes are called.
    """

    directory: Path
    name: str
    command: str
    driver: str
    kind: DeviceKind
    devices: tuple[str, ...]

    def addresses(self, table: str) -> tuple[DeviceAddress, ...]:
        """Return where its devices stand in the MQTT contract."""
        return tuple(DeviceAddress(table, self.kind, device) for device in self.devices)

    @property
    def port(self) -> Path:
        """The simulator's serial port, as the driver opens it."""
        return self.directory / f"{self.name}-port"

    @property
    def ledger(self) -> Path:
        """The simulator's own book of what happened."""
        return self.directory / f"{self.name}-ledger.jsonl"

    @property
    def lamps(self) -> Path:
        """The simulator's own book of the lamps' times, on a line that has lamps."""
        return self.directory / f"{self.name}-lamps.jsonl"

    @property
    def control(self) -> Path:
        """The simulator's control socket."""
        return self.directory / f"{self.name}-control"

    @property
    def driver_file(self) -> Path:
        """The driver's configuration."""
        return self.directory / f"{self.name}-driver.toml"

    @property
    def simulator_file(self) -> Path:
        """The simulator's configuration."""
        return self.directory / f"{self.name}-simulator.toml"


def shoe_line(directory: Path) -> Line:
    """The card shoe's line."""
    return Line(directory, "shoe", "card-shoe", "shoe-driver", DeviceKind.CARD_SHOE, ("shoe-1",))


def acceptor_line(directory: Path) -> Line:
    """The line of the seats' acceptors: one a seat."""
    devices = tuple(f"acceptor-{seat}" for seat in SEATS)
    kind = DeviceKind.BET_ACCEPTOR
    return Line(directory, "acceptors", "bet-acceptor", "acceptor-driver", kind, devices)


def sign_line(directory: Path) -> Line:
    """The jackpot sign's line."""
    kind = DeviceKind.METER_DISPLAY
    return Line(directory, "sign", "meter-display", "sign-driver", kind, ("sign-1",))


def table_lines() -> str:
    """Return what the table's file says of its devices, below the other tables of the file."""
    acceptors = "\n".join(f'{seat} = "acceptor-{seat}"' for seat in SEATS)
    return f"\n[acceptors]\n{acceptors}\n"


def write_shoe(line: Line, site: str, table: str) -> None:
    """Write the configuration of the shoe's driver."""
    text = _head(line, site, table, [f"device = {toml(line.devices[0])}"])
    line.driver_file.write_text(text + _port(line), encoding="utf-8")


def write_acceptors(line: Line, site: str, table: str) -> None:
    """Write the configurations of the acceptors' driver and simulator."""
    devices = "".join(
        f"[[device]]\nname = {toml(name)}\naddress = {address}\n"
        for name, address in zip(line.devices, ACCEPTOR_ADDRESSES.values(), strict=True)
    )
    tokens = f"[[token]]\nposition = {TOKEN}\nvalue_minor = {TOKEN_MINOR}\n"
    head = _head(line, site, table, [])
    line.driver_file.write_text(head + _port(line) + tokens + devices, encoding="utf-8")
    # Its players try a dead driver's slot again and again; as events of an acceptor that counts
    # what it returns, these would overwrite each other, and a person would have to look.
    own = ["baud = 9600", f"lamps = {toml(line.lamps)}", "counts_rejects = false"]
    line.simulator_file.write_text(_simulator(line, own) + devices, encoding="utf-8")


def write_sign(line: Line, site: str, game: DemoGame, key: str) -> None:
    """Write the configurations of the sign's driver and simulator; `key` is the meter's, in hex.

    Where amounts are made up the sign says so behind each.
    """
    own = [f"device = {toml(line.devices[0])}"]
    played_for = f"progressive = {toml(game.progressive or '')}\nlevel = {toml(game.pool)}\n"
    meter = f"[meter]\n{played_for}keys = [{toml(key)}]\n"
    if game.sample:
        meter += f"[amount]\nafter = {toml(f' {game.sample}')}\nwidth = {SAMPLE_WIDTH}\n"
    # A pseudo-terminal has eight bits and no parity.
    port = _port(line) + 'bytesize = 8\nparity = "none"\n'
    # The simulated sign tests itself and clears its memory more quickly than a real one.
    port += "[alpha]\nclear_ms = 400\nsettle_ms = 250\n"
    head = _head(line, site, game.table, own)
    line.driver_file.write_text(head + meter + port, encoding="utf-8")
    line.simulator_file.write_text(
        _simulator(line, ["baud = 9600", "reset_ms = 300"]), encoding="utf-8"
    )


def _head(line: Line, site: str, table: str, own: Iterable[str]) -> str:
    return "\n".join(
        [
            f"site = {toml(site)}",
            f"table = {toml(table)}",
            f"driver = {toml(line.driver)}",
            'model_profile = "simulated"',
            f"data_directory = {toml(line.directory / 'driver')}",
            *own,
            "[logging]",
            "as_json = false",
            "",
        ]
    )


def _port(line: Line) -> str:
    return f"[line]\npath = {toml(line.port)}\n"


def _simulator(line: Line, own: Iterable[str]) -> str:
    return "\n".join(
        [
            f"link = {toml(line.port)}",
            f"ledger = {toml(line.ledger)}",
            f"control = {toml(line.control)}",
            *own,
            "",
        ]
    )


def toml(value: Path | str) -> str:
    """Write text as TOML does, whatever stands in it."""
    return json.dumps(str(value), ensure_ascii=False)
