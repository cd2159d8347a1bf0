"""The station as a program: `dealer-station serve`, and the accounts it needs to begin with.

Knows process-level matters only: settings, logging, signals, the HTTP server. What a station is
made of is in bootstrap.
"""

import gc
import os
import signal
import socket
import sys
import threading
from contextlib import closing
from pathlib import Path

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from dealer_station.api.server import server_config
from dealer_station.bootstrap import make_data_directory, open_station
from dealer_station.clock import SystemClock
from dealer_station.event_log.errors import EventLogError
from dealer_station.event_log.keys import KeyFileError
from dealer_station.mqtt.broker_url import BadBrokerUrl
from dealer_station.observability import configure_logging, get_logger
from dealer_station.people.accounts import PERSON_ROLES, AccountError
from dealer_station.people.passwords import PasswordRefusedError
from dealer_station.people.people import People, open_people
from dealer_station.screens.mount import mount_screens
from dealer_station.settings import (
    ConfigurationError,
    HttpSettings,
    StationSettings,
    load_settings,
)
from dealer_station.table.roles import Role

EXIT_GOOD, EXIT_FAILED = 0, 1


def serve(config: Path | None) -> int:
    """Run a station until SIGTERM or SIGINT; returns the exit status."""
    settings = load_settings(config)
    # The record holds face-down cards and the accounts' hashes: for nobody else on this machine.
    os.umask(0o077)
    configure_logging(settings.logging.level, as_json=settings.logging.as_json)
    # The server raises the signal again after it has stopped; without handlers of our own that
    # would end the process before the record is sealed and closed. Before the server listens to
    # signals itself, one must not be lost either.
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        # The port first: a second station started by mistake must not take the tables over from
        # the one that runs, only to find the port in use.
        listener = _bound_socket(settings.http)
    except OSError as error:
        get_logger(__name__).critical("station_ends", reason=str(error))
        return EXIT_FAILED
    try:
        with listener, open_station(settings, SystemClock(), config) as station:
            mount_screens(station.app)
            # Looking through everything that was loaded would stop the tables for a tenth of a
            # second, again and again: what lives until the end is left out from here on.
            gc.collect()
            gc.freeze()
            if not stop.is_set():
                uvicorn.Server(server_config(station.app, settings.http)).run([listener])
    except BadBrokerUrl as error:
        raise ConfigurationError(f"mqtt.url: {error}") from None
    except (EventLogError, KeyFileError) as error:
        get_logger(__name__).critical("station_ends", reason=str(error))
        return EXIT_FAILED
    return EXIT_GOOD


def _bound_socket(http: HttpSettings) -> socket.socket:
    """Take the address of screens and API, not yet listening. Raises OSError when it is in use."""
    family = socket.AF_INET6 if ":" in http.host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((http.host, http.port))
    except OSError as error:
        listener.close()
        raise OSError(f"{http.host} port {http.port}: {error.strerror or error}") from None
    return listener


def set_account(person: str, role: str, name: str, password: str, config: Path | None) -> int:
    """Make an account, or give it another role and password, which lifts a lock-out.

    Errors go to standard error.
    """
    settings = load_settings(config)
    if role not in PERSON_ROLES:
        raise ConfigurationError(
            f"account: there is no role {role!r}; one of {', '.join(PERSON_ROLES)}"
        )
    configure_logging(settings.logging.level, as_json=settings.logging.as_json)
    os.umask(0o077)
    make_data_directory(settings)
    try:
        with closing(_open_people(settings)) as people:
            _set_account(people, person, Role(role), name, password)
    except (AccountError, PasswordRefusedError) as error:
        sys.stderr.write(f"account: {error}\n")
        return EXIT_FAILED
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]
        sys.stderr.write(f"account: the database failed: {reason}\n")
        return EXIT_FAILED
    return EXIT_GOOD


def _open_people(settings: StationSettings) -> People:
    try:
        return open_people(settings.database_url, SystemClock(), settings.sign_in)
    except ValueError as error:
        raise ConfigurationError(f"database.url: {error}") from None


def _set_account(people: People, person: str, role: Role, name: str, password: str) -> None:
    """Make the account or change it; a password that is refused changes nothing."""
    accounts = people.accounts
    if accounts.find(person) is None:
        accounts.create(person, name, role, password, by="command line")
    else:
        accounts.set_password(person, password, by="command line")
        accounts.set_role(person, role, by="command line")
    # A name can be locked before it has an account, too: what was guessed is counted.
    people.sign_in.lift_lock_out(person, by="command line")
