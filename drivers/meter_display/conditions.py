"""What is wrong with a sign and lasts: told once on the record, and in the device's word meanwhile.

Knows that a fault which comes and goes must not fill the journal. Does not know what is wrong.
Times are monotonic milliseconds.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from dealer_station.messages.device import FAULTS_MAX, DeviceFault, FaultClass, Life
from dealer_station.messages.topics import EventKind
from drivers.link.journal import NextEvent
from drivers.link.steps import Become, Store

FAULT_EVERY_MS: Final = 60_000
"""A fault that comes again within this time is not stored once more."""

_TEXT_MAX: Final = 500


class FaultCode(StrEnum):
    """What can be wrong with a sign or its meter; `code` of the fault event."""

    METER_UNTRUSTED = "meter_untrusted"
    LEVEL_MISSING = "level_missing"
    AMOUNT_TOO_LONG = "amount_too_long"
    READ_BACK_WRONG = "read_back_wrong"
    SIGN_ERRORS = "sign_errors"
    MEMORY_LOST = "memory_lost"
    MEMORY_REFUSED = "memory_refused"
    DEVICE_LOST = "device_lost"
    JOURNAL_FULL = "journal_full"


CLASSES: Final = {
    FaultCode.METER_UNTRUSTED: FaultClass.PROTOCOL,
    FaultCode.LEVEL_MISSING: FaultClass.PROTOCOL,
    FaultCode.AMOUNT_TOO_LONG: FaultClass.DEVICE,
    FaultCode.READ_BACK_WRONG: FaultClass.DEVICE,
    FaultCode.SIGN_ERRORS: FaultClass.DEVICE,
    FaultCode.MEMORY_LOST: FaultClass.DEVICE,
    FaultCode.MEMORY_REFUSED: FaultClass.DEVICE,
    FaultCode.DEVICE_LOST: FaultClass.LINK,
    FaultCode.JOURNAL_FULL: FaultClass.DEVICE,
}


class Conditions:
    """The faults of one sign: those that stand now, and when each was last stored."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._standing: dict[FaultCode, str] = {}
        self._stored_ms: dict[FaultCode, int] = {}
        self._is_journal_full = False

    def __contains__(self, code: FaultCode) -> bool:
        return code in self._standing

    @property
    def standing(self) -> tuple[FaultCode, ...]:
        """The faults that stand, oldest first."""
        return tuple(self._standing)

    def begin(self, code: FaultCode, detail: str, now_ms: int, now_at: int) -> Iterator[Store]:
        """Let a fault stand; it is stored if that is news."""
        is_news = code not in self._standing
        self._standing[code] = detail
        if is_news:
            yield from self.happened(code, detail, now_ms, now_at)

    def happened(self, code: FaultCode, detail: str, now_ms: int, now_at: int) -> Iterator[Store]:
        """Store a fault that does not last."""
        last_ms = self._stored_ms.get(code)
        is_again = last_ms is not None and now_ms - last_ms < FAULT_EVERY_MS
        if not is_again and not self._is_journal_full:
            self._stored_ms[code] = now_ms
            yield self._store(code, detail, now_at)

    def end(self, *codes: FaultCode) -> None:
        """Take note that something is right again."""
        for code in codes:
            self._standing.pop(code, None)

    def journal_full(self, reason: str | None, now_ms: int, now_at: int) -> Iterator[Store]:
        """Store nothing more, or store again with None."""
        if reason is None:
            self._is_journal_full = False
            self.end(FaultCode.JOURNAL_FULL)
            return
        yield from self.begin(FaultCode.JOURNAL_FULL, reason, now_ms, now_at)
        self._is_journal_full = True

    def word(self, reason: str | None) -> Become:
        """Return the word of a sign that works: ready, or degraded with everything that stands."""
        if not self._standing:
            return Become(Life.READY, reason)
        text = "; ".join(self._standing.values())
        return Become(Life.DEGRADED, text, tuple(self._standing)[:FAULTS_MAX])

    def _store(self, code: FaultCode, detail: str, now_at: int) -> Store:
        def compose(event: NextEvent) -> bytes:
            return DeviceFault(
                device=self._device,
                session=event.position.session,
                sequence=event.position.sequence,
                previous=event.previous,
                device_time=now_at,
                code=code,
                fault_class=CLASSES[code],
                detail=detail[:_TEXT_MAX],
            ).to_bytes()

        return Store(EventKind.FAULT, compose)
