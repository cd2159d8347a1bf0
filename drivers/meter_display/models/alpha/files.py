"""The files of a sign: what is wanted in them, what the sign has, and what follows from that.

Desired state -> difference -> changes with a reason. What nobody knows is read first, so that
nothing is written which stands there already (equal bytes make a sign flicker). Does not know lines
or times of the protocol; times are monotonic milliseconds.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from drivers.meter_display.models.alpha import instructions as sign
from drivers.meter_display.models.alpha.codec import Instruction
from drivers.meter_display.models.alpha.instructions import PRIORITY_LABEL, Code, Special

TEXT_LABEL: Final = "A"
VALUE_LABEL: Final = "a"
SEQUENCE: Final = TEXT_LABEL.encode()
"""What the run sequence holds: the one text."""

# A value that stood so long is read back even if it is not its turn.
_IDLE_MS: Final = 2_000
# What the sign will not take is not written again for so long.
_HOLD_MS: Final = 5_000
# A message that the sign keeps in other words flickers with each try: tried ever more seldom.
_HOLD_MS_MAX: Final = 60_000
_DOUBLINGS_MAX: Final = 4
# So often more is a text or a message written that nobody can read back: one may be lost.
_REPEATS: Final = 2
# So many wrong answers in a row are no accident.
_WRONG_MAX: Final = 2


class File(StrEnum):
    """What the driver keeps on a sign, in the order in which it is put right."""

    VALUE = "value"
    PRIORITY = "priority"
    TEXT = "text"
    SEQUENCE = "sequence"


_SET_UP: Final = (File.TEXT, File.VALUE, File.SEQUENCE)
"""Files that are written in one nested frame where more than one is wrong."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file to be written, and why."""

    file: File
    data: bytes
    reason: str

    def instruction(self) -> Instruction:
        """Return the change as the sign is told it."""
        match self.file:
            case File.VALUE:
                return sign.write_string(VALUE_LABEL, self.data)
            case File.PRIORITY:
                return sign.write_text(PRIORITY_LABEL, self.data)
            case File.TEXT:
                return sign.write_text(TEXT_LABEL, self.data)
            case File.SEQUENCE:
                return sign.run_sequence(self.data.decode("ascii"))


def question(file: File) -> tuple[Instruction, bytes]:
    """Return how a file is asked for, and how the answer begins."""
    match file:
        case File.VALUE:
            return sign.read_string(VALUE_LABEL), f"{Code.WRITE_STRING}{VALUE_LABEL}".encode()
        case File.PRIORITY:
            return sign.read_text(PRIORITY_LABEL), f"{Code.WRITE_TEXT}{PRIORITY_LABEL}".encode()
        case File.TEXT:
            return sign.read_text(TEXT_LABEL), f"{Code.WRITE_TEXT}{TEXT_LABEL}".encode()
        case File.SEQUENCE:
            start = f"{Code.WRITE_SPECIAL}{Special.RUN_SEQUENCE}".encode()
            return sign.read_special(Special.RUN_SEQUENCE), start


def content(file: File, answer: bytes) -> bytes:
    """Return what a file holds; of a run sequence only the labels (its mode does not matter)."""
    return answer[2:] if file is File.SEQUENCE else answer


class Read(StrEnum):
    """What reading a file has shown."""

    LEARNT = "learnt"
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(slots=True)
class _Held:
    """One file. `known` None: nobody knows what the sign has.

    `denial`: what the sign says again and again instead of what is written.
    """

    wanted: bytes = b""
    meaning: object = None
    known: bytes | None = None
    known_meaning: object = None
    denial: bytes | None = None
    why: str = "the driver has just started"
    is_confirmed: bool = False
    is_readable: bool = True
    is_given_up: bool = False
    wrong_in_a_row: int = 0
    unread_writes: int = 0
    written_ms: int = 0
    hold_until_ms: int = 0
    repeats_left: int = 0


