"""Builds the real parts of an acceptor line's driver and of its simulator, and runs them.

The only module of this package that joins settings, ports, journals and broker.
"""

import gc
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from dealer_station import __version__
from dealer_station.clock import Clock
from dealer_station.messages.topics import DeviceKind
from drivers.bet_acceptor.driver import ASSURANCE, CAPABILITIES, PROTOCOL, BetAcceptors
from drivers.bet_acceptor.settings import BetAcceptorSettings
from drivers.bet_acceptor.simulator import AcceptorSimulator, SimulatorSettings
from drivers.link.identity import DeviceIdentity, DriverIdentity
from drivers.link.journal import Journal
from drivers.link.line import LineTimes
from drivers.link.runner import Runner, RunnerSettings
from drivers.link.serial_port import SerialOpener
from drivers.link.stopping import stop_on_signals
from drivers.link.transport import Opener

_KIND = DeviceKind.BET_ACCEPTOR


def build_driver(
    settings: BetAcceptorSettings, clock: Clock, opener: Opener | None = None
) -> Runner:
    """Return the driver of one line of acceptors, ready to run in this thread.

    `opener` replaces the serial port of the settings. Raises JournalError, ConfigurationError.
    """
    url = settings.broker_url()
    with ExitStack() as on_failure:
        journals: dict[str, Journal] = {}
        for device in settings.device:
            journal = settings.open_journal(_KIND, device.name)
            on_failure.callback(journal.close)
            journals[device.name] = journal
        logic = BetAcceptors(
            settings.profile(),
            settings.addresses(),
            {name: journal.device_note for name, journal in journals.items()},
        )
        on_failure.pop_all()
    line = settings.line
    return Runner(
        DriverIdentity(
            settings.site,
            settings.table,
            settings.driver,
            tuple(_identity(settings, device.name) for device in settings.device),
        ),
        RunnerSettings(
            url=url,
            keepalive_s=settings.mqtt.keepalive_s,
            times=LineTimes(line.pause_ms, line.reopen_ms_min, line.reopen_ms_max),
            events_max=settings.journal.events_max,
            resend_after_ms=settings.journal.resend_after_s * 1_000,
        ),
        opener=opener or SerialOpener(line),
        journals=journals,
        logic=logic,
        clock=clock,
    )


def _identity(settings: BetAcceptorSettings, device: str) -> DeviceIdentity:
    return DeviceIdentity(
        address=settings.address(_KIND, device),
        protocol=PROTOCOL,
        model_profile=settings.model_profile,
        driver_version=__version__,
        capabilities=CAPABILITIES,
        assurance=ASSURANCE,
    )


def run_driver(settings: BetAcceptorSettings, clock: Clock) -> None:
    """Run a driver until SIGTERM or SIGINT. Raises JournalError when a journal fails."""
    runner = build_driver(settings, clock)
    stop_on_signals(runner.stop)
    # Looking through everything that was loaded would keep a lamp waiting for a tenth of a second:
    # what lives until the end is left out from here on.
    gc.collect()
    gc.freeze()
    runner.run()


def run_simulator(
    settings: SimulatorSettings, clock: Clock, on_ready: Callable[[Path], None]
) -> None:
    """Run a simulated line until SIGTERM or SIGINT; `on_ready` is told the port's path."""
    simulator = AcceptorSimulator(settings, clock)
    stop_on_signals(simulator.stop)
    simulator.run(on_ready)
