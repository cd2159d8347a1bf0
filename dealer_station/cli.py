"""The command line: `dealer-station`.

    dealer-station demo [--rounds N --seed S --exit]   a whole table on this machine, no hardware
    dealer-station serve --config DIR                  the station of a house
    dealer-station play FILE...                        table scripts
    dealer-station replay TABLE                        a table's history from the record
    dealer-station verify                              the record against its digests and seals
    dealer-station reconcile                           every meter, recounted from its raw record
    dealer-station odds GAME                           the exact odds of a game's wagers
    dealer-station keys                                the public keys that signs and others need
    dealer-station account ID ...                      make or unlock an account, set its password

Modules are imported by the command that needs them, so that each starts quickly. Exit status 2 is
a wrong call or configuration, 141 that whoever read the output has gone, as of `yes | head`.
"""

import os
import select
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter, validators

from dealer_station import __version__
from dealer_station.settings import ConfigurationError

app = App(name="dealer-station", help="Table management for live dealers.", version=__version__)

odds = App(name="odds", help="Print the exact odds of a game's wagers.")
app.command(odds)

ConfigOption = Annotated[
    Path | None, Parameter(name="--config", help="The house's configuration folder.")
]
DatabaseOption = Annotated[
    str | None, Parameter(name="--database", help="File or address; else as in station.toml.")
]

EXIT_USAGE = 2
EXIT_READER_GONE = 141


@app.command
def play(*files: Path, json: bool = False, config: ConfigOption = None) -> int:
    """Play table scripts; a folder plays every script in it.

    Exit status: 0 every expectation holds, 1 one does not, 2 a file is no valid script.
    """
    from dealer_station.settings import configuration_directories  # noqa: PLC0415 - see module
    from dealer_station.table_script.play import play as play_files  # noqa: PLC0415

    if not files:
        raise ConfigurationError("play: name a script or a folder")
    return play_files(files, configuration_directories(config), as_json=json, out=_print)


@app.command
def serve(*, config: ConfigOption = None) -> int:
    """Run the station of this machine until SIGTERM."""
    from dealer_station.serve import serve as run  # noqa: PLC0415 - see module

    return run(config)


@app.command
def demo(
    *,
    rounds: Annotated[int, Parameter(validator=validators.Number(gte=0))] = 0,
    seed: int = 1,
    exit_: Annotated[bool, Parameter(name="--exit", negative="")] = False,
    manual: Annotated[bool, Parameter(negative="")] = False,
    game: str = "caribbean-stud",
    data: Path | None = None,
    port: int = 8440,
) -> int:
    """Run a whole table on this machine: broker, simulated devices, drivers, station.

    Simulated people play on until Ctrl-C; with --manual a person deals at the dealer's screen.
    With --rounds, so many rounds are played by the seed first; with --exit the demo ends then,
    and its status is 0 only if the books agree. --game is caribbean-stud, baccarat, casino-holdem,
    casino-holdem-jumbo7, texas-holdem or seven-card-stud. Data lie in --data, else in var/demo or
    var/demo-GAME; a run with --exit starts from nothing.
    """
    from dealer_station.demo.command import DemoPlan, run_demo  # noqa: PLC0415 - see module
    from dealer_station.demo.games import CARIBBEAN_STUD, GAMES  # noqa: PLC0415

    chosen = GAMES.get(game)
    if chosen is None:
        raise ConfigurationError(f"--game: no demo of {game!r}; one of {', '.join(GAMES)}")
    plan = DemoPlan(rounds=rounds, seed=seed, is_ending=exit_, is_manual=manual, game=chosen)
    folder = "var/demo" if chosen == CARIBBEAN_STUD else f"var/demo-{game}"
    return run_demo(plan, data=data or Path(folder), port=port)


@app.command
def replay(
    table: str,
    *,
    canonical: bool = False,
    database: DatabaseOption = None,
    config: ConfigOption = None,
) -> int:
    """Print a table's history, one JSON line an event.

    --canonical leaves out times, ids and the life of devices: two runs of the same play are equal.
    """
    from dealer_station.event_log.commands import replay_command  # noqa: PLC0415 - see module

    return replay_command(_database(database, config), table, canonical)


@app.command
def export(
    table: str,
    *,
    round_: Annotated[
        int | None, Parameter(name="--round", validator=validators.Number(gte=1))
    ] = None,
    seat: Annotated[int | None, Parameter(validator=validators.Number(gte=1))] = None,
    database: DatabaseOption = None,
    config: ConfigOption = None,
) -> int:
    """Print what was played at a table, from the record.

    House games are JSON, a line a round; hands of poker are in the PHH format, a table a hand.
    --round is the number of one round or hand; else all. --seat, beside it, gives the hand history
    of the player at that seat, without cards that he may not know. Exit status: 0 printed, 1 there
    is nothing of that kind, 2 the record was not opened.
    """
    from dealer_station.hand_history.exporting import export_command  # noqa: PLC0415 - see module

    if seat is not None and round_ is None:
        raise ConfigurationError("export: --seat: of which hand? say --round too")
    return export_command(_database(database, config), table, round_, seat, _print)


