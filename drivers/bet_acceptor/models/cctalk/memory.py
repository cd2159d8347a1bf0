"""What a seat's driver must still know after a crash.

The event counter and the events behind it, so that a token taken meanwhile is found and none
counts twice; what the window was last reported to be; the wishes in force; and the doubts that no
person has cleared. It is stored in the same commit as the fact that it belongs to.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from dealer_station.messages.device import FAULTS_MAX
from drivers.bet_acceptor.models.cctalk.credit_buffer import Known
from drivers.link.errors import JournalError

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class WindowState:
    """A window and the opening or closing of betting that it serves (0: none)."""

    is_open: bool
    order: int


@dataclass(frozen=True, slots=True)
class SeatMemory:
    """`known` is what was believed of the event buffer last, None before the first reading.

    `serial_number` is that of the device which `known` belongs to, where it tells one. `reported`
    is the last window that was stored as a fact, `wish` the newest desired one, `is_spent`: a
    token was taken for it, so it opens no more for it. `lamp_wish` and `is_lit` are the same for
    the lamp. `mask` are the kinds of token that the device was taught to take, and said to know.
    `returned` counts tokens that came back to the player. `doubts` are faults that wait for a
    person, oldest first: code and detail.
    """

    known: Known | None = None
    serial_number: str | None = None
    reported: WindowState | None = None
    wish: WindowState | None = None
    is_spent: bool = False
    lamp_wish: bool | None = None
    is_lit: bool | None = None
    mask: bytes | None = None
    returned: int = 0
    doubts: tuple[tuple[str, str], ...] = ()

    @property
    def counter(self) -> int | None:
        """The event counter as it was believed last."""
        return None if self.known is None else self.known.counter

    @property
    def order(self) -> int:
        """The order of the newest desired window."""
        return 0 if self.wish is None else self.wish.order

    def wishing(self, wish: WindowState) -> "SeatMemory":
        """Return the memory with another desired window.

        A window that is wished shut, or for another opening of betting, may open again for one
        more token.
        """
        before = self.wish
        is_renewed = before is None or not wish.is_open or wish.order != before.order
        return replace(self, wish=wish, is_spent=self.is_spent and not is_renewed)

    def doubting(self, code: str, detail: str) -> "SeatMemory":
        """Return the memory with one more doubt; of too many the newest are kept."""
        return replace(self, doubts=(*self.doubts, (code, detail))[-FAULTS_MAX:])

    def cleared(self, codes: Iterable[str]) -> "SeatMemory":
        """Return the memory without the oldest doubt of each code, for as often as it is named."""
        left = list(self.doubts)
        for code in codes:
            oldest = next((doubt for doubt in left if doubt[0] == code), None)
            if oldest is not None:
                left.remove(oldest)
        return replace(self, doubts=tuple(left))

    def to_bytes(self) -> bytes:
        """Return the memory as it stands in the journal."""
        known = self.known
        return json.dumps(
            {
                "format": _FORMAT,
                "known": None if known is None else [known.counter, known.events],
                "serial_number": self.serial_number,
                "reported": _window_to_json(self.reported),
                "wish": _window_to_json(self.wish),
                "is_spent": self.is_spent,
                "lamp_wish": self.lamp_wish,
                "is_lit": self.is_lit,
                "mask": None if self.mask is None else self.mask.hex(),
                "returned": self.returned,
                "doubts": self.doubts,
            }
        ).encode()

    @classmethod
    def from_bytes(cls, note: bytes | None) -> "SeatMemory":
        """Read a memory back; a fresh one for None. Raises JournalError for what is none."""
        if note is None:
            return cls()
        try:
            content = json.loads(note)
            if content["format"] != _FORMAT:
                raise JournalError(f"the stored memory has format {content['format']}")
            return cls(
                _known_from_json(content["known"]),
                content["serial_number"],
                _window_from_json(content["reported"]),
                _window_from_json(content["wish"]),
                bool(content["is_spent"]),
                content["lamp_wish"],
                content["is_lit"],
                # Not in the notes of the first drivers.
                None if content.get("mask") is None else bytes.fromhex(content["mask"]),
                int(content["returned"]),
                tuple((str(code), str(detail)) for code, detail in content["doubts"]),
            )
        except (AttributeError, ValueError, KeyError, TypeError, IndexError) as error:
            raise JournalError(f"the stored memory is unreadable: {error}") from error


def _window_to_json(window: WindowState | None) -> Any:
    return None if window is None else [window.is_open, window.order]


def _window_from_json(content: Any) -> WindowState | None:
    return None if content is None else WindowState(bool(content[0]), int(content[1]))


def _known_from_json(content: Any) -> Known | None:
    if content is None:
        return None
    return Known(int(content[0]), tuple((int(a), int(b)) for a, b in content[1]))
