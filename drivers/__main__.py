"""The command line of the drivers: `dealer-driver`.

    dealer-driver card-shoe --config FILE             the driver of one card shoe
    dealer-driver bet-acceptor --config FILE          the driver of one line of bet acceptors
    dealer-driver meter-display --config FILE         the driver of one jackpot sign
    dealer-driver simulate card-shoe --config FILE    a shoe without hardware, or by options
    dealer-driver simulate bet-acceptor …             acceptors without hardware, likewise
    dealer-driver simulate meter-display …            a sign without hardware, likewise

Modules are imported by the command that needs them: a program starts without the other kinds.
Logs go to standard error. SIGTERM and SIGINT end a program in good order, status 0; status 2 is
a configuration that cannot be used, status 1 a journal or ledger that cannot.
"""

import os
import sys
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import App, Parameter
from pydantic import ValidationError

from dealer_station import __version__
from dealer_station.clock import SystemClock
from dealer_station.observability import configure_logging, get_logger
from dealer_station.settings import ConfigurationError, Section, read_toml
from drivers.link.errors import ProgramError
from drivers.link.settings import load_driver_settings

app = App(name="dealer-driver", help="Device programs of Dealer Station.", version=__version__)
simulate = App(name="simulate", help="Devices without hardware.")
app.command(simulate)

Config = Annotated[Path, Parameter(help="Configuration file, TOML.")]
Model = TypeVar("Model", bound=Section)


@app.command(name="card-shoe")
def card_shoe(*, config: Config) -> None:
    """Run the driver of one card shoe until SIGTERM."""
    from drivers.card_shoe.program import run_driver  # noqa: PLC0415 - see module
    from drivers.card_shoe.settings import CardShoeSettings  # noqa: PLC0415

    settings = load_driver_settings(config, CardShoeSettings)
    settings.broker_url()
    configure_logging(settings.logging.level, as_json=settings.logging.as_json)
    run_driver(settings, SystemClock())


@simulate.command(name="card-shoe")
def simulate_card_shoe(  # noqa: PLR0913 - one option a setting
    *,
    config: Config | None = None,
    link: Annotated[Path | None, Parameter(help="Path of the port to make.")] = None,
    ledger: Annotated[Path | None, Parameter(help="File of the cards that left.")] = None,
    control: Annotated[Path | None, Parameter(help="Unix socket for commands.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed of shuffle and faults.")] = None,
    decks: Annotated[int | None, Parameter(help="Decks of the first shuffle.")] = None,
    response_timeout_ms: Annotated[int | None, Parameter(help="As the driver's.")] = None,
    baud: Annotated[int | None, Parameter(help="Pace of the bytes; 0: none.")] = None,
    fault: Annotated[list[str] | None, Parameter(help="Such as 3:drop*2.")] = None,
    fault_rate: Annotated[float | None, Parameter(help="Share of cards with a fault.")] = None,
    bare: Annotated[bool, Parameter(help="No gate: cards may be lost.", negative="")] = False,
) -> None:
    """Run a simulated card shoe until SIGTERM; its port's path is printed first.

    Options override the configuration file; --link and --ledger are needed without one.
    """
    from drivers.card_shoe.program import run_simulator  # noqa: PLC0415 - see module
    from drivers.card_shoe.simulator import SimulatorSettings  # noqa: PLC0415

    given: dict[str, Any] = {
        "link": link,
        "ledger": ledger,
        "control": control,
        "seed": seed,
        "decks": decks,
        "response_timeout_ms": response_timeout_ms,
        "baud": baud,
        "faults": fault,
        "fault_rate": fault_rate,
        "has_gate": False if bare else None,
    }
    settings = _simulator_settings(SimulatorSettings, config, given)
    configure_logging("info", as_json=False)
    run_simulator(settings, SystemClock(), _print_port)


@app.command(name="bet-acceptor")
def bet_acceptor(*, config: Config) -> None:
    """Run the driver of one line of bet acceptors until SIGTERM."""
    from drivers.bet_acceptor.program import run_driver  # noqa: PLC0415 - see module
    from drivers.bet_acceptor.settings import BetAcceptorSettings  # noqa: PLC0415

    settings = load_driver_settings(config, BetAcceptorSettings)
    settings.broker_url()
    configure_logging(settings.logging.level, as_json=settings.logging.as_json)
    run_driver(settings, SystemClock())


