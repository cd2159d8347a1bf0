"""A simulator's control socket as the demo uses it: one command a line, one answer a line.

Knows how to ask until it is answered. Knows no device.
"""

import json
import socket
import time
from pathlib import Path
from typing import Any

TIMEOUT_S = 30.0
PATIENCE_S = 90.0
_AGAIN_S = 0.2

Answer = dict[str, Any]


class SimulatorControl:
    """Asks a simulator; tries again while it or its driver is away."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.complaint = "not there"

    def ask(self, command: str) -> Answer:
        """Ask until it is answered; the wording must make a repeat harmless.

        Raises TimeoutError after `PATIENCE_S`, with the last complaint.
        """
        deadline = time.monotonic() + PATIENCE_S
        while True:
            answer = self.ask_once(command)
            if answer is not None:
                return answer
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self._path.name} does not do {command!r}: {self.complaint}")
            time.sleep(_AGAIN_S)

    def ask_once(self, command: str) -> Answer | None:
        """Ask once; None when the simulator is away or refuses, and `complaint` says why."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
                client.settimeout(TIMEOUT_S)
                client.connect(str(self._path))
                client.sendall(command.encode("ascii") + b"\n")
                with client.makefile("r", encoding="utf-8") as lines:
                    line = lines.readline()
        except OSError as error:
            self.complaint = str(error)
            return None
        word, _, rest = line.partition(" ")
        if word != "ok":
            self.complaint = rest.strip() or "it went away"
            return None
        answer: Answer = json.loads(rest)
        return answer
