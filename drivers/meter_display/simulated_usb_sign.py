"""A sign without hardware on a simulated USB bus, inside the driver's process.

Knows how transfers reach the simulated sign and its replies the host; what the sign does is in
`simulated_sign`, the bus in `drivers.link.simulated_usb`. Time goes on whenever the host reads.
"""

import threading
from typing import Any

from dealer_station.clock import Clock
from drivers.link.simulated_usb import SimulatedUsbBus, UsbDevice
from drivers.link.simulated_wire import Emission
from drivers.meter_display.fault_script import Fault
from drivers.meter_display.glass_ledger import GlassLedger
from drivers.meter_display.simulated_device import SignDevice


class UsbSign:
    """One sign and its cable. Thread-safe: a test pulls cables while the driver reads."""

    def __init__(self, device: SignDevice, ledger: GlassLedger, clock: Clock, **usb: Any) -> None:
        self._device = device
        self._clock = clock
        self._lock = threading.RLock()
        self._later: list[tuple[int, Emission]] = []
        self.ledger = ledger
        self.usb = UsbDevice(self, **usb)
        self.bus = SimulatedUsbBus()
        self.bus.plug(self.usb)

    # ------------------------------------------------------------------ the gadget

    def taken(self, data: bytes) -> None:
        """Take one transfer."""
        with self._lock:
            if data:
                self._device.take(data, self._clock.monotonic_ms())
            self._work()

    def given(self) -> bytes:
        """Return the replies that are ready."""
        with self._lock:
            self._work()
            now_ms = self._clock.monotonic_ms()
            ready = [emission.data for due_ms, emission in self._later if due_ms <= now_ms]
            self._later = [each for each in self._later if each[0] > now_ms]
            return b"".join(ready)

    def unplugged(self) -> None:
        """Lose what was under way; the glass stays as it is."""
        with self._lock:
            self._device.unplugged()
            self._later.clear()

    # ------------------------------------------------------------------ what a test does

    def unplug(self) -> None:
        """Pull the cable."""
        self.bus.unplug(self.usb)

    def plug(self) -> None:
        """Put the cable back."""
        self.bus.plug(self.usb)

    def add_fault(self, fault: Fault) -> None:
        """Let a fault happen to the next frame."""
        with self._lock:
            self._device.add_fault(fault)

    def lose_power(self, duration_ms: int, *, keeps_memory: bool) -> None:
        """Let the sign go dark for a while, its cable left in."""
        with self._lock:
            now_ms = self._clock.monotonic_ms()
            self._device.lose_power(duration_ms, now_ms, keeps_memory=keeps_memory)

    def status(self) -> dict[str, Any]:
        """Return what can be seen and what has happened so far."""
        with self._lock:
            return self._device.status(self._clock.monotonic_ms())

    def _work(self) -> None:
        now_ms = self._clock.monotonic_ms()
        outcome = self._device.work(now_ms, self._clock.now())
        self._later += [(now_ms + e.delay_ms, e) for e in outcome.emissions]
        if outcome.unplug_ms is not None:
            self.unplug()
