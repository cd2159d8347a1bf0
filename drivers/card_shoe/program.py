"""Builds the real parts of a card shoe's driver and of its simulator, and runs them.

The only module of this package that joins settings, ports, journal and broker.
"""

import gc
from collections.abc import Callable
from pathlib import Path

from dealer_station import __version__
from dealer_station.clock import Clock
from dealer_station.messages.device import Assurance
from dealer_station.messages.topics import DeviceKind
from drivers.card_shoe.driver import CAPABILITIES, PROTOCOL, CardShoe
from drivers.card_shoe.settings import CardShoeSettings
from drivers.card_shoe.simulator import ShoeSimulator, SimulatorSettings
from drivers.card_shoe.symbols import SymbolTable
from drivers.link.identity import DeviceIdentity, DriverIdentity
from drivers.link.line import LineTimes
from drivers.link.runner import Runner, RunnerSettings
from drivers.link.serial_port import SerialOpener
from drivers.link.single_device import SingleDevice
from drivers.link.stopping import stop_on_signals
from drivers.link.transport import Opener


def build_driver(settings: CardShoeSettings, clock: Clock, opener: Opener | None = None) -> Runner:
    """Return the driver of one shoe, ready to run in this thread.

    `opener` replaces the serial port of the settings. Raises JournalError, ConfigurationError.
    """
    url = settings.broker_url()
    kind = DeviceKind.CARD_SHOE
    journal = settings.open_journal(kind, settings.device)
    try:
        logic = CardShoe(
            settings.device,
            settings.ssi.profile(),
            SymbolTable(settings.symbols),
            journal.device_note,
        )
    except BaseException:
        journal.close()
        raise
    line = settings.line
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
                    capabilities=CAPABILITIES,
                    assurance=Assurance.ACKNOWLEDGED,
                ),
            ),
        ),
        RunnerSettings(
            url=url,
            keepalive_s=settings.mqtt.keepalive_s,
            times=LineTimes(line.pause_ms, line.reopen_ms_min, line.reopen_ms_max),
            events_max=settings.journal.events_max,
            resend_after_ms=settings.journal.resend_after_s * 1_000,
        ),
        opener=opener or SerialOpener(line),
        journals={settings.device: journal},
        logic=SingleDevice(settings.device, logic),
        clock=clock,
    )


def run_driver(settings: CardShoeSettings, clock: Clock) -> None:
    """Run a driver until SIGTERM or SIGINT. Raises JournalError when the journal fails."""
    runner = build_driver(settings, clock)
    stop_on_signals(runner.stop)
    # Looking through everything that was loaded would keep a card waiting for a tenth of a second:
    # what lives until the end is left out from here on.
    gc.collect()
    gc.freeze()
    runner.run()


def run_simulator(
    settings: SimulatorSettings, clock: Clock, on_ready: Callable[[Path], None]
) -> None:
    """Run a simulated shoe until SIGTERM or SIGINT; `on_ready` is told the port's path."""
    simulator = ShoeSimulator(settings, clock)
    stop_on_signals(simulator.stop)
    simulator.run(on_ready)
