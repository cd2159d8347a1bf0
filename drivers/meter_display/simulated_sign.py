"""A sign without hardware: its memory, its files, its error register and what stands on its glass.

Knows what real signs were measured to do (models/alpha/README.md): a STRING that is too long is
emptied, equal bytes flicker, reading a STRING blinks, a memory table plays only after a clear, the
first file gets the rest of the memory, and a sign that resets is deaf. Does no I/O, reads no clock
and does not know lines: frames come in with their time, replies go out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from drivers.link.errors import ProtocolError
from drivers.meter_display.glass import pages
from drivers.meter_display.models.alpha.codec import Control, Frame, Instruction, reply
from drivers.meter_display.models.alpha.instructions import (
    PRIORITY_LABEL,
    PRIORITY_SIZE,
    Code,
    Special,
)
from drivers.meter_display.models.alpha.readings import (
    REGISTER_IDLE,
    FileEntry,
    FileType,
    GeneralInformation,
    SignError,
    encode_memory_table,
    parse_memory_table,
)

ALL_SIGNS: Final = "Z"
BROADCAST: Final = "00"
# A file costs this much of the memory beside its own size, and the table this much once (measured).
_FILE_OVERHEAD: Final = 13
_TABLE_OVERHEAD: Final = 6
_SELF_TEST: Final = "self test"


@dataclass(frozen=True, slots=True)
class Make:
    """What a simulated sign is and how quick. Durations in milliseconds.

    `reset_ms`: deaf after a clear, a soft reset or when power comes. `busy_ms`: deaf after a write.
    `page_ms`: how long a page stands before the next. `needs_clear`: a memory table shows nothing
    unless a clear came before it. `is_acknowledging_kind`: knows ACK mode (Alpha 2.0 and later).
    """

    sign_type: str = "^"
    address: str = "01"
    version: str = "1044-160"
    revision: str = "B"
    memory_bytes: int = 0x4000
    reset_ms: int = 5_000
    busy_ms: int = 100
    page_ms: int = 3_000
    needs_clear: bool = True
    is_acknowledging_kind: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What stands on the glass, and how often it was disturbed so far.

    `flickers` counts what a passer-by sees: texts that start anew, equal bytes written again,
    memory written anew. `blinks` counts the short dark moments of reading a STRING.
    """

    visible: str
    flickers: int
    blinks: int


