"""A station as a process, killed while batches of bettors come in over the API.

Every batch that it had answered is there once after the restart and gets its first answers again;
one whose answer was lost is sent again and counts once; the record proves sound from outside.
"""

import subprocess
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from brokers import eventually
from demo_runs import free_port
from message_samples import SITE
from station_programs import COMMAND, environment, run

from dealer_station.bettors.batches import wager_batch
from dealer_station.bettors.encoding import encode_batch

PASSWORD = "correct horse battery"  # noqa: S105 - of this test
TABLE = """\
id = "CH-1"
name = "Casino Hold'em 1"
game = "casino-holdem"
rules = "evolution"
seats = []
currency = "EUR"
[set]
bettors = "book"
decision_seconds = "20"
jumbo7 = "false"
"""
BYTES = {"Content-Type": "application/octet-stream"}
KILLS = 3


class House:
    """A house's folder with one table that has a book; no broker is there, and none is needed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        (folder / "tables").mkdir()
        (folder / "tables" / "ch-1.toml").write_text(TABLE)
        (folder / "station.toml").write_text(f'site = "{SITE}"\n[http]\nport = {self.port}\n')
        for person, role in (("d1", "dealer"), ("p1", "platform")):
            words = [person, "--role", role, "--name", role]
            made = run("account", *words, "--config", str(folder), cwd=folder, stdin=PASSWORD)
            assert made.returncode == 0, made.stderr

    @contextmanager
    def serving(self) -> Iterator[subprocess.Popen[bytes]]:
        """A station that answers; whatever the test leaves of it is killed."""
        process = subprocess.Popen(
            [*COMMAND, "serve", "--config", str(self.folder)],
            cwd=self.folder,
            env=environment(MQTT_URL=f"mqtt://x:y@127.0.0.1:{free_port()}"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            eventually(lambda: process.poll() is not None or self.is_up(), 60)
            assert process.poll() is None
            yield process
        finally:
            process.kill()
            process.wait()

    def is_up(self) -> bool:
        try:
            httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=5)
        except httpx.TransportError:
            return False
        return True

    @contextmanager
    def signed_in(self, person: str) -> Iterator[httpx.Client]:
        """Somebody's connection to the station."""
        address = f"http://127.0.0.1:{self.port}"
        with httpx.Client(base_url=address, headers={"origin": address}, timeout=30) as client:
            answer = client.post("/api/session", json={"person": person, "password": PASSWORD})
            assert answer.status_code == 200, answer.text
            yield client


def packed(batch_id: str, first: int) -> bytes:
    """Three bettors of its own, one of them with a bad entry."""
    mine = [(first, "ante", 500), (first, "bonus", 100)]
    return encode_batch(
        wager_batch(batch_id, [*mine, (first + 1, "ante", 1), (first + 2, "ante", 700)])
    )


def post(client: httpx.Client, content: bytes) -> dict[str, Any]:
    """Send a batch, which must be taken."""
    answer = client.post("/api/tables/CH-1/batches?round=1", content=content, headers=BYTES)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def command(client: httpx.Client, name: str) -> None:
    body: dict[str, Any] = {"command_id": str(uuid.uuid4()), "command": name}
    answer = client.post("/api/tables/CH-1/commands", json=body)
    assert answer.status_code == 200, answer.text


@pytest.mark.slow
def test_a_station_that_is_killed_among_batches_loses_and_doubles_none(tmp_path: Path) -> None:
    house = House(tmp_path)
    with house.serving(), house.signed_in("d1") as dealer:
        command(dealer, "open_table")
        command(dealer, "open_betting")
    sent: dict[str, bytes] = {}
    answered: dict[str, dict[str, Any]] = {}
    for kill in range(KILLS):
        with house.serving() as process, house.signed_in("p1") as platform:
            timer = threading.Timer(0.4 + kill / 5, process.kill)
            timer.start()
            try:
                while True:
                    batch_id = str(uuid.uuid4())
                    sent[batch_id] = packed(batch_id, len(sent) * 10)
                    answered[batch_id] = post(platform, sent[batch_id])
            except httpx.TransportError:
                timer.join()
                assert process.wait(30) == -9
    assert len(answered) > KILLS
    with house.serving() as process, house.signed_in("p1") as platform:
        for batch_id, content in sent.items():
            again = post(platform, content)
            assert again["refused"] == [{"entry": 2, "code": "below_min"}]
            if batch_id in answered:
                assert again == answered[batch_id] | {"repeat": True}
        book = platform.get("/api/tables/CH-1/bettors").json()
        assert (book["batches"], book["bettors"]) == (len(sent), 2 * len(sent))
        spots = {spot["spot"]: spot for spot in book["spots"]}
        assert spots["ante"]["stakes"] == 2 * len(sent)
        assert spots["ante"]["staked"] == f"{12 * len(sent)}.00"
        assert spots["bonus"]["staked"] == f"{len(sent)}.00"
        process.terminate()
        assert process.wait(30) == 0
    verified = run("verify", "--config", str(tmp_path), cwd=tmp_path)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert verified.stdout.endswith("good\n")
