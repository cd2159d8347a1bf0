"""The independent book of a simulated line: every token and what became of it, every lamp's times.

Knows files of JSON lines and how to read them back after a crash. Does not know the wire. A
token's line is synced to disk before anybody hears of the token; the lamps' lines are not, and
carry the machine's monotonic clock, so that they can be compared with other programs' times.

| key of a token's line | meaning |
| --- | --- |
| `device`, `number` | which acceptor, and the how manieth token at it, from 1 |
| `token` | the kind of token, by its position |
| `what` | `accepted` (counted by the device), `rejected` (came back) or `swallowed` (power went) |
| `counter` | the device's event counter with this token, null where it was not counted |
| `at` | when, UTC milliseconds |
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from drivers.bet_acceptor.simulated_acceptor import LampChange, Settled
from drivers.link.errors import ProgramError


class LedgerError(ProgramError):
    """A ledger that cannot be read."""


@dataclass(frozen=True, slots=True)
class TokenEntry:
    """One token; the module's text explains the fields."""

    device: str
    number: int
    token: int
    what: str
    counter: int | None
    at: int


@dataclass(frozen=True, slots=True)
class LampEntry:
    """One change of one lamp; `at_ms` is monotonic."""

    device: str
    is_lit: bool
    at_ms: float


def read_tokens(path: Path) -> tuple[TokenEntry, ...]:
    """Return every whole line of a token ledger, oldest first.

    A last line without its end was being written when the simulator died. Raises LedgerError for
    any other damage.
    """
    try:
        return tuple(TokenEntry(**json.loads(line)) for line in _whole_lines(path))
    except (ValueError, TypeError) as error:
        raise LedgerError(f"{path}: {error}") from error


def read_lamps(path: Path) -> tuple[LampEntry, ...]:
    """Return every whole line of a lamp ledger, oldest first. Raises LedgerError."""
    try:
        return tuple(LampEntry(**json.loads(line)) for line in _whole_lines(path))
    except (ValueError, TypeError) as error:
        raise LedgerError(f"{path}: {error}") from error


def _whole_lines(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


class TokenLedger:
    """The tokens of a line and, where a path is given, its lamps."""

    def __init__(self, tokens: Path, lamps: Path | None = None) -> None:
        tokens.parent.mkdir(parents=True, exist_ok=True)
        self._entries = list(read_tokens(tokens))
        self._cut_torn_line(tokens)
        self._tokens = tokens.open("a", encoding="utf-8")
        self._lamps: TextIO | None = None
        if lamps is not None:
            lamps.parent.mkdir(parents=True, exist_ok=True)
            self._lamps = lamps.open("a", encoding="utf-8")

    @property
    def entries(self) -> tuple[TokenEntry, ...]:
        """Every token of which the fate is known, oldest first."""
        return tuple(self._entries)

    def find(self, device: str, number: int) -> TokenEntry | None:
        """Return the `number`th token at a device, if its fate is known."""
        return next((e for e in self._entries if (e.device, e.number) == (device, number)), None)

    def newest(self, device: str) -> int:
        """Return the number of a device's newest token, 0 before the first."""
        return max((entry.number for entry in self._entries if entry.device == device), default=0)

    def settle(self, device: str, settled: Settled, now_at: int) -> TokenEntry:
        """Write down what became of a token; it stands on the disk on return."""
        entry = TokenEntry(
            device, settled.number, settled.token, settled.what, settled.counter, now_at
        )
        self._tokens.write(json.dumps(asdict(entry)) + "\n")
        self._tokens.flush()
        os.fsync(self._tokens.fileno())
        self._entries.append(entry)
        return entry

    def note_lamp(self, device: str, change: LampChange) -> None:
        """Write down that a lamp was lit or went dark."""
        if self._lamps is not None:
            entry = LampEntry(device, change.is_lit, change.at_ms)
            self._lamps.write(json.dumps(asdict(entry)) + "\n")
            self._lamps.flush()

    def close(self) -> None:
        """Close the files."""
        self._tokens.close()
        if self._lamps is not None:
            self._lamps.close()

    @staticmethod
    def _cut_torn_line(path: Path) -> None:
        """Remove a last line that was being written when the simulator died."""
        if not path.exists():
            return
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            path.write_bytes(whole)
