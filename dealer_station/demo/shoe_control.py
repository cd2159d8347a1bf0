"""The demo's hand at the simulated shoe: one command a line over its control socket."""

import json
import socket
import time
from pathlib import Path
from typing import Any

TIMEOUT_S = 30.0
PATIENCE_S = 90.0
_AGAIN_S = 0.2


class ShoeControl:
    """Asks the simulated shoe for cards; tries again while the shoe or its driver is away."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._complaint = "not there"

    def shuffle(self, seed: int) -> None:
        """Put a fresh deck into the shoe, in the order of the seed."""
        self._ask(f"shuffle {seed} 1")

    def left(self) -> int:
        """Return how many cards have left the shoe."""
        return int(self._ask("status")["left"])

    def next_card(self) -> str:
        """Let the next card leave; returns how it reads."""
        number = self.left() + 1
        return str(self._ask(f"next {number}")["reads_as"])

    def draw(self, card: str) -> None:
        """Let a card by name leave: `Jo` a joker, `??` a damaged one."""
        before = self.left()
        deadline = time.monotonic() + PATIENCE_S
        while self.left() == before:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the shoe does not give {card}: {self._complaint}")
            self._try(f"draw {card}")

    def _ask(self, command: str) -> dict[str, Any]:
        """Ask until it is answered; the wording makes a repeat harmless."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            answer = self._try(command)
            if answer is not None:
                return answer
            if time.monotonic() > deadline:
                raise TimeoutError(f"the shoe does not do {command!r}: {self._complaint}")
            time.sleep(_AGAIN_S)

    def _try(self, command: str) -> dict[str, Any] | None:
        """Ask once; None when the shoe is away or its gate is shut."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
                client.settimeout(TIMEOUT_S)
                client.connect(str(self._path))
                client.sendall(command.encode("ascii") + b"\n")
                with client.makefile("r", encoding="utf-8") as lines:
                    line = lines.readline()
        except OSError as error:
            self._complaint = str(error)
            return None
        word, _, rest = line.partition(" ")
        if word != "ok":
            self._complaint = rest.strip() or "it went away"
            return None
        answer: dict[str, Any] = json.loads(rest)
        return answer
