"""The odometer while the meter rises fast: never above the true value, and smooth.

A real table plays round after round and its real feed speaks; the page is sampled in every frame.
Rates of frames are printed; gated is the median of the best of three spells: a machine without a
GPU that is busy with other work has bad moments, a page that is too heavy has no good one.
"""

import statistics
import sys
import threading
import time
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from api_builders import TABLE, Station
from e2e.pages.signage import (
    LANDSCAPE,
    PORTRAIT,
    SignGlass,
    StagedMeters,
    a_hit,
    playing_station,
    staged_station,
)
from playwright.sync_api import Browser

from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

DEALER = Actor("D-104", Role.DEALER)
SEATS = (1, 2, 3)
HANDS = {
    "1": "Ks Kd 4h 7c 2s", "2": "5c 6d 9h 8s Tc", "3": "Qs Qd 3h 6c 8d",
    "dealer": "Ah Kc 9d 4s 3c",
}  # fmt: skip
ROUNDS = 25
FRAME_MS_MAX = 34.0
SPELLS = 3
# The roll takes 600 ms, and the signature is checked before it.
SHOWN_WITHIN_MS = 900.0


def play(station: Station, rounds: int, pause_s: float) -> None:
    """Play rounds in which every seat feeds the meter; nobody wins anything of it."""
    station.submit(c.OpenTable, DEALER, table_id=TABLE, seats=SEATS)
    for _ in range(rounds):
        station.submit(c.OpenBetting, DEALER)
        for seat in SEATS:
            station.submit(c.PlaceWager, DEALER, seat=seat, spot="ante", amount=Decimal(10))
            station.submit(c.PlaceWager, DEALER, seat=seat, spot="progressive")
        station.submit(c.CloseBetting, DEALER)
        station.deal({hand: cards.split() for hand, cards in HANDS.items()})
        for seat in SEATS:
            station.submit(c.Act, DEALER, seat=seat, action="fold")
        while station.controller.record_view()["next"]["kind"] == "pay":
            seat = station.controller.record_view()["next"]["seat"]
            station.submit(c.PaySeat, DEALER, seat=seat)
        time.sleep(pause_s)


def played(station: Station) -> None:
    """Play on a thread of its own while the page is watched."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            play(station, ROUNDS, 0.21)
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert failures == []


def test_dsp_04_no_frame_is_above_the_committed_value(chromium: Browser, tmp_path: Path) -> None:
    width, height = LANDSCAPE
    with playing_station(tmp_path) as station:
        context = chromium.new_context(viewport={"width": width, "height": height})
        glass = SignGlass(context, station.url, tmp_path)
        glass.open_sign(watched=True)
        glass.expect_live(10_000_00)
        glass.page.evaluate("window.watched.frames.length = 0")
        played(station)
        meter = station.controller.record_view()["meters"]["main"]
        assert meter == f"{10_000 + ROUNDS * len(SEATS) * Decimal('0.70'):.2f}"
        glass.expect_reading("meter", int(meter.replace(".", "")))
        time.sleep(0.2)  # it is read to the nearest: the drums come to rest a little later
        seen = glass.watched()
        glass.close()
    assert glass.faults == []
    check_frames(seen["frames"])
    check_in_time(seen)
    report("while the meter rises", seen["frames"])


def check_frames(frames: list[dict[str, Any]]) -> None:
    """Both ways to read turning drums stay at or below what the page had been told by then."""
    assert len(frames) > 100
    assert {frame["state"] for frame in frames} == {"live"}
    above = [frame for frame in frames if max(frame["floor"], frame["round"]) > frame["told"]]
    assert above == []
    floors = [frame["floor"] for frame in frames]
    assert floors == sorted(floors), "the number fell while the meter rose"
    moving = sum(frame["moves"] for frame in frames)
    assert moving > len(frames) / 4, f"only {moving} of {len(frames)} frames show a turning drum"
    assert len({frame["floor"] for frame in frames}) > 100


def check_in_time(seen: dict[str, Any]) -> None:
    """Every amount stands on the drums soon after it was told, though others follow it."""
    first_told: dict[int, float] = {}
    for each in seen["told"]:
        first_told.setdefault(each["amount"], each["at"])
    waits = []
    for amount, at in first_told.items():
        reached = (f["at"] for f in seen["frames"] if f["at"] >= at and f["floor"] >= amount)
        waits.append(next(reached) - at)
    sys.stdout.write(f"\nfrom told to shown: at most {max(waits):.0f} ms\n")
    assert max(waits) < SHOWN_WITHIN_MS


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
def test_frames_come_fast_enough(chromium: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    meters = StagedMeters()
    with staged_station(tmp_path, meters) as address:
        width, height = size
        context = chromium.new_context(viewport={"width": width, "height": height})
        glass = SignGlass(context, address, tmp_path)
        glass.open_sign(watched=True)
        glass.expect_live()
        time.sleep(1)

        def watch(what: str) -> float:
            frames = glass.watched()["frames"]
            glass.page.evaluate("window.watched.frames.length = 0")
            return report(f"{width} x {height}, {what}", frames)

        def roll() -> float:
            for _ in range(6):
                meters.show(meters.amount_minor + 4_90)
                time.sleep(0.3)
            return watch("rolling")

        def stand() -> float:
            time.sleep(1.5)
            return watch("a hit stands")

        watch("at rest")
        rolling = [roll() for _ in range(SPELLS)]
        meters.show(10_000_00, a_hit())
        time.sleep(2)
        watch("a hit arrives")
        standing = [stand() for _ in range(SPELLS)]
        glass.close()
    assert glass.faults == []
    assert min(rolling) <= FRAME_MS_MAX
    assert min(standing) <= FRAME_MS_MAX


def test_a_fall_is_shown_at_once(chromium: Browser, tmp_path: Path) -> None:
    """A frame may still stand from before the signature was checked; no drum turns down."""
    meters = StagedMeters()
    with staged_station(tmp_path, meters) as address:
        width, height = LANDSCAPE
        context = chromium.new_context(viewport={"width": width, "height": height})
        glass = SignGlass(context, address, tmp_path)
        glass.open_sign(watched=True)
        glass.expect_live()
        start = meters.amount_minor
        glass.page.evaluate("window.watched.frames.length = 0")
        time.sleep(0.5)
        glass.expect_painted(start)
        meters.show(start - 1_000_00)
        glass.expect_painted(start - 1_000_00)
        seen = glass.watched()
        glass.close()
    assert glass.faults == []
    assert {frame["floor"] for frame in seen["frames"]} == {start, start - 1_000_00}
    assert not any(frame["moves"] for frame in seen["frames"])
    told = next(each["at"] for each in seen["told"] if each["amount"] == start - 1_000_00)
    above = [f["at"] for f in seen["frames"] if f["at"] > told and f["floor"] == start]
    assert not above or above[-1] - told < 500


def report(what: str, frames: list[dict[str, Any]]) -> float:
    """Print the times between frames; returns their median in milliseconds."""
    at = [frame["at"] for frame in frames]
    between = [after - before for before, after in pairwise(at)]
    p50, p95 = statistics.median(between), statistics.quantiles(between, n=20)[18]
    sys.stdout.write(
        f"\n{what}: {len(between)} frames, {1000 / p50:.0f} a second in the median,"
        f" p50 {p50:.1f} ms, p95 {p95:.1f} ms, longest {max(between):.1f} ms\n"
    )
    return p50
