"""The control socket of a simulated device: one command a line in, one answer a line out.

Knows sockets and lines; does not know what a command does. Also holds the client that tests and
the demo use.
"""

import json
import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

_LINE_MAX: Final = 1024
_READ_MAX: Final = 4096

Commander = Callable[[int, list[str]], dict[str, Any] | None]
"""Carries out a client's command; None if the answer comes later."""


class ControlError(Exception):
    """A command that cannot be carried out; its text is the answer."""


class ControlServer:
    """The listening socket and its clients, watched by the simulator's selector."""

    def __init__(self, path: Path, selector: selectors.BaseSelector) -> None:
        self._path = path
        self._selector = selector
        self._clients: dict[int, socket.socket] = {}
        self._partial: dict[int, bytes] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        path.chmod(0o600)
        self._listener.listen()
        self._listener.settimeout(0)
        selector.register(self._listener, selectors.EVENT_READ, "listen")

    def serve(self, key: selectors.SelectorKey, commander: Commander) -> None:
        """Take a new client, or a client's lines."""
        if key.data == "listen":
            with suppress(BlockingIOError):
                client, _ = self._listener.accept()
                client.settimeout(0)
                self._clients[client.fileno()] = client
                self._partial[client.fileno()] = b""
                self._selector.register(client, selectors.EVENT_READ, "control")
            return
        number = key.fd
        client = self._clients[number]
        try:
            data = client.recv(_READ_MAX)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        lines = (self._partial[number] + data).split(b"\n")
        is_rude = any(len(line) > _LINE_MAX for line in lines)
        self._partial[number] = lines.pop()
        if not data or is_rude:
            self._drop(number)
            return
        for line in lines:
            self.answer(number, commander, number, line.decode("ascii", "replace").split())

    def answer(
        self, client: int, action: Callable[..., dict[str, Any] | None], *arguments: Any
    ) -> None:
        """Carry out `action` and send its result to the client, unless that comes later."""
        try:
            result = action(*arguments)
        except ControlError as error:
            self._send(client, f"error {error}\n")
            return
        if result is not None:
            self._send(client, f"ok {json.dumps(result)}\n")

    def close(self) -> None:
        """Close every socket and remove the path."""
        for number in tuple(self._clients):
            self._drop(number)
        self._selector.unregister(self._listener)
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _send(self, number: int, line: str) -> None:
        client = self._clients.get(number)
        if client is None:
            return  # it left before its answer
        try:
            client.sendall(line.encode())
        except OSError:
            self._drop(number)

    def _drop(self, number: int) -> None:
        client = self._clients.pop(number, None)
        self._partial.pop(number, None)
        if client is not None:
            self._selector.unregister(client)
            client.close()


class ControlClient:
    """Speaks to a simulator's control socket; blocking, for one thread."""

    def __init__(self, path: Path, timeout_s: float = 30.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(timeout_s)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._lines = self._socket.makefile("r", encoding="utf-8")

    def ask(self, command: str) -> dict[str, Any]:
        """Send a command and return its result.

        Raises ControlError with the simulator's reason, OSError when it is gone.
        """
        self._socket.sendall(command.encode("ascii") + b"\n")
        line = self._lines.readline()
        if not line.endswith("\n"):
            raise ConnectionError("the simulator went away")
        word, _, rest = line.rstrip("\n").partition(" ")
        if word != "ok":
            raise ControlError(rest)
        result: dict[str, Any] = json.loads(rest)
        return result

    def close(self) -> None:
        """Close the connection."""
        self._lines.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
