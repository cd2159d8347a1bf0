"""A TCP relay that can cut, freeze and refuse: real networks misbehave between real peers."""

import contextlib
import selectors
import socket
import threading
from typing import Self


class TcpProxy:
    """Relays one local port to another; a context manager with one thread.

    ``cut`` closes all connections at once. While ``is_frozen`` nothing passes and nothing closes,
    as with a pulled cable. While ``is_refusing`` new connections are closed at once.
    """

    def __init__(self, target_port: int, port: int = 0) -> None:
        self._target_port = target_port
        self._server = socket.socket()
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.bind(("127.0.0.1", port))
        self._server.listen()
        self.port: int = self._server.getsockname()[1]
        self.is_frozen = False
        self.is_refusing = False
        self._wants_cut = threading.Event()
        self._stopping = threading.Event()
        self._selector = selectors.DefaultSelector()
        self._partner: dict[socket.socket, socket.socket] = {}
        self._thread = threading.Thread(target=self._run, name="tcp-proxy")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopping.set()
        self._thread.join()

    def url(self, broker_url: str) -> str:
        """The broker's address, led through here."""
        return f"{broker_url.rsplit(':', 1)[0]}:{self.port}"

    def cut(self) -> None:
        """Close every connection without a word."""
        self._wants_cut.set()
        while self._wants_cut.is_set():
            threading.Event().wait(0.005)

    def _run(self) -> None:
        self._selector.register(self._server, selectors.EVENT_READ)
        while not self._stopping.is_set():
            if self._wants_cut.is_set():
                for one in list(self._partner):
                    self._close(one)
                self._wants_cut.clear()
            if self.is_frozen:
                self._stopping.wait(0.01)
                continue
            for key, _ in self._selector.select(timeout=0.01):
                if key.fileobj is self._server:
                    self._accept()
                else:
                    self._relay(key.fileobj)  # type: ignore[arg-type]  # only sockets are here
        for one in list(self._partner):
            self._close(one)
        self._selector.close()
        self._server.close()

    def _accept(self) -> None:
        near, _ = self._server.accept()
        if self.is_refusing:
            near.close()
            return
        try:
            far = socket.create_connection(("127.0.0.1", self._target_port), timeout=2)
        except OSError:
            near.close()
            return
        for one, other in ((near, far), (far, near)):
            one.settimeout(None)
            self._partner[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _relay(self, source: socket.socket) -> None:
        if source not in self._partner:
            return
        try:
            data = source.recv(65536)
            if data:
                self._partner[source].sendall(data)
        except OSError:
            data = b""
        if not data:
            self._close(source)

    def _close(self, one: socket.socket) -> None:
        other = self._partner.pop(one, None)
        if other is None:
            return
        self._partner.pop(other, None)
        for each in (one, other):
            with contextlib.suppress(KeyError):
                self._selector.unregister(each)
            each.close()
