"""The host's side of a sign: who it is, its memory, its files, and whether it is still there.

Knows in which order a sign is asked and told, that memory is written only where the sign has not
what it needs, and when a sign counts as silent. Does no I/O, reads no clock (monotonic milliseconds
come in) and does not know what the files say.

What it asks for comes back in order: bytes to send, and what was found out.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from drivers.link.errors import ProtocolError
from drivers.meter_display.models.alpha import instructions as sign
from drivers.meter_display.models.alpha.codec import Control, Frame, pieces
from drivers.meter_display.models.alpha.exchange import (
    Ended,
    Exchange,
    Purpose,
    Request,
    is_reply,
)
from drivers.meter_display.models.alpha.files import (
    Change,
    File,
    Read,
    SignFiles,
    content,
    question,
)
from drivers.meter_display.models.alpha.instructions import Code, Special
from drivers.meter_display.models.alpha.memory import SignMemory
from drivers.meter_display.models.alpha.profile import SignProfile
from drivers.meter_display.models.alpha.readings import (
    GeneralInformation,
    SignError,
    parse_memory_table,
    parse_register,
)

SILENCES_MAX: Final = 3
"""Questions in a row without an answer after which a sign is lost."""

# After so many writes in a row a question that is due goes first: a value may change all the time.
_WRITES_IN_A_ROW_MAX: Final = 3
# So many questions for one text without an answer: the sign does not know that question.
_UNREADABLE_AFTER: Final = 2
_BLIND_FAREWELLS: Final = 2


@dataclass(frozen=True, slots=True)
class Send:
    """Write these bytes now."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Told:
    """The sign said what it is."""

    firmware: str


@dataclass(frozen=True, slots=True)
class FileRead:
    """The sign said what a file holds; `is_right`: what was written, or nothing was before."""

    file: File
    is_right: bool
    said: bytes
    wrong_in_a_row: int = 0


@dataclass(frozen=True, slots=True)
class ErrorsRead:
    """The sign said what went wrong since it was last asked."""

    errors: SignError


@dataclass(frozen=True, slots=True)
class MemoryWritten:
    """The sign's memory is written anew; `was_in_use`: it had what it needed before."""

    was_in_use: bool


@dataclass(frozen=True, slots=True)
class Failed:
    """The sign cannot be worked with: close the line and begin again later."""

    reason: str
    is_refusal: bool = False


@dataclass(frozen=True, slots=True)
class ErrorsUnread:
    """The sign did not say what went wrong; it is not asked again out of turn."""


HostStep = Send | Told | FileRead | ErrorsRead | ErrorsUnread | MemoryWritten | Failed


