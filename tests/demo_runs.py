"""The real demo as a child process, and hands that kill its parts at seeded moments."""

import json
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from dealer_station.demo.books import Books, read_books
from dealer_station.demo.games import CARIBBEAN_STUD, DemoGame
from dealer_station.demo.house import DemoHouse


def free_port() -> int:
    """A port for a server that is started later, by number.

    It lies below those that the system gives to whoever asks for any port: a broker that starts
    first would else be given the very same now and then.
    """
    given_out = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii")
    below = int(given_out.split()[0])
    while True:
        port = secrets.choice(range(below - 12_000, below))
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


SILENCE = "CS-I24"
"""An acceptor that did not answer for a second: a driver that was killed, no part of the play."""


def without_silence(lines: list[str]) -> list[str]:
    """Leave out the holds for silence, and number the other irregularities as if none had been."""
    kept: list[str] = []
    numbers: dict[int, int] = {}
    for line in map(json.loads, lines):
        body = line["body"]
        if line["event"] == "acceptor_excused" or body.get("irregularity") == SILENCE:
            continue
        if line["event"] == "irregularity_raised":
            numbers[body["number"]] = len(numbers) + 1
        for key in ("number", "irregularity_number"):
            # A hit of the progressive has a number too, which is none of an irregularity.
            if key in body and line["stream"].startswith("table/"):
                body[key] = numbers.get(body[key], body[key])
        kept.append(json.dumps(line, sort_keys=True))
    return kept


@dataclass
class DemoRun:
    """A finished run: its folder, exit status and output."""

    directory: Path
    status: int
    output: str
    kills: dict[str, int] = field(default_factory=dict)
    game: DemoGame = CARIBBEAN_STUD

    @property
    def database(self) -> str:
        return f"sqlite:///{self.directory / 'station' / 'station.db'}"

    def canonical(self) -> list[str]:
        """The table's history without times, ids, the life of devices, and their silence."""
        command = [sys.executable, "-m", "dealer_station", "replay", self.game.table, "--canonical"]
        done = subprocess.run(
            [*command, "--database", self.database], capture_output=True, text=True, check=True
        )
        return without_silence(done.stdout.splitlines())

    def verify(self) -> int:
        command = [sys.executable, "-m", "dealer_station", "verify", "--database", self.database]
        keys = str(self.directory / "station" / "keys")
        return subprocess.run(
            [*command, "--keys", keys], capture_output=True, check=False
        ).returncode

    def books(self) -> Books:
        """The books, with what people saw when the play was over: the sign, or the stacks."""
        seen = re.search(
            r"(?:in the record,|^stacks) +(.+?) on the (?:sign|screen)$", self.output, re.MULTILINE
        )
        return read_books(self.database, self.house, seen[1] if seen else "")

    @property
    def house(self) -> DemoHouse:
        """The folder as the demo's house."""
        return DemoHouse(self.directory, game=self.game)


def run_demo(
    directory: Path,
    rounds: int,
    seed: int,
    meddle: Callable[["Meddler"], None] | None = None,
    timeout_s: float = 280,
    *,
    options: tuple[str, ...] = ("--exit",),
    game: DemoGame = CARIBBEAN_STUD,
) -> DemoRun:
    """Play a run to its end, while `meddle` disturbs it; without `--exit` it waits for Ctrl-C."""
    port = free_port()
    command = [
        # Whoever runs the tests in the background has SIGINT ignored, and children inherit that.
        "env", "--default-signal=INT",
        sys.executable, "-m", "dealer_station", "demo", "--rounds", str(rounds),
        "--seed", str(seed), "--data", str(directory), "--port", str(port),
        "--game", game.name, *options,
    ]  # fmt: skip
    environment = {key: value for key, value in os.environ.items() if key != "MQTT_URL"}
    output = directory.with_suffix(".out")
    with output.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
        meddler = Meddler(process, directory, f"http://127.0.0.1:{port}")
        try:
            if meddle is not None:
                meddle(meddler)
            status = process.wait(timeout_s)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(20)
                process.kill()
                process.wait()
    return DemoRun(directory, status, output.read_text(), meddler.kills, game)


@dataclass
class Meddler:
    """Kills parts of a running demo."""

    process: subprocess.Popen[bytes]
    directory: Path
    address: str
    kills: dict[str, int] = field(default_factory=dict)

    def is_running(self) -> bool:
        return self.process.poll() is None

    def pid(self, part: str) -> int | None:
        with suppress(OSError, ValueError):
            found = json.loads((self.directory / "processes.json").read_text()).get(part)
            return int(found) if found else None
        return None

    def is_playing(self) -> bool:
        """Whether the first round has begun: before that there is nothing to disturb."""
        with suppress(OSError):
            return "People" in self.directory.with_suffix(".out").read_text()
        return False

    def wait_until_playing(self, timeout_s: float = 90) -> None:
        deadline = time.monotonic() + timeout_s
        while self.is_running() and not self.is_playing():
            assert time.monotonic() < deadline, "the demo did not start"
            time.sleep(0.05)

    def kill(self, part: str) -> bool:
        """Kill a part that runs, without warning; False when it is down already."""
        pid = self.pid(part)
        if pid is None:
            return False
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        self.kills[part] = self.kills.get(part, 0) + 1
        return True

    def happened(self, line: str) -> int:
        """How many things a simulator has written down: cards of the shoe, tokens."""
        with suppress(OSError):
            return (self.directory / f"{line}-ledger.jsonl").read_bytes().count(b"\n")
        return 0

    def kill_at_random(
        self, part: str, count: int, seed: int, happenings: int, line: str = "shoe"
    ) -> None:
        """Kill a part so many times, each when another card (or token) has fallen, by the seed.

        Moments that come close together meet the part while it is starting. They follow the run,
        not the clock: a part that is killed whenever it comes up would stop the run for good.
        """
        chance = random.Random(seed)
        for moment in sorted(chance.sample(range(1, happenings), count)):
            while self.is_running() and self.happened(line) < moment:
                time.sleep(0.005)
            time.sleep(chance.uniform(0, 0.05 if line == "shoe" else 0.5))
            while self.is_running() and not self.kill(part):
                time.sleep(0.02)

    def keep_down(self, part: str, duration_s: float) -> None:
        """Kill a part whenever it comes up, for so long."""
        self.wait_until_playing()
        end = time.monotonic() + duration_s
        while self.is_running() and time.monotonic() < end:
            self.kill(part)
            time.sleep(0.02)