@app.command
def verify(
    *,
    json: bool = False,
    keys: Path | None = None,
    seal: str | None = None,
    database: DatabaseOption = None,
    config: ConfigOption = None,
) -> int:
    """Check the record: exit status 0 good, 1 bad (the first bad row is named), 2 not opened.

    Every book of bettors is folded again and compared with what is recorded of it.

    --keys is a public key file or a folder of them; else those beside the station's data.
    --seal NUMBER:DIGEST is a seal that an earlier run printed and somebody kept elsewhere: it must
    be in the record. Without it, a record rewritten together with its seals may pass for good.
    """
    from dealer_station.event_log.commands import verify_command  # noqa: PLC0415 - see module
    from dealer_station.event_log.seals import SealMark  # noqa: PLC0415
    from dealer_station.settings import load_settings  # noqa: PLC0415

    try:
        kept = None if seal is None else SealMark.parse(seal)
    except ValueError as error:
        raise ConfigurationError(f"--seal: {error}") from None
    folder = keys or load_settings(config).data_directory / "keys"
    return verify_command(_database(database, config), folder, json, kept)


@app.command
def reconcile(
    *,
    day: str | None = None,
    json: bool = False,
    database: DatabaseOption = None,
    config: ConfigOption = None,
) -> int:
    """Recount every progressive from its raw record, and print its levels' statements of a day.

    --day YYYY-MM-DD is a day of UTC; else today. Exit status: 0 everything agrees to the last
    fraction, 1 something differs (each difference is named), 2 the record was not opened.
    """
    from datetime import UTC, date, datetime  # noqa: PLC0415 - see module

    from dealer_station.clock import SystemClock  # noqa: PLC0415 - see module
    from dealer_station.event_log.reconciling import reconcile_command  # noqa: PLC0415

    if day is None:
        chosen = datetime.fromtimestamp(SystemClock().now() / 1000, UTC).date()
    else:
        try:
            chosen = date.fromisoformat(day)
        except ValueError:
            raise ConfigurationError(f"--day: {day!r} is no day such as 2026-01-31") from None
    return reconcile_command(_database(database, config), chosen, json=json)


@app.command
def keys(*, config: ConfigOption = None) -> int:
    """Print the station's public keys, a line each: purpose, key id, key in hexadecimal.

    A sign is configured with the last column of `meter`.
    """
    from dealer_station.event_log.commands import keys_command  # noqa: PLC0415 - see module
    from dealer_station.settings import load_settings  # noqa: PLC0415

    return keys_command(load_settings(config).data_directory / "keys")


@odds.command(name="baccarat")
def odds_baccarat(
    *,
    decks: int | None = None,
    rules: str = "gardens",
    json: bool = False,
    config: ConfigOption = None,
) -> int:
    """Count every way to deal a coup, and say what each wager returns.

    --decks is 1 to 8 instead of the rule set's own number.
    """
    from dealer_station.odds.commands import print_baccarat  # noqa: PLC0415 - see module
    from dealer_station.settings import configuration_directories  # noqa: PLC0415

    directories = configuration_directories(config)
    print_baccarat(directories, rules, decks, as_json=json, out=_print)
    return 0


@odds.command(name="casino-holdem")
def odds_casino_holdem(
    *,
    bonus: bool = False,
    rules: str | None = None,
    json: bool = False,
    config: ConfigOption = None,
) -> int:
    """Count the hands of seven cards by category, and by their longest run in one suit.

    --bonus counts hands of five cards instead, and says what a rule set's Bonus returns: that of
    --rules, else of `evolution`.
    """
    from dealer_station.odds.commands import (  # noqa: PLC0415 - see module
        print_bonus,
        print_casino_holdem,
    )
    from dealer_station.settings import configuration_directories  # noqa: PLC0415

    if bonus:
        directories = configuration_directories(config)
        print_bonus(directories, rules or "evolution", as_json=json, out=_print)
        return 0
    if rules is not None:
        raise ConfigurationError("odds casino-holdem: --rules: says nothing without --bonus")
    print_casino_holdem(as_json=json, out=_print)
    return 0


@app.command
def account(
    person: str,
    *,
    role: str,
    name: str,
    config: ConfigOption = None,
) -> int:
    """Make an account, or give one another role and password, which lifts a lock-out.

    The password is read from standard input.
    """
    from dealer_station.serve import set_account  # noqa: PLC0415 - see module

    return set_account(person, role, name, sys.stdin.readline().rstrip("\n"), config)


def _database(database: str | None, config: Path | None) -> str:
    """Return the database to read: the one named, or the station's."""
    from dealer_station.settings import load_settings  # noqa: PLC0415 - see module

    return database or load_settings(config).database_url


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    """Run one command of the station."""
    try:
        status = app(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_if_nobody_reads()
        raise
    except ConfigurationError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(EXIT_USAGE)
    sys.exit(status if isinstance(status, int) else 0)


def _leave_if_nobody_reads() -> None:
    """End without a trace of the stack where the broken pipe is that of the output."""
    output = sys.stdout.fileno()
    poll = select.poll()
    poll.register(output, 0)
    if any(state & select.POLLERR for _, state in poll.poll(0)):
        # Python flushes once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), output)
        sys.exit(EXIT_READER_GONE)
