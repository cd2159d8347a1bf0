"""The ledger of a simulated sign: every change of what stands on its glass, as JSON lines.

The independent book against which is checked what the driver says it has shown.

| key | meaning |
| --- | --- |
| `at` | when, UTC milliseconds |
| `visible` | what can be seen from now on; empty is dark |
| `flickers` | how often the glass was disturbed so far (see `simulated_sign.View`) |
| `blinks` | how often it went dark for the moment of reading a STRING |
| `frames` | how many frames the sign had been sent |
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from drivers.link.errors import ProgramError
from drivers.meter_display.simulated_sign import View

_KEPT_MAX: Final = 100_000


class LedgerError(ProgramError):
    """A ledger that cannot be read or written; the text names the file."""


@dataclass(frozen=True, slots=True)
class GlassEntry:
    """One change; the module's text explains the fields."""

    at: int
    visible: str
    flickers: int
    blinks: int
    frames: int


def read_ledger(path: Path) -> tuple[GlassEntry, ...]:
    """Return every whole line of a ledger, oldest first. Raises LedgerError for a damaged one."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        return tuple(GlassEntry(**json.loads(line)) for line in lines if line.endswith("\n"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError) as error:
        raise LedgerError(f"{path}: {error}") from error


class GlassLedger:
    """Writes a line whenever the glass is not as it was; without a path it only remembers."""

    def __init__(self, path: Path | None = None) -> None:
        self._entries: list[GlassEntry] = []
        self._file = None
        if path is None:
            return
        read_ledger(path)  # a file of something else is not written into
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise LedgerError(f"{path}: {error}") from error

    @property
    def entries(self) -> tuple[GlassEntry, ...]:
        """The changes since this program began, oldest first; of very many the newest."""
        return tuple(self._entries)

    def note(self, view: View, frames: int, at: int) -> None:
        """Take note of what the glass shows now."""
        entry = GlassEntry(at, view.visible, view.flickers, view.blinks, frames)
        if self._entries and _same_glass(self._entries[-1], entry):
            return
        self._entries.append(entry)
        del self._entries[:-_KEPT_MAX]
        if self._file is not None:
            self._file.write(json.dumps(asdict(entry)) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def seen(entries: Iterable[GlassEntry]) -> tuple[str, ...]:
    """Return what could be seen one after the other, without the flickers between."""
    texts: list[str] = []
    for entry in entries:
        if texts[-1:] != [entry.visible]:
            texts.append(entry.visible)
    return tuple(texts)


def _same_glass(one: GlassEntry, other: GlassEntry) -> bool:
    return (one.visible, one.flickers, one.blinks) == (other.visible, other.flickers, other.blinks)