class SignHost:
    """The conversation with one sign."""

    def __init__(self, profile: SignProfile) -> None:
        self._profile = profile
        self._exchange = Exchange(profile)
        self._questions: deque[Purpose] = deque()
        self._once_more: set[Purpose] = set()
        self._memory = SignMemory(profile)
        self.files = SignFiles(profile.read_back_every, profile.repeat_ms, profile.repeat_amount_ms)
        self._is_open = False
        self._has_heard = False
        self._is_identified = False
        self._is_in_use = False
        self._silences = 0
        self._writes_in_a_row = 0
        self._unread: dict[File, int] = {}
        self._check_at_ms = self._register_at_ms = 0
        self._resting_since_ms: int | None = None
        self.naks = 0

    @property
    def is_in_place(self) -> bool:
        """Whether the sign has everything it needs to show a value."""
        return self._is_open and self._memory.is_there is True and self.files.is_in_place

    @property
    def has_heard(self) -> bool:
        """Whether the sign said anything since the line was opened."""
        return self._has_heard

    # ------------------------------------------------------------------ the line

    def opened(self, now_ms: int) -> None:
        """Begin on a fresh line: nothing that was known counts any more."""
        self._exchange.clear()
        self._questions.clear()
        self._once_more.clear()
        self._is_open = True
        self._has_heard = self._is_identified = False
        self._memory.opened()
        self._silences = self._writes_in_a_row = 0
        self._unread.clear()
        self._check_at_ms = now_ms + self._profile.check_ms
        self._register_at_ms = now_ms + self._profile.register_ms
        self._resting_since_ms = None
        self.files.forget("nobody knows what the sign has")

    def lost(self) -> None:
        """Take note that the line is gone: so is what was known of the sign."""
        self._exchange.clear()
        self._questions.clear()
        self._once_more.clear()
        self._is_open = False
        self._memory.opened()
        self.files.forget("nobody knows what the sign has")

    def ask(self, *purposes: Purpose) -> None:
        """Ask the sign for its identity or its errors, out of turn; one answer is for all.

        Asked once more where no answer comes: a person waits for it.
        """
        self._once_more.update(purposes)
        self._questions.extend(each for each in purposes if each not in self._questions)

    def received(self, frame: Frame, now_ms: int) -> list[HostStep]:
        """Take one valid frame."""
        if not is_reply(frame):
            return []
        self._has_heard = True
        word = frame.instructions[0].code
        if word == chr(Control.NAK):
            self.naks += 1
            self.files.doubt()
            return []
        ended = self._exchange.received(frame)
        return [] if ended is None else self._ended(ended, now_ms)

    def tick(self, now_ms: int) -> list[HostStep]:
        """Let time-outs happen, and begin what is next."""
        if not self._is_open:
            return []
        data, ended = self._exchange.tick(now_ms)
        steps: list[HostStep] = [Send(each) for each in data]
        if ended is not None:
            steps += self._ended(ended, now_ms)
        if any(isinstance(step, Failed) for step in steps):
            return steps
        request = self._next(now_ms)
        if request is not None:
            self._writes_in_a_row = 0 if request.answer else self._writes_in_a_row + 1
            steps += [Send(each) for each in self._exchange.begin(request, now_ms)]
        return steps

    # ------------------------------------------------------------------ what is next

    def _next(self, now_ms: int) -> Request | None:
        """Return the next request, if the line is free for it."""
        if not self._exchange.may_write(now_ms):
            return None
        if self._profile.can_be_asked:
            return self._next_of_open_book(now_ms)
        self._renew_memory(now_ms)
        return self._memory.next_write() or self._next_write(now_ms)

    def _renew_memory(self, now_ms: int) -> None:
        """Let the memory be written anew of a sign that rests and cannot say what it has lost."""
        if not self.files.is_resting:
            self._resting_since_ms = None
        elif self._resting_since_ms is None:
            self._resting_since_ms = now_ms
        elif now_ms - self._resting_since_ms >= self._profile.renew_ms:
            self._resting_since_ms = now_ms
            self._memory.renew()

    def _next_of_open_book(self, now_ms: int) -> Request | None:
        """Return what is next for a sign that can be asked."""
        may_ask = self._exchange.may_ask(now_ms)
        need = self._next_need(now_ms)
        if need is not None:
            return need if may_ask else None
        if may_ask and self._is_proof_overdue(now_ms):
            proof = self._next_proof(now_ms)
            if proof is not None:
                return proof
        request = self._memory.next_write() or self._next_write(now_ms)
        if request is not None or not may_ask:
            return request
        return self._next_proof(now_ms)

    def _is_proof_overdue(self, now_ms: int) -> bool:
        """Whether a question goes before the next write: so many left without one.

        Dashes wait for nothing, and a memory that is just written has questions of its own.
        """
        is_many = self._writes_in_a_row >= _WRITES_IN_A_ROW_MAX
        is_late = self._memory.is_there is True and not self.files.are_dashes_due(now_ms)
        return is_many and is_late

    def _next_need(self, now_ms: int) -> Request | None:
        """Return the question that all else waits for; None if all that matters is known."""
        if not self._is_identified:
            return self._ask(Purpose.IDENTITY, "who is it")
        if self._memory.is_there is None:
            return self._ask(Purpose.MEMORY, "what files has it")
        unknown = self.files.next_unknown(now_ms) if self._memory.is_there else None
        return None if unknown is None else self._read(unknown, "nobody knows what the sign has")

    def _next_proof(self, now_ms: int) -> Request | None:
        """Return a question to a sign with nothing else to do: is all as it was written?

        What comes seldom goes first: after each write there is something to be read back.
        """
        unknown = self.files.first_unknown()
        if unknown is not None:
            return self._read(unknown, "nobody knows what the sign has")
        if self._questions:
            return self._ask(self._questions.popleft(), "a person asked")
        if now_ms >= self._register_at_ms:
            self._register_at_ms = now_ms + self._profile.register_ms
            self._questions.append(Purpose.READ)
            return self._ask(Purpose.ERRORS, "from time to time")
        if now_ms >= self._check_at_ms:
            self._check_at_ms = now_ms + self._profile.check_ms
            return self._ask(Purpose.MEMORY, "is it still there")
        read_back = self.files.next_read_back(now_ms)
        return None if read_back is None else self._read(read_back, "it was written")

    def _next_write(self, now_ms: int) -> Request | None:
        changes = self.files.next_changes(now_ms)
        if not changes:
            return None
        told = tuple(change.instruction() for change in changes)
        for change in changes:
            self.files.written(change, now_ms)
        reason = "; ".join(f"{change.file}: {change.reason}" for change in changes)
        return Request(Purpose.WRITE, told, reason, subject=changes)

    def _ask(self, purpose: Purpose, reason: str) -> Request:
        """Return the question that goes with a purpose."""
        if purpose is Purpose.READ:
            return self._read(File.VALUE, reason)
        special = {
            Purpose.IDENTITY: Special.GENERAL_INFORMATION,
            Purpose.MEMORY: Special.MEMORY,
            Purpose.ERRORS: Special.ERRORS,
        }.get(purpose)
        if special is None:
            return Request(purpose, (sign.write_special(Special.CLEAR_ERRORS),), reason)
        answer = f"{Code.WRITE_SPECIAL}{special}".encode()
        return Request(purpose, (sign.read_special(special),), reason, answer)

    def _read(self, file: File, reason: str) -> Request:
        instruction, answer = question(file)
        return Request(Purpose.READ, (instruction,), reason, answer, subject=file)

    # ------------------------------------------------------------------ what came of it

    def _ended(self, ended: Ended, now_ms: int) -> list[HostStep]:
        """Act on the end of a request."""
        request = ended.request
        if not request.answer:
            return self._written(request)
        if ended.answer is None:
            return self._unanswered(request, now_ms)
        self._silences = 0
        try:
            return self._answered(request, ended.answer, now_ms)
        except ProtocolError as error:
            return [Failed(f"the sign's answer makes no sense: {error}")]

    def _written(self, request: Request) -> list[HostStep]:
        """Act on what has left: nobody answers a write."""
        if request.purpose not in (Purpose.CLEAR, Purpose.ALLOCATE):
            return []
        self._memory.written()
        self.files.emptied("the sign's memory was written anew")
        was_in_use, self._is_in_use = self._is_in_use, False
        return [MemoryWritten(was_in_use)]

    def _unanswered(self, request: Request, now_ms: int) -> list[HostStep]:
        """Act on a question without an answer: a sign that gives none at all is lost.

        Not every sign answers for its texts; what it must answer is everything else.
        """
        file = request.subject
        if isinstance(file, File) and file is not File.VALUE:
            self._unread[file] = self._unread.get(file, 0) + 1
            if self._unread[file] >= _UNREADABLE_AFTER:
                self.files.unreadable(file)
            return []
        self._silences += 1
        self._check_at_ms = now_ms  # is it still there?
        if request.purpose is Purpose.MEMORY:
            self._memory.unanswered()
        if self._silences < SILENCES_MAX:
            return self._ask_once_more(request.purpose)
        if not self._has_heard:
            return [Failed("nothing answers on this line: check cable, power and address")]
        return [Failed(f"the sign does not answer any more (asked: {request.purpose})")]

    def _ask_once_more(self, purpose: Purpose) -> list[HostStep]:
        if purpose not in self._once_more:
            return [ErrorsUnread()] if purpose is Purpose.ERRORS else []
        self._once_more.discard(purpose)
        self._questions.append(purpose)
        return []

    def _answered(self, request: Request, answer: bytes, now_ms: int) -> list[HostStep]:
        """Act on an answer. Raises ProtocolError for one that makes no sense."""
        self._once_more.discard(request.purpose)
        match request.purpose:
            case Purpose.IDENTITY:
                self._is_identified = True
                return [Told(GeneralInformation.parse(answer).firmware)]
            case Purpose.MEMORY:
                return self._memory_told(answer, now_ms)
            case Purpose.ERRORS:
                errors = parse_register(answer)
                if errors:
                    self._questions.append(Purpose.CLEAR_ERRORS)
                return [ErrorsRead(errors)]
            case _:
                assert isinstance(request.subject, File), "only files are read"
                return self._file(request.subject, answer, now_ms)

    def _memory_told(self, answer: bytes, now_ms: int) -> list[HostStep]:
        """Compare the sign's memory table with what is needed."""
        self._check_at_ms = now_ms + self._profile.check_ms
        if not self._memory.told(parse_memory_table(answer)):
            return [Failed("the sign does not take its memory table", is_refusal=True)]
        self._is_in_use = self._is_in_use or self._memory.is_there is True
        return []

    def _file(self, file: File, answer: bytes, now_ms: int) -> list[HostStep]:
        self._unread.pop(file, None)
        said = content(file, answer)
        read = self.files.read(file, said, now_ms)
        wrong = self.files.wrong_in_a_row(file)
        if read is Read.WRONG and wrong > 1:
            self._memory.doubt()  # is that why?
        return [FileRead(file, read is not Read.WRONG, said, wrong)]

    # ------------------------------------------------------------------ good-bye

    def farewell(self, value: bytes) -> list[tuple[int, bytes]]:
        """Return the last writes for a line that will be closed: a value, and no message.

        Pairs of a pause in milliseconds and the bytes after it. What the sign said that it has is
        left; a sign that cannot be asked is told twice, since one frame may be lost.
        """
        if not self._is_open:
            return []
        changes = [
            Change(file, data, "the driver ends")
            for _ in range(1 if self._profile.can_be_asked else _BLIND_FAREWELLS)
            for file, data in ((File.VALUE, value), (File.PRIORITY, b""))
            if self.files.known(file) != data or not self.files.is_confirmed(file)
        ]
        writes: list[tuple[int, bytes]] = []
        on_wire_ms = 0
        for change in changes:
            frame = Frame(self._profile.sign_type, self._profile.address, (change.instruction(),))
            for number, piece in enumerate(
                pieces(frame, pauses_always=self._profile.pauses_always)
            ):
                pause_ms = piece.pause_ms if number else self._profile.write_gap_ms
                writes.append((on_wire_ms + pause_ms, piece.data))
                on_wire_ms = self._profile.wire_ms(len(piece.data))
        return writes
