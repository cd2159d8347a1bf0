"""One acceptor without hardware: ccTalk frames in, answers out, tokens, a counter and a lamp.

Knows what a real acceptor does: it is deaf to what is not for it, silent to what it does not know,
counts tokens and errors 1 to 255 and then 1 again, keeps the five newest, and forgets everything
when its power goes. A token travels for a while between being found good and being counted, so one
that was dropped just before the window was shut is still counted after it. Does no I/O and reads
no clock; times are monotonic milliseconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from drivers.bet_acceptor.models.cctalk.codec import HOST, CctalkCodec, Checksum, Frame, encode
from drivers.bet_acceptor.models.cctalk.commands import (
    ACK,
    BUILD,
    BUSY,
    CATEGORY,
    CATEGORY_OF_ACCEPTORS,
    CLEAR_COMMS_STATUS,
    COIN_ID,
    COMMANDS,
    COMMS_REVISION,
    COMMS_STATUS,
    INHIBIT_MASK,
    INPUT_LINES,
    LATCH_OUTPUT_LINES,
    MAKER,
    MASTER_INHIBIT,
    NAK,
    NO_COIN,
    OPTO_STATES,
    POLLING_PRIORITY,
    PRODUCT,
    READ_CREDITS,
    SELF_CHECK,
    SERIAL_NUMBER,
    SET_INHIBIT_MASK,
    SET_MASTER_INHIBIT,
    SIMPLE_POLL,
    SOFT_RESET,
    SOFTWARE,
    TEST_OUTPUT_LINES,
)
from drivers.bet_acceptor.models.cctalk.credit_buffer import EVENTS, next_counter

BYTE_GAP_MS: Final = 50
_INHIBITED: Final = 2
_INHIBITED_TYPE: Final = 128


@dataclass(frozen=True, slots=True)
class AcceptorModel:
    """What an acceptor is. `coin_ids` are the tokens it knows, by position. Durations in ms.

    `travel_ms` lies between a token's being found good and its being counted, `return_ms` between
    its being refused and the player's having it back; `boot_ms` is how long the device is deaf
    after power-up. `silent_headers` are commands that it does not know.
    """

    serial_number: int = 1
    coin_ids: Mapping[int, str] = field(default_factory=lambda: {1: "TK100A"})
    path: int = 1
    travel_ms: int = 120
    return_ms: int = 0
    boot_ms: int = 250
    lamp_bit: int = 0
    category: bytes = CATEGORY_OF_ACCEPTORS
    counts_rejects: bool = True
    self_check_ms: int = 0
    silent_headers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a token: `accepted` (then its counter), `rejected` or `swallowed`."""

    number: int
    token: int
    what: str
    counter: int | None = None


@dataclass(frozen=True, slots=True)
class LampChange:
    """The lamp was lit or went dark."""

    is_lit: bool
    at_ms: float


@dataclass(frozen=True, slots=True)
class Spoken:
    """An answer as bytes; `delay_ms` comes on top of what every answer takes."""

    data: bytes
    delay_ms: int = 0