@simulate.command(name="bet-acceptor")
def simulate_bet_acceptor(  # noqa: PLR0913 - one option a setting
    *,
    config: Config | None = None,
    link: Annotated[Path | None, Parameter(help="Path of the port to make.")] = None,
    ledger: Annotated[Path | None, Parameter(help="File of the tokens.")] = None,
    lamps: Annotated[Path | None, Parameter(help="File of the lamps' times.")] = None,
    control: Annotated[Path | None, Parameter(help="Unix socket for commands.")] = None,
    checksum: Annotated[str | None, Parameter(help="simple or crc16.")] = None,
    baud: Annotated[int | None, Parameter(help="Pace of the bytes; 0: none.")] = None,
    travel_ms: Annotated[int | None, Parameter(help="From good to counted.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed of the faults.")] = None,
    fault: Annotated[list[str] | None, Parameter(help="Such as acceptor-1.12:drop*2.")] = None,
    fault_rate: Annotated[float | None, Parameter(help="Share of answers with a fault.")] = None,
) -> None:
    """Run simulated bet acceptors until SIGTERM; their port's path is printed first.

    Options override the configuration file; --link and --ledger are needed without one.
    """
    from drivers.bet_acceptor.program import run_simulator  # noqa: PLC0415 - see module
    from drivers.bet_acceptor.simulator import SimulatorSettings  # noqa: PLC0415

    given: dict[str, Any] = {
        "link": link,
        "ledger": ledger,
        "lamps": lamps,
        "control": control,
        "checksum": checksum,
        "baud": baud,
        "travel_ms": travel_ms,
        "seed": seed,
        "faults": fault,
        "fault_rate": fault_rate,
    }
    settings = _simulator_settings(SimulatorSettings, config, given)
    configure_logging("info", as_json=False)
    run_simulator(settings, SystemClock(), _print_port)


@app.command(name="meter-display")
def meter_display(*, config: Config) -> None:
    """Run the driver of one jackpot sign until SIGTERM; then the sign shows no amount."""
    from drivers.meter_display.program import run_driver  # noqa: PLC0415 - see module
    from drivers.meter_display.settings import MeterDisplaySettings  # noqa: PLC0415

    settings = load_driver_settings(config, MeterDisplaySettings)
    settings.broker_url()
    configure_logging(settings.logging.level, as_json=settings.logging.as_json)
    run_driver(settings, SystemClock())


@simulate.command(name="meter-display")
def simulate_meter_display(
    *,
    config: Config | None = None,
    link: Annotated[Path | None, Parameter(help="Path of the port to make.")] = None,
    ledger: Annotated[Path | None, Parameter(help="File of what stood on the glass.")] = None,
    control: Annotated[Path | None, Parameter(help="Unix socket for commands.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed of the faults.")] = None,
    baud: Annotated[int | None, Parameter(help="Pace of the bytes; 0: none.")] = None,
    reset_ms: Annotated[int | None, Parameter(help="How long a reset lasts.")] = None,
    fault: Annotated[list[str] | None, Parameter(help="Such as 3:drop.")] = None,
) -> None:
    """Run a simulated jackpot sign until SIGTERM; its port's path is printed first.

    Options override the configuration file; --link and --ledger are needed without one.
    """
    from drivers.meter_display.program import run_simulator  # noqa: PLC0415 - see module
    from drivers.meter_display.simulator import SimulatorSettings  # noqa: PLC0415

    given: dict[str, Any] = {
        "link": link,
        "ledger": ledger,
        "control": control,
        "seed": seed,
        "baud": baud,
        "reset_ms": reset_ms,
        "faults": fault,
    }
    settings = _simulator_settings(SimulatorSettings, config, given)
    configure_logging("info", as_json=False)
    run_simulator(settings, SystemClock(), _print_port)


def _simulator_settings(model: type[Model], config: Path | None, given: dict[str, Any]) -> Model:
    """Read a simulator's file, then the options. Raises ConfigurationError with file and key."""
    content = {} if config is None else read_toml(config)
    content.update({key: value for key, value in given.items() if value is not None})
    try:
        return model(**content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        where = f"{config}: " if config else ""
        reason = "unknown key" if first["type"] == "extra_forbidden" else first["msg"]
        raise ConfigurationError(f"{where}{key}: {reason}") from error


def _print_port(path: Path) -> None:
    """Tell whoever started the simulator that the port is there."""
    sys.stdout.write(f"{path}\n")
    sys.stdout.flush()


def main() -> None:
    """Run one command; errors that an operator can mend become one line and a status."""
    # Journal and ledger hold cards that lie face down: for nobody else on this machine.
    os.umask(0o077)
    try:
        app()
    except ConfigurationError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    except ProgramError as error:
        get_logger("drivers").critical("the program ends", error=str(error))
        sys.exit(1)


if __name__ == "__main__":
    main()
