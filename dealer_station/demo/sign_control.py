"""The demo's look at the simulated sign: what stands on its glass."""

import re
import time
from typing import Final

from dealer_station.demo.control import SimulatorControl
from dealer_station.demo.games import SAMPLE
from dealer_station.demo.house import DemoHouse

SETTLE_S: Final = 2.0
"""How long the glass must stand still until it counts as read: a meter may be on its way."""

PATIENCE_S: Final = 60.0


_AMOUNT: Final = re.compile(rf"(\d[\d,]*)\.(\d\d)(?: {SAMPLE})?")


def amount_on(glass: str) -> int | None:
    """Return the amount that stands on the demo's sign, in smallest units; None without one."""
    found = _AMOUNT.fullmatch(glass)
    return None if found is None else int(found[1].replace(",", "") + found[2])


def see_sign(house: DemoHouse) -> str:
    """Return the amount on the sign once it stands still. Raises TimeoutError if it never does."""
    control = SimulatorControl(house.sign.control)
    deadline = time.monotonic() + PATIENCE_S
    seen, since = "", time.monotonic()
    while time.monotonic() - since < SETTLE_S:
        now = str(control.ask("status")["visible"])
        if now != seen or amount_on(now) is None:
            seen, since = now, time.monotonic()
        if time.monotonic() > deadline:
            raise TimeoutError("the sign does not come to rest")
        time.sleep(0.1)
    return seen
