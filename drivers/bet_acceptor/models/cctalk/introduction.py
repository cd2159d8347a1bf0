"""Who a device is, and which tokens it knows: the questions after it was found.

Knows the order of the questions and what is wrong with an answer. Does not know the wire, the
window or the events. An answer that would be a fault is believed only when it came twice.
"""

from dataclasses import dataclass
from typing import Final

from drivers.bet_acceptor.models.cctalk.commands import (
    BUILD,
    CATEGORY,
    CATEGORY_OF_ACCEPTORS,
    COIN_ID,
    COMMS_REVISION,
    MAKER,
    NO_COIN,
    POLLING_PRIORITY,
    PRODUCT,
    SERIAL_NUMBER,
    SOFTWARE,
    Command,
    polling_priority_ms,
    printable,
    serial_number,
)
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.profile import LineProfile, Token
from drivers.bet_acceptor.models.cctalk.requests import TRIES, Purpose, Request
from drivers.bet_acceptor.models.cctalk.steps import FaultCode, Keep, SeatStep
from drivers.link.steps import Describe

# A device need not know these; two silences are enough.
_TRIES_OF_COURTESY: Final = 2
_MASK_LENGTH: Final = 2


@dataclass(frozen=True, slots=True)
class Question:
    """One question; `token` is the kind that it asks about, if any."""

    command: Command
    token: Token | None = None

    @property
    def data(self) -> bytes:
        """The question's data."""
        return b"" if self.token is None else bytes((self.token.position,))


_FIRST: Final = (Question(CATEGORY), Question(SERIAL_NUMBER))
_COURTESY: Final = tuple(
    Question(command)
    for command in (MAKER, PRODUCT, SOFTWARE, BUILD, COMMS_REVISION, POLLING_PRIORITY)
)


class Introduction:
    """The questions to one device and what is known of it."""

    def __init__(self, profile: LineProfile, notes: SeatNotes) -> None:
        self._notes = notes
        tokens = tuple(Question(COIN_ID, token) for token in profile.tokens)
        self._questions = (*_FIRST, *tokens, *_COURTESY)
        self._table_known_at = len(_FIRST) + len(tokens)
        self._tokens = {token.position: token for token in profile.tokens}
        self.begin()

    def begin(self) -> None:
        """Begin anew: it may be another device."""
        self._asked = 0
        self._suspect: bytes | None = None
        self._texts: dict[int, str] = {}
        self._serial: str | None = None
        self._coin_ids: dict[int, str | None] = {}
        self.wrong_category: str | None = None
        self.polling_ms: int | None = None

    @property
    def is_acceptor(self) -> bool:
        """Whether the device has said that it is a coin acceptor."""
        return self._asked > 0

    @property
    def is_table_known(self) -> bool:
        """Whether the device and its tokens are known, so that its events can be understood."""
        return self._asked >= self._table_known_at

    @property
    def mask(self) -> bytes:
        """The kinds of token to accept: those that are configured and are what they should be."""
        bits = sum(1 << position - 1 for position in self._coin_ids)
        return bits.to_bytes(_MASK_LENGTH, "little")

    def token_facts(self, position: int) -> tuple[str | None, int | None]:
        """Return what the device calls a kind of token, and what it is worth.

        None for what the device does not tell, and for a kind that is not configured or differs.
        """
        if position not in self._coin_ids:
            return None, None
        return self._coin_ids[position], self._tokens[position].value_minor

    def request(self) -> Request | None:
        """Return the next question."""
        if self._asked >= len(self._questions):
            return None
        question = self._questions[self._asked]
        tries = _TRIES_OF_COURTESY if question in _COURTESY else TRIES
        return Request(Purpose.IDENTITY, question.command, question.data, tries=tries)

    def answered(self, data: bytes) -> list[SeatStep]:
        """Take the answer to the question that `request` returned."""
        question = self._questions[self._asked]
        steps: list[SeatStep] = []
        if question.token is not None:
            steps += self._take_coin_id(question.token, data)
        elif question.command is CATEGORY:
            self._take_category(data)
        elif question.command is SERIAL_NUMBER:
            steps += self._take_serial_number(data)
        elif question.command is POLLING_PRIORITY:
            self.polling_ms = polling_priority_ms(data)
        elif question.command is COMMS_REVISION:
            self._texts[COMMS_REVISION.header] = "ccTalk " + ".".join(map(str, data))
        else:
            self._texts[question.command.header] = printable(data)
        return [*steps, *self._go_on()] if self._suspect is None else steps

    def refused(self) -> list[SeatStep]:
        """Take note that the device does not know the question."""
        question = self._questions[self._asked]
        steps: list[SeatStep] = []
        if question.command is CATEGORY:
            self.wrong_category = "a device without a category"
            return []
        if question.token is not None:
            if question.token.coin_id is None:
                self._coin_ids[question.token.position] = None
            else:
                steps += self._differs(question.token, "nothing: it does not tell")
        self._suspect = None
        return [*steps, *self._go_on()]

    def _go_on(self) -> list[SeatStep]:
        """Go on to the next question; describe the device after the last."""
        self._asked += 1
        if self._asked < len(self._questions):
            return []
        firmware = " ".join(text for text in self._texts.values() if text)
        return [Describe(firmware or None, self._serial)]

    def _is_certain(self, data: bytes) -> bool:
        """Whether an answer that would be a fault has come twice; else it is asked again."""
        if self._suspect == data:
            self._suspect = None
            return True
        self._suspect = data
        return False

    def _take_category(self, data: bytes) -> None:
        if data == CATEGORY_OF_ACCEPTORS:
            self._suspect = None
        elif self._is_certain(data):
            self.wrong_category = repr(printable(data))

    def _take_serial_number(self, data: bytes) -> list[SeatStep]:
        """Compare with the device whose events are known."""
        number, memory = serial_number(data), self._notes.memory
        if memory.serial_number not in (None, number) and not self._is_certain(data):
            return []
        self._suspect = None
        self._serial = number
        if memory.serial_number == number:
            return []
        if memory.serial_number is None or memory.known is None:
            return [Keep(self._notes.change(serial_number=number))]
        detail = (
            f"serial number {number} stands where {memory.serial_number} stood;"
            " what that one took and was not read is unknown"
        )
        self._notes.change(serial_number=number, known=None, is_lit=None, mask=None)
        return [self._notes.doubt(FaultCode.DEVICE_REPLACED, detail)]

    def _take_coin_id(self, token: Token, data: bytes) -> list[SeatStep]:
        """Compare with the coin id that the configuration expects."""
        found = data.decode("ascii", "replace")
        is_right = data != NO_COIN and token.coin_id in (None, found)
        if not is_right and not self._is_certain(data):
            return []
        self._suspect = None
        if not is_right:
            return self._differs(token, repr(found))
        self._coin_ids[token.position] = found
        return []

    def _differs(self, token: Token, found: str) -> list[SeatStep]:
        expected = "some token" if token.coin_id is None else repr(token.coin_id)
        detail = f"position {token.position} should be {expected} and is {found}; it is refused"
        return list(self._notes.doubt_once(FaultCode.TOKEN_TABLE_DIFFERS, detail))
