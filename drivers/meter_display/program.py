"""Builds the real parts of a sign's driver and of its simulator, and runs them.

The only module of this package that joins settings, ports, journal and broker.
"""

import gc
from collections.abc import Callable
from pathlib import Path

from dealer_station import __version__
from dealer_station.clock import Clock
from dealer_station.messages.device import Assurance
from dealer_station.messages.meter_display import METER_VERSIONS
from dealer_station.messages.meter_signature import keys_by_id
from dealer_station.messages.topics import DeviceKind
from drivers.link.identity import DeviceIdentity, DriverIdentity
from drivers.link.line import LineTimes
from drivers.link.runner import Runner, RunnerSettings
from drivers.link.serial_port import SerialOpener
from drivers.link.stopping import stop_on_signals
from drivers.link.transport import Opener
from drivers.link.usb_port import UsbOpener
from drivers.meter_display.driver import CAPABILITIES, PROTOCOL, READ_BACK, MeterDisplay
from drivers.meter_display.feed import MeterFeed, mark_from_note
from drivers.meter_display.rotation import Rotation
from drivers.meter_display.settings import MeterDisplaySettings
from drivers.meter_display.simulator import SignSimulator, SimulatorSettings


def build_driver(
    settings: MeterDisplaySettings, clock: Clock, opener: Opener | None = None
) -> Runner:
    """Return the driver of one sign, ready to run in this thread.

    `opener` replaces the port of the settings. Raises JournalError, ConfigurationError.
    """
    url = settings.broker_url()
    kind = DeviceKind.METER_DISPLAY
    journal = settings.open_journal(kind, settings.device)
    profile = settings.profile()
    rotation = Rotation(settings.meter.dwell_ms + profile.on_its_way_ms)
    try:
        feed = MeterFeed(
            settings.meter.progressive,
            (each.level for each in settings.meter.shown()),
            keys_by_id(settings.meter.keys),
            mark_from_note(journal.device_note),
            currency=settings.meter.currency,
        )
    except BaseException:
        journal.close()
        raise
    return Runner(
        DriverIdentity(
            settings.site,
            settings.table,
            settings.driver,
            (
                DeviceIdentity(
                    address=settings.address(kind, settings.device),
                    protocol=PROTOCOL,
                    model_profile=settings.model_profile,
                    driver_version=__version__,
                    capabilities=(*CAPABILITIES, *((READ_BACK,) if profile.can_be_asked else ())),
                    assurance=(Assurance.ACKNOWLEDGED if profile.can_be_asked else Assurance.NONE),
                    schema_versions=METER_VERSIONS,
                ),
            ),
        ),
        RunnerSettings(
            url=url,
            keepalive_s=settings.mqtt.keepalive_s,
            times=_times(settings),
            events_max=settings.journal.events_max,
            resend_after_ms=settings.journal.resend_after_s * 1_000,
        ),
        opener=opener or _opener(settings),
        journals={settings.device: journal},
        logic=MeterDisplay(settings.rules(), profile, feed, rotation),
        clock=clock,
    )


def _times(settings: MeterDisplaySettings) -> LineTimes:
    line = settings.line or settings.usb
    assert line is not None, "checked by the settings"
    return LineTimes(line.pause_ms, line.reopen_ms_min, line.reopen_ms_max)


def _opener(settings: MeterDisplaySettings) -> Opener:
    if settings.usb is not None:
        return UsbOpener(settings.usb)
    assert settings.line is not None, "checked by the settings"
    return SerialOpener(settings.line)


def run_driver(settings: MeterDisplaySettings, clock: Clock) -> None:
    """Run a driver until SIGTERM or SIGINT. Raises JournalError when the journal fails."""
    runner = build_driver(settings, clock)
    stop_on_signals(runner.stop)
    # What lives until the end is not looked through again and again.
    gc.collect()
    gc.freeze()
    runner.run()


def run_simulator(
    settings: SimulatorSettings, clock: Clock, on_ready: Callable[[Path], None]
) -> None:
    """Run a simulated sign until SIGTERM or SIGINT; `on_ready` is told the port's path."""
    simulator = SignSimulator(settings, clock)
    stop_on_signals(simulator.stop)
    simulator.run(on_ready)