class SimulatedSign:
    """The state of one sign. Times are monotonic milliseconds, and never go back."""

    def __init__(self, make: Make) -> None:
        self.make = make
        self.frames_lost = 0
        self.allocations = 0
        self._flickers = 0
        self._blinks = 0
        self._errors = SignError(0)
        self._is_powered = True
        self._deaf_until_ms = 0
        self._resets_until_ms = 0
        self._waiting_table: bytes | None = None
        self._since_ms = 0
        self._is_cleared = False
        self._is_acknowledging = False
        self._forget()

    def _forget(self) -> None:
        """Begin as from the works: one text file that has all the memory."""
        room = self.make.memory_bytes - _FILE_OVERHEAD - _TABLE_OVERHEAD
        self._table: tuple[FileEntry, ...] = (FileEntry.text("A", room),)
        self._contents: dict[str, bytes] = {}
        self._priority = b""
        self._sequence = b""
        self._is_playing = True

    # ------------------------------------------------------------------ the glass

    def view(self, now_ms: int) -> View:
        """Return what can be seen now."""
        return View(self._visible(now_ms), self._flickers, self._blinks)

    def _visible(self, now_ms: int) -> str:
        if not self._is_powered:
            return ""
        if now_ms < self._resets_until_ms:
            return _SELF_TEST
        shown = self._pages()
        if not shown:
            return ""
        turns = max(0, now_ms - self._since_ms) // self.make.page_ms
        return shown[turns % len(shown)]

    def next_change_ms(self, now_ms: int) -> int | None:
        """Return when the glass changes by itself; None if it stands still."""
        if self._is_powered and now_ms < self._resets_until_ms:
            return self._resets_until_ms
        if not self._is_powered or len(self._pages()) < 2:  # noqa: PLR2004 - it takes two to turn
            return None
        passed = max(0, now_ms - self._since_ms) // self.make.page_ms
        return self._since_ms + (passed + 1) * self.make.page_ms

    def _pages(self) -> tuple[str, ...]:
        strings = {e.label: self._contents.get(e.label, b"") for e in self._strings()}
        if self._priority:
            return pages(self._priority, strings)
        if not self._is_playing:
            return ()
        return tuple(
            page
            for label in self._sequence.decode("ascii")
            for page in pages(self._contents.get(label, b""), strings)
        )

    def _strings(self) -> Iterable[FileEntry]:
        return (entry for entry in self._table if entry.file_type is FileType.STRING)

    # ------------------------------------------------------------------ power

    def lose_power(self) -> None:
        """Go dark and deaf."""
        self._is_powered = False

    def get_power(self, now_ms: int, *, keeps_memory: bool) -> None:
        """Come back with a self test; without a battery, as from the works."""
        if not keeps_memory:
            self._forget()
        self._is_powered = True
        self._errors = SignError(0)
        self._is_acknowledging = False
        self._reset(now_ms)

    def _reset(self, now_ms: int) -> None:
        self._resets_until_ms = now_ms + self.make.reset_ms
        self._since_ms = self._resets_until_ms

    # ------------------------------------------------------------------ frames

    def garbled(self) -> None:
        """Take note of bytes that made no frame."""
        self._errors |= SignError.CHECKSUM_WRONG

    def rushed(self) -> None:
        """Take note of a frame without the pauses that it needs: it is not understood."""
        self.frames_lost += 1
        self._errors |= SignError.TIMED_OUT

    def received(self, frame: Frame, started_ms: int, now_ms: int) -> list[Frame]:
        """Take a frame whose first byte came at `started_ms` and its last now; return replies."""
        self._end_reset(now_ms)
        if not self._is_powered or not self._is_for_me(frame):
            return []
        if started_ms < self._deaf_until_ms or started_ms < self._resets_until_ms:
            self._hear_while_deaf(frame)
            return []
        replies: list[Frame] = []
        has_written = False
        before = self._errors
        for instruction in frame.instructions:
            answer = self._obey(instruction, now_ms)
            if answer is None:
                has_written = True
            else:
                replies.append(answer)
        if has_written:
            self._deaf_until_ms = now_ms + self.make.busy_ms
            if self._is_acknowledging:
                word = Control.ACK if self._errors == before else Control.NAK
                replies.append(reply(chr(word), bytes((REGISTER_IDLE | self._errors,))))
        return replies

    def _is_for_me(self, frame: Frame) -> bool:
        if frame.sign_type not in (ALL_SIGNS, self.make.sign_type):
            return False
        if frame.address == BROADCAST:
            return True
        return all(
            asked in ("?", own) for asked, own in zip(frame.address, self.make.address, strict=True)
        )

    def _hear_while_deaf(self, frame: Frame) -> None:
        """Keep a memory table that comes during a reset for its end; all else is lost."""
        for instruction in frame.instructions:
            data = instruction.data
            if (
                instruction.code == Code.WRITE_SPECIAL
                and data[:1] == Special.MEMORY.encode()
                and data[1:]
            ):
                self._waiting_table = data[1:]
                return
        self.frames_lost += 1

    def _end_reset(self, now_ms: int) -> None:
        if self._waiting_table is not None and now_ms >= self._resets_until_ms:
            table, self._waiting_table = self._waiting_table, None
            self._allocate(table)

    def tick(self, now_ms: int) -> None:
        """Let a reset end."""
        self._end_reset(now_ms)

    def _obey(self, instruction: Instruction, now_ms: int) -> Frame | None:
        """Carry out one instruction; returns the reply if it asks for something."""
        label = chr(instruction.data[0]) if instruction.data else ""
        data = instruction.data[1:]
        match instruction.code:
            case Code.READ_TEXT:
                held = self._priority if label == PRIORITY_LABEL else self._contents.get(label, b"")
                return reply(Code.WRITE_TEXT, label.encode() + held)
            case Code.READ_STRING:
                self._blinks += 1
                return reply(Code.WRITE_STRING, label.encode() + self._contents.get(label, b""))
            case Code.READ_SPECIAL:
                return self._tell(label)
            case Code.WRITE_TEXT:
                self._write_text(label, data, now_ms)
            case Code.WRITE_STRING:
                self._write_string(label, data)
            case Code.WRITE_SPECIAL:
                self._set(label, data, now_ms)
            case _:
                self._errors |= SignError.ILLEGAL
        return None

    def _tell(self, function: str) -> Frame | None:
        match function:
            case Special.GENERAL_INFORMATION:
                data = self._information().to_bytes()
            case Special.MEMORY:
                data = encode_memory_table(self._table)
            case Special.ERRORS:
                data = bytes((REGISTER_IDLE | self._errors,))
            case Special.RUN_SEQUENCE:
                mode = b"SU" if self._sequence else b"TU"
                data = mode + self._sequence
            case _:
                self._errors |= SignError.ILLEGAL
                return None
        return reply(Code.WRITE_SPECIAL, function.encode() + data)

    def _information(self) -> GeneralInformation:
        used = sum(entry.size + _FILE_OVERHEAD for entry in self._table) + _TABLE_OVERHEAD
        return GeneralInformation(
            self.make.version,
            self.make.revision,
            "01/93",
            "14:33",
            has_24_hours=True,
            is_speaker_on=True,
            memory_bytes=self.make.memory_bytes,
            memory_free_bytes=max(0, self.make.memory_bytes - used),
        )

    # ------------------------------------------------------------------ writing

    def _entry(self, label: str, file_type: FileType) -> FileEntry | None:
        found = next((entry for entry in self._table if entry.label == label), None)
        return found if found is not None and found.file_type is file_type else None

    def _write_text(self, label: str, content: bytes, now_ms: int) -> None:
        if label == PRIORITY_LABEL:
            if len(content) > PRIORITY_SIZE:
                self._errors |= SignError.ILLEGAL
                return
            self._flickers += bool(content) and content == self._priority
            self._priority = content
            self._since_ms = now_ms
            return
        entry = self._entry(label, FileType.TEXT)
        if entry is None or len(content) > entry.size:
            self._errors |= SignError.ILLEGAL
            return
        self._contents[label] = content
        if label.encode() in self._sequence and not self._priority:
            self._flickers += 1
            self._since_ms = now_ms

    def _write_string(self, label: str, value: bytes) -> None:
        entry = self._entry(label, FileType.STRING)
        if entry is None:
            self._errors |= SignError.ILLEGAL
            return
        if len(value) > entry.size:
            value = b""  # emptied, not cut (measured)
        self._flickers += value == self._contents.get(label)
        self._contents[label] = value

    def _set(self, function: str, data: bytes, now_ms: int) -> None:
        match function:
            case Special.MEMORY if not data:
                self._flickers += 1
                self._forget()
                self._is_cleared = True
                self._reset(now_ms)
            case Special.MEMORY:
                self._allocate(data)
            case Special.RUN_SEQUENCE:
                self._flickers += not self._priority
                self._sequence = data[2:]
                self._since_ms = now_ms
            case Special.SOFT_RESET:
                self._reset(now_ms)
            case Special.CLEAR_ERRORS:
                self._errors = SignError(0)
            case Special.ACKNOWLEDGE if self.make.is_acknowledging_kind:
                self._is_acknowledging = data == b"1"
            case _:
                self._errors |= SignError.ILLEGAL

    def _allocate(self, data: bytes) -> None:
        """Take a memory table: every file is empty after it."""
        try:
            table = parse_memory_table(data)
        except ProtocolError:
            self._errors |= SignError.ILLEGAL
            return
        used = sum(entry.size + _FILE_OVERHEAD for entry in table) + _TABLE_OVERHEAD
        is_wrong = any(
            entry.file_type is FileType.STRING and (not entry.is_locked or entry.times != "0000")
            for entry in table
        )
        if is_wrong or used > self.make.memory_bytes:
            self._errors |= SignError.ILLEGAL
            return
        self.allocations += 1
        self._flickers += 1
        is_playing = self._is_cleared or not self.make.needs_clear
        self._forget()
        self._is_playing, self._is_cleared = is_playing, False
        rest = self.make.memory_bytes - used
        first = replace(table[0], size=table[0].size + rest)
        self._table = (first, *table[1:]) if first.file_type is FileType.TEXT else table
