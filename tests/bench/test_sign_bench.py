"""From a signed meter on the broker to the glass, at 9600 baud, through the real driver.

Printed: percentiles of the way. Asserted is the target itself (DSP-03: p99 within a second), which
is far away.
"""

import sys
import time

import pytest
from bench_runs import times
from brokers import eventually
from sign_rig import sign_rig

from dealer_station.mqtt.broker_config import BrokerKind

CHANGES = times(110, 45)
P99_TARGET_MS = 1_000


@pytest.mark.slow
def test_a_meter_stands_on_the_glass_in_time(tmp_path):
    with sign_rig(tmp_path, BrokerKind.MOSQUITTO) as bench:
        bench.start_simulator()
        bench.speaker.keep_saying(5_431_207)
        bench.start_driver()
        bench.shows("54,312.07")
        eventually(lambda: bench.speaker.newest and bench.speaker.newest.is_read_back)
        said = say_changes(bench)
        bench.shows(list(said)[-1])
        first_seen: dict[str, int] = {}
        for entry in bench.entries():
            first_seen.setdefault(entry.visible, entry.at)
    delays = sorted(first_seen[text] - at for text, at in said.items() if text in first_seen)
    # A change that the next one overtook never stands on the glass.
    assert len(delays) >= 0.9 * CHANGES, f"{len(delays)} of {len(said)} changes were seen"
    quantile = {q: delays[int(len(delays) * q / 100) - 1] for q in (50, 90, 99, 100)}
    sys.stdout.write(f"\nmeter to glass, {len(delays)} changes, ms by percentile: {quantile}\n")
    assert quantile[99] <= P99_TARGET_MS


def say_changes(bench):
    """Move the meter again and again; return when each amount was said, in milliseconds."""
    said: dict[str, int] = {}
    amount = 6_000_000
    for number in range(CHANGES):
        amount += 1 + number % 7
        whole, cents = divmod(amount, 100)
        said[f"{whole:,}.{cents:02}"] = time.time_ns() // 1_000_000
        bench.speaker.keep_saying(amount)
        time.sleep(0.3 + 0.05 * (number % 3))
    return said