@dataclass(slots=True)
class SignFiles:
    """All files of one sign. `read_back_every` and the times of repeating as in the profile.

    `is_blank`: the value that is wanted is no amount.
    """

    read_back_every: int
    repeat_ms: int = 3_000
    repeat_amount_ms: int = 10_000
    is_blank: bool = False
    _files: dict[File, _Held] = field(default_factory=lambda: {file: _Held() for file in File})

    def want(self, file: File, data: bytes, meaning: object = None) -> None:
        """Say what a file shall hold; `meaning` is the caller's own word for it."""
        held = self._files[file]
        if data != held.wanted:
            held.hold_until_ms, held.is_given_up, held.denial = 0, False, None
        held.wanted, held.meaning = data, meaning
        if held.known == data:
            held.known_meaning = meaning

    def forget(self, why: str) -> None:
        """Take note that the line was away: the sign may have anything by now."""
        for held in self._files.values():
            held.known, held.known_meaning, held.why = None, None, why
            held.is_confirmed, held.wrong_in_a_row, held.hold_until_ms = False, 0, 0
            held.is_given_up, held.denial = False, None
            held.is_readable = self.read_back_every > 0

    def emptied(self, why: str) -> None:
        """Take note that the sign's memory was written anew: its files are empty.

        Whether the priority file is, which has no place in that memory, nobody says.
        """
        for file, held in self._files.items():
            held.known = None if file is File.PRIORITY else b""
            held.known_meaning, held.why = None, why
            held.is_confirmed, held.unread_writes, held.hold_until_ms = False, 0, 0
            held.is_given_up, held.denial, held.wrong_in_a_row = False, None, 0

    def unreadable(self, file: File) -> None:
        """Take note that the sign does not answer for a file: it is written unseen."""
        self._files[file].is_readable = False

    def doubt(self) -> None:
        """Take note that the sign complained: read everything back that can be."""
        for held in self._files.values():
            held.is_confirmed = False
            held.unread_writes = max(held.unread_writes, self.read_back_every)

    # ------------------------------------------------------------------ what the sign has

    def known(self, file: File) -> bytes | None:
        """Return what the sign has as far as anybody knows."""
        return self._files[file].known

    def known_meaning(self, file: File) -> object:
        """Return the caller's word for what the sign has; None where it has something else."""
        return self._files[file].known_meaning

    def is_confirmed(self, file: File) -> bool:
        """Whether the sign itself said what it has since that was last written."""
        return self._files[file].is_confirmed

    def told(self, file: File) -> tuple[bytes, object, bool]:
        """Return what may be told of a file: its bytes, their meaning, whether the sign said so.

        What the sign denied before counts as written only when the sign says so.
        """
        held = self._files[file]
        if held.denial is not None:
            return held.denial, None, True
        return held.known or b"", held.known_meaning, held.is_confirmed

    @property
    def is_resting(self) -> bool:
        """Whether the sign shall show nothing that anybody misses if it goes dark for a while."""
        return self.is_blank and not self._files[File.PRIORITY].wanted

    @property
    def is_in_place(self) -> bool:
        """Whether the sign can do its work: the value, and what it will not take, may be others."""
        return all(
            held.known is not None
            and (file is File.VALUE or held.known == held.wanted or _is_refused(held))
            for file, held in self._files.items()
        )

    # ------------------------------------------------------------------ what is to be done

    def next_unknown(self, now_ms: int) -> File | None:
        """Return the first file to be asked for, unless one before it is to be written first."""
        for file, held in self._files.items():
            if held.known is None and held.is_readable:
                return file
            if _is_to_be_written(held, now_ms):
                return None
        return None

    def first_unknown(self) -> File | None:
        """Return the first file to be asked for, whatever is to be written."""
        unknown = (f for f, held in self._files.items() if held.known is None and held.is_readable)
        return next(unknown, None)

    def are_dashes_due(self, now_ms: int) -> bool:
        """Whether an amount is to be taken off the glass: that goes before all else."""
        return self.is_blank and _is_to_be_written(self._files[File.VALUE], now_ms)

    def next_changes(self, now_ms: int) -> tuple[Change, ...]:
        """Return what is to be written in the next frame; empty where all is right.

        A message of a hit goes first. Its release goes after dashes, and before an amount, which
        may change all the time. More than one of the other files are written together.

        What nobody can read back is written more than once: without an answer a lost frame would
        leave an old amount, or a message that is over, for ever.
        """
        changes = {c.file: c for c in self._changes(now_ms)}
        priority = changes.get(File.PRIORITY)
        if priority is not None and priority.data:
            return (priority,)
        if File.TEXT in changes or File.SEQUENCE in changes:
            return tuple(changes[file] for file in _SET_UP if file in changes)
        in_turn = (File.VALUE, File.PRIORITY) if self.is_blank else (File.PRIORITY, File.VALUE)
        return next(((changes[file],) for file in in_turn if file in changes), ())

    def _changes(self, now_ms: int) -> Iterable[Change]:
        for file, held in self._files.items():
            if _is_to_be_written(held, now_ms) and (held.known is not None or not held.is_readable):
                yield Change(file, held.wanted, held.why)
            elif self._is_to_be_repeated(file, held, now_ms):
                yield Change(file, held.wanted, "again: the sign cannot be asked for it")

    def _is_to_be_repeated(self, file: File, held: _Held, now_ms: int) -> bool:
        """Whether a file that was written unseen is written again.

        The value and the release of a message for ever, with an amount more seldom than with
        dashes, since equal bytes flicker; texts, which start anew, only so many times.
        """
        is_blind = self.read_back_every == 0
        may_be_lost = is_blind or (file is File.PRIORITY and not held.is_readable)
        if not may_be_lost or held.known != held.wanted:
            return False
        is_text = file is not File.VALUE and bool(held.wanted)
        if is_text and held.repeats_left <= 0:
            return False
        is_soon = self.is_blank or (file is not File.VALUE and held.repeats_left > 0)
        pace_ms = self.repeat_ms if is_soon else self.repeat_amount_ms
        return now_ms - held.written_ms >= pace_ms

    def written(self, change: Change, now_ms: int) -> None:
        """Take note that a file was written; whether the sign took it nobody knows yet."""
        held = self._files[change.file]
        held.repeats_left = held.repeats_left - 1 if held.known == change.data else _REPEATS
        held.known = change.data
        held.known_meaning = held.meaning if change.data == held.wanted else None
        held.why = "the amount changed" if change.file is File.VALUE else "the message changed"
        held.is_confirmed = False
        held.unread_writes += 1
        held.written_ms = now_ms

    def next_read_back(self, now_ms: int) -> File | None:
        """Return a file that was written and is now to be read back, the oldest write first.

        Else a value that changes all the time would leave no room for the others.
        """
        for file, held in sorted(self._files.items(), key=lambda item: item[1].written_ms):
            if held.known is None or held.is_confirmed or not held.is_readable:
                continue
            if held.is_given_up:
                continue
            is_due = (
                file is not File.VALUE
                or held.unread_writes >= self.read_back_every
                or now_ms - held.written_ms >= _IDLE_MS
            )
            if is_due and held.unread_writes:
                return file
        return None

    def read(self, file: File, data: bytes, now_ms: int) -> Read:
        """Take what the sign says that a file holds."""
        held = self._files[file]
        before, held.known = held.known, data
        held.is_confirmed, held.unread_writes = True, 0
        if before == data != held.wanted and held.wrong_in_a_row:
            return Read.WRONG  # still what it said, and not written since
        if before is None or before == data:
            held.wrong_in_a_row, held.denial = 0, None
            held.known_meaning = held.meaning if data == held.wanted else held.known_meaning
            return Read.LEARNT if before is None else Read.RIGHT
        held.known_meaning = held.meaning if data == held.wanted else None
        held.why = "the sign says that it holds something else"
        held.wrong_in_a_row += 1
        if held.wrong_in_a_row >= _WRONG_MAX:
            self._give_in(file, held, now_ms)
        return Read.WRONG

    def wrong_in_a_row(self, file: File) -> int:
        """Return how often in a row the sign said that it holds something else than written."""
        return self._files[file].wrong_in_a_row

    def _give_in(self, file: File, held: _Held, now_ms: int) -> None:
        """Stop putting right for a while what the sign says is wrong after a second write.

        Amounts and messages are tried again later: an old one must not stand for ever. The text
        and its sequence are left as the sign keeps them, until the next connection. What is known
        stays what the sign said.
        """
        hold_ms = _HOLD_MS
        if file is File.PRIORITY and held.wanted and held.known:
            doublings = min(held.wrong_in_a_row - _WRONG_MAX, _DOUBLINGS_MAX)
            hold_ms = min(_HOLD_MS << doublings, _HOLD_MS_MAX)
        held.hold_until_ms, held.denial = now_ms + hold_ms, held.known
        held.is_given_up = file not in (File.VALUE, File.PRIORITY)


def _is_refused(held: _Held) -> bool:
    """Whether the sign keeps saying something else than was written."""
    return held.wrong_in_a_row >= _WRONG_MAX


def _is_to_be_written(held: _Held, now_ms: int) -> bool:
    """Whether the sign is not known to have what is wanted, and it is time to put that right."""
    is_waiting = held.is_given_up or now_ms < held.hold_until_ms
    return held.known != held.wanted and not is_waiting