class SimulatedAcceptor:
    """The state of one acceptor."""

    def __init__(
        self,
        device: str,
        address: int,
        checksum: Checksum = Checksum.SIMPLE,
        model: AcceptorModel | None = None,
    ) -> None:
        self.device = device
        self.address = address
        self.model = AcceptorModel() if model is None else model
        self._checksum = checksum
        self._codec = CctalkCodec(checksum)
        self._heard_at_ms = 0.0
        self._deaf_until_ms = self._booted_at_ms = 0.0
        self._travelling: list[tuple[float, int, int]] = []
        self._returning: list[tuple[float, Settled]] = []
        self._settled: list[Settled] = []
        self._lamp_changes: list[LampChange] = []
        self._comms = [0, 0, 0]
        self.is_lamp_broken = False
        self.self_check_code = 0
        self.busy_answers = 0
        self._power_up()

    def _power_up(self) -> None:
        self.counter = 0
        self.events: list[tuple[int, int]] = [(0, 0)] * EVENTS
        self.is_accepting = False
        self.mask = 0
        self.output = 0

    # ------------------------------------------------------------------ what others see

    @property
    def is_lit(self) -> bool:
        """Whether the lamp burns."""
        return bool(self.output >> self.model.lamp_bit & 1) and not self.is_lamp_broken

    @property
    def next_due_ms(self) -> float | None:
        """When a token on its way will be counted, or be back; None where none is on its way."""
        ends = [due_ms for due_ms, _, _ in self._travelling]
        ends += [due_ms for due_ms, _ in self._returning]
        return min(ends, default=None)

    def take_settled(self) -> list[Settled]:
        """Return what became of tokens since this was asked last."""
        settled, self._settled = self._settled, []
        return settled

    def take_lamp_changes(self) -> list[LampChange]:
        """Return what the lamp did since this was asked last."""
        changes, self._lamp_changes = self._lamp_changes, []
        return changes

    def to_json(self) -> dict[str, Any]:
        """Return what outlives the simulator's program, as power outlives it in real life."""
        return {
            "counter": self.counter,
            "events": self.events,
            "is_accepting": self.is_accepting,
            "mask": self.mask,
            "output": self.output,
        }

    def restore(self, content: Mapping[str, Any]) -> None:
        """Take over what `to_json` gave."""
        self.counter = int(content["counter"])
        self.events = [(int(a), int(b)) for a, b in content["events"]]
        self.is_accepting = bool(content["is_accepting"])
        self.mask = int(content["mask"])
        self.output = int(content["output"])

    # ------------------------------------------------------------------ tokens

    def insert(self, number: int, token: int, now_ms: float) -> None:
        """Let a token in: it is found good or not at once, and counted when it has travelled."""
        is_known = token in self.model.coin_ids
        is_wanted = bool(self.mask >> token - 1 & 1)
        if now_ms < self._booted_at_ms:
            self._return(number, token, now_ms)
        elif is_known and is_wanted and self.is_accepting:
            self._travelling.append((now_ms + self.model.travel_ms, number, token))
        else:
            if self.model.counts_rejects:
                is_type = is_known and self.is_accepting
                code = _INHIBITED_TYPE + token - 1 if is_type else _INHIBITED
                self.report_error(code if is_known else 1)
            self._return(number, token, now_ms)

    def _return(self, number: int, token: int, now_ms: float) -> None:
        """Give a token back; the player has it after a moment."""
        returned = Settled(number, token, "rejected")
        if self.model.return_ms:
            self._returning.append((now_ms + self.model.return_ms, returned))
        else:
            self._settled.append(returned)

    def advance(self, now_ms: float) -> None:
        """Count the tokens that have arrived, and let go of those that are back."""
        for back in tuple(self._returning):
            if back[0] <= now_ms:
                self._returning.remove(back)
                self._settled.append(back[1])
        for due in sorted(self._travelling):
            if due[0] > now_ms:
                break
            self._travelling.remove(due)
            _, number, token = due
            self._count(token, self.model.path)
            self._settled.append(Settled(number, token, "accepted", self.counter))

    def report_error(self, code: int) -> None:
        """Count an error event."""
        self._count(0, code)

    def reset(self, now_ms: float) -> None:
        """Lose power and get it back: tokens on their way are swallowed, the lamp goes dark."""
        for _, number, token in self._travelling:
            self._settled.append(Settled(number, token, "swallowed"))
        self._travelling.clear()
        was_lit = self.is_lit
        self._power_up()
        self._note_lamp(was_lit, now_ms)
        self._booted_at_ms = now_ms + self.model.boot_ms
        self.mute(now_ms, self.model.boot_ms)

    def mute(self, now_ms: float, duration_ms: float) -> None:
        """Be deaf and dumb for a while, as with a pulled plug; tokens go on being counted."""
        self._deaf_until_ms = max(self._deaf_until_ms, now_ms + duration_ms)
        self._codec.forget()

    def break_lamp(self, now_ms: float, *, is_broken: bool) -> None:
        """Let the bulb die, or mend it."""
        was_lit = self.is_lit
        self.is_lamp_broken = is_broken
        self._note_lamp(was_lit, now_ms)

    def _count(self, first: int, second: int) -> None:
        self.counter = next_counter(self.counter)
        self.events = [(first, second), *self.events[: EVENTS - 1]]

    # ------------------------------------------------------------------ the wire

    def hear(self, data: bytes, now_ms: float) -> list[Spoken]:
        """Hear bytes of anybody on the line; return answers to what is for this device."""
        if now_ms < self._deaf_until_ms:
            return []
        if now_ms - self._heard_at_ms > BYTE_GAP_MS and self._codec.is_waiting:
            self._codec.forget()
            self._comms[0] = min(255, self._comms[0] + 1)
        self._heard_at_ms = now_ms
        before = self._codec.bytes_dropped
        frames = self._codec.receive(data)
        if self._codec.bytes_dropped != before:
            self._comms[2] = min(255, self._comms[2] + 1)
        return [answer for frame in frames for answer in self._answer(frame, now_ms)]

    def _answer(self, frame: Frame, now_ms: float) -> list[Spoken]:
        is_from_host = frame.source in (None, HOST)
        command = COMMANDS.get(frame.header)
        if frame.destination != self.address or not is_from_host or command is None:
            return []
        if command.sends != len(frame.data) or frame.header in self.model.silent_headers:
            return []
        if self.busy_answers:
            self.busy_answers -= 1
            return [self._spoken(BUSY, b"")]
        delay_ms = self.model.self_check_ms if command is SELF_CHECK else 0
        data = self._obey(frame, now_ms)
        return [self._spoken(NAK, b"") if data is None else self._spoken(ACK, data, delay_ms)]

    def _spoken(self, header: int, data: bytes, delay_ms: int = 0) -> Spoken:
        source = self.address if self._checksum is Checksum.SIMPLE else None
        return Spoken(encode(Frame(HOST, header, data, source), self._checksum), delay_ms)

    def _obey(self, frame: Frame, now_ms: float) -> bytes | None:
        """Carry out a command; return the answer's data, None to refuse it."""
        told = self._tell(frame)
        if told is not None:
            return told
        data = frame.data
        if frame.header == SET_MASTER_INHIBIT.header:
            self.is_accepting = bool(data[0] & 1)
        elif frame.header == SET_INHIBIT_MASK.header:
            self.mask = int.from_bytes(data, "little")
        elif frame.header in (LATCH_OUTPUT_LINES.header, TEST_OUTPUT_LINES.header):
            was_lit = self.is_lit
            self.output = data[0]
            self._note_lamp(was_lit, now_ms)
        elif frame.header == CLEAR_COMMS_STATUS.header:
            self._comms = [0, 0, 0]
        elif frame.header == SOFT_RESET.header:
            self.reset(now_ms)
        elif frame.header != SIMPLE_POLL.header:
            return None
        return b""

    def _tell(self, frame: Frame) -> bytes | None:
        """Return the answer to a question; None for what is none."""
        model = self.model
        answers: dict[int, bytes] = {
            MAKER.header: b"Simulated",
            CATEGORY.header: model.category,
            PRODUCT.header: b"SIM-1",
            SERIAL_NUMBER.header: model.serial_number.to_bytes(3, "little"),
            SOFTWARE.header: b"SIM 1.0",
            BUILD.header: b"1",
            COMMS_REVISION.header: b"\x01\x04\x07",
            POLLING_PRIORITY.header: b"\x02\x14",
            INHIBIT_MASK.header: self.mask.to_bytes(2, "little"),
            MASTER_INHIBIT.header: bytes((self.is_accepting,)),
            READ_CREDITS.header: bytes((self.counter,))
            + b"".join(bytes(event) for event in self.events),
            INPUT_LINES.header: bytes((self.is_lit,)),
            OPTO_STATES.header: bytes((self.is_lit << 1 | bool(self._travelling),)),
            SELF_CHECK.header: bytes((self.self_check_code,)),
            COMMS_STATUS.header: bytes(self._comms),
        }
        if frame.header == COIN_ID.header:
            coin_id = model.coin_ids.get(frame.data[0])
            return NO_COIN if coin_id is None else coin_id.encode("ascii")
        return answers.get(frame.header)

    def _note_lamp(self, was_lit: bool, now_ms: float) -> None:  # noqa: FBT001 - before and after
        if self.is_lit is not was_lit:
            self._lamp_changes.append(LampChange(self.is_lit, now_ms))
