"""A meter from MQTT to a sign on USB: real broker and driver, all of pyusb, a simulated bus.

The sign needs its pause after every STX here, as some USB signs do: a driver without it shows
nothing.
"""

import time

import pytest
from brokers import eventually
from sign_rig import RESET_MS, sign_rig

from dealer_station.clock import SystemClock
from dealer_station.messages.device import DeviceState
from dealer_station.mqtt.broker_config import BrokerKind
from drivers.link.simulated_usb import IN, OUT
from drivers.link.usb_port import UsbOpener, UsbSettings
from drivers.meter_display.fault_script import FaultScript, parse_fault
from drivers.meter_display.glass_ledger import GlassLedger, seen
from drivers.meter_display.simulated_device import SignDevice
from drivers.meter_display.simulated_receiver import SignReceiver
from drivers.meter_display.simulated_sign import Make, SimulatedSign
from drivers.meter_display.simulated_usb_sign import UsbSign

DASHES = "-------"


class UsbBench:
    """A driver over USB and everything around it."""

    def __init__(self, rig, **usb):
        self.rig = rig
        self.speaker = rig.speaker
        ledger = GlassLedger()
        device = SignDevice(
            SimulatedSign(Make(reset_ms=RESET_MS)),
            SignReceiver(baud=0, pauses_always=True),
            FaultScript(),
            ledger,
        )
        self.sign = UsbSign(device, ledger, SystemClock(), **usb)
        rig.usb = {
            "vendor_id": 0x8765,
            "product_id": 0x1234,
            "serial_number": "SIGN0001",
            "write_timeout_ms": 200,
            "reopen_ms_min": 50,
            "reopen_ms_max": 200,
        }
        self.opener = UsbOpener(UsbSettings(**rig.usb), self.sign.bus)

    def start(self):
        self.speaker.keep_saying(5_431_207)
        return self.rig.start_driver(self.opener)

    def shows(self, text, timeout_s=20.0):
        eventually(lambda: self.sign.status()["visible"] == text, timeout_s)

    def word(self):
        return self.speaker.last.get(DeviceState)


@pytest.fixture
def bench(tmp_path):
    with sign_rig(tmp_path, BrokerKind.NATS) as rig:
        yield UsbBench(rig)


def test_amount_appears_changes_and_goes(bench):
    driver = bench.start()
    bench.shows("54,312.07")
    eventually(lambda: bench.speaker.newest and bench.speaker.newest.is_read_back)
    before = bench.sign.status()
    for cents in range(1, 6):
        bench.speaker.keep_saying(5_431_207 + cents)
        bench.shows(f"54,312.{7 + cents:02}")
    after = bench.sign.status()
    assert (after["flickers"], after["frames_lost"]) == (before["flickers"], 0)
    assert (bench.sign.usb.resets, bench.sign.usb.configurations) == (0, 0)
    assert all(len(packet) <= 64 for packet in bench.sign.usb.transfers)
    bench.speaker.hush()
    bench.shows(DASHES)
    bench.speaker.keep_saying(100)
    bench.shows("1.00")
    driver.program.stop()
    driver.thread.join(15)
    bench.sign.given()
    assert bench.sign.status()["visible"] == DASHES
    assert bench.sign.status()["frames_lost"] == 0


def test_unplugged_sign_is_lost_and_right_again_at_its_new_address(bench):
    bench.start()
    bench.shows("54,312.07")
    eventually(lambda: bench.word().state == "ready")
    flickers = bench.sign.status()["flickers"]
    for times in range(1, 4):
        bench.sign.unplug()
        eventually(lambda: bench.word().state == "lost")
        eventually(lambda: bench.speaker.newest.what == "blank")
        bench.speaker.keep_saying(6_000_000 + times)
        bench.sign.plug()
        assert bench.sign.usb.address == times + 1
        bench.shows(f"60,000.0{times}")
        eventually(lambda: bench.word().state == "ready")
    assert bench.sign.status()["flickers"] == flickers
    assert bench.sign.status()["allocations"] == 2
    eventually(lambda: [f.code for f in bench.speaker.faults] == ["device_lost"])


def test_power_and_memory_that_go_while_the_cable_stays_are_made_good(bench):
    bench.start()
    bench.shows("54,312.07")
    bench.sign.lose_power(500, keeps_memory=False)
    bench.shows("54,312.07", 40)
    assert bench.sign.status()["allocations"] == 4
    eventually(lambda: "memory_lost" in [fault.code for fault in bench.speaker.faults])


@pytest.mark.parametrize(("endpoint", "times"), [(IN, 1), (OUT, 1), (IN, 5), (OUT, 2)])
def test_stalled_endpoint_is_cleared_or_opened_anew(bench, endpoint, times):
    bench.start()
    bench.shows("54,312.07")
    bench.sign.usb.stalls[endpoint] = times
    bench.speaker.keep_saying(6_000_000)
    bench.shows("60,000.00")
    eventually(lambda: bench.speaker.newest.is_read_back)
    assert endpoint in bench.sign.usb.cleared
    eventually(lambda: bench.word().state == "ready")


def test_sign_that_takes_no_bytes_for_a_while_is_opened_anew(bench):
    bench.start()
    bench.shows("54,312.07")
    bench.sign.usb.hangs = True
    bench.speaker.keep_saying(6_000_000)
    eventually(lambda: bench.word().state == "lost")
    assert "not taken" in bench.word().reason
    bench.sign.usb.hangs = False
    bench.shows("60,000.00")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("is_claimed_elsewhere", "in use by another program"), ("is_denied", "udev rule")],
)
def test_sign_that_cannot_be_had_says_why_and_is_had_later(bench, fault, reason):
    setattr(bench.sign.usb, fault, True)
    bench.start()
    eventually(lambda: bench.word() and bench.word().state == "lost")
    assert reason in bench.word().reason
    setattr(bench.sign.usb, fault, False)
    bench.shows("54,312.07")


def test_sign_of_the_systems_own_driver_is_taken(bench):
    bench.sign.usb.is_bound = True
    bench.start()
    bench.shows("54,312.07")
    bench.sign.unplug()
    eventually(lambda: bench.word().state == "lost")


def test_cable_pulled_by_a_fault_in_the_middle_of_things(bench):
    bench.start()
    bench.shows("54,312.07")
    for cents in range(1, 5):
        bench.sign.add_fault(parse_fault("unplug=1"))
        bench.speaker.keep_saying(6_000_000 + cents)
        eventually(lambda: bench.sign.usb.address is None)
        time.sleep(0.05)
        bench.sign.plug()
        bench.shows(f"60,000.0{cents}")
    texts = {text for text in seen(bench.sign.ledger.entries) if any(c.isdigit() for c in text)}
    assert texts <= {"54,312.07", *(f"60,000.0{cents}" for cents in range(1, 5))}
