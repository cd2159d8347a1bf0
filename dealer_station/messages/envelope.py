"""What every message has in common: its schema version, its sender, its identity, its bounds.

A fact's identity is (device, session, sequence) and survives every retry. A station's word
carries the epoch of the table's lease, so that a station which lost its lease is not obeyed.
"""

import re
from typing import Annotated, ClassVar, Final, Literal, NamedTuple, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from dealer_station.messages.topics import NAME_CHARACTERS_MAX

WHOLE_NUMBER_MAX: Final = 2**53 - 1
"""Largest number in any message: the largest that every JSON reader keeps exactly."""

PAYLOAD_BYTES_MAX: Final = 64 * 1024
"""Longest payload that is looked at, unless a message says otherwise."""

Name = Annotated[str, StringConstraints(pattern=rf"^[A-Za-z0-9_-]{{1,{NAME_CHARACTERS_MAX}}}$")]
"""A name as topics hold it."""

Count = Annotated[int, Field(ge=0, le=WHOLE_NUMBER_MAX)]
"""A whole number from zero on."""

Ordinal = Annotated[int, Field(ge=1, le=WHOLE_NUMBER_MAX)]
"""A whole number from one on: sessions and sequences start at 1."""

TimeMs = Annotated[int, Field(ge=0, le=WHOLE_NUMBER_MAX)]
"""UTC milliseconds since 1970."""

Code = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
"""A word from a list, in lower case with underscores."""

Text = Annotated[str, StringConstraints(max_length=500)]
"""Words for a person."""

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,128}$")]
"""An id that somebody made: of a command, a key, a serial number."""


class Position(NamedTuple):
    """Identity of one event of one device; positions compare in the order of events.

    ``session`` counts the starts of the driver from 1, ``sequence`` the device's events within
    one session from 1; (0, 0) stands before the first event.
    """

    session: Count
    sequence: Count


START: Final = Position(0, 0)
"""Before the first event of a device."""


class BadMessage(ValueError):  # noqa: N818 - it names the message, not the error
    """A payload that is not what its topic promises.

    ``topic`` is where it came from ("" where unknown), ``what`` says what is wrong, ``where``
    names the field or the place in the text.
    """

    def __init__(self, topic: str, what: str, where: str = "") -> None:
        place = f" at {where}" if where else ""
        super().__init__(f"{topic or 'message'}: {what}{place}")
        self.topic = topic
        self.what = what
        self.where = where


class Part(BaseModel):
    """A piece of a message: frozen, strict about types, and without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Message(Part):
    """One payload. Equal messages give equal bytes."""

    payload_bytes_max: ClassVar[int] = PAYLOAD_BYTES_MAX

    schema_version: Literal[1] = 1

    def to_bytes(self) -> bytes:
        """The payload as JSON in UTF-8, fields in their order here, without spaces."""
        return self.model_dump_json().encode()

    @classmethod
    def from_bytes(cls, payload: bytes, topic: str = "") -> Self:
        """Read a payload that came on ``topic``.

        Raises:
            BadMessage: it is too long, no JSON, or breaks a rule of this message.
        """
        if len(payload) > cls.payload_bytes_max:
            raise BadMessage(topic, f"{len(payload)} bytes, at most {cls.payload_bytes_max}")
        try:
            return cls.model_validate_json(payload)
        except ValidationError as error:
            raise _bad_message(topic, error) from None


class DriverMessage(Message):
    """What a driver says about one of its devices."""

    device: Name
    session: Ordinal


class DeviceEvent(DriverMessage):
    """One fact from a device. It is stored before it is sent and sent until acknowledged.

    ``previous`` is the event of this device before this one, in whatever session it was; null
    where the driver knows of none (its very first event, or its journal was lost). It makes a
    missing event visible even where a session ended. ``device_time`` is the driver's clock when
    the fact came in.
    """

    sequence: Ordinal
    previous: Position | None
    device_time: TimeMs

    @property
    def position(self) -> Position:
        """Identity of this event among those of its device."""
        return Position(self.session, self.sequence)

    @model_validator(mode="after")
    def _check_previous(self) -> Self:
        """Refuse a chain of events that is not in order."""
        if self.sequence > 1:
            if self.previous != (self.session, self.sequence - 1):
                raise ValueError("previous must be the same session's sequence before this one")
        elif self.previous is not None and not START < self.previous < (self.session, 0):
            raise ValueError("previous of a session's first event must be of an earlier session")
        return self


class StationMessage(Message):
    """What a station says. ``epoch`` is that of the table's lease: a lower one is not obeyed."""

    epoch: Count


def _bad_message(topic: str, error: ValidationError) -> BadMessage:
    """Say the first thing that is wrong, without the payload's content (it may be a card)."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    what = str(first["msg"])
    if not where and (place := re.search(r"line \d+ column \d+", what)):
        where = place.group()
        what = what.removesuffix(f" at {where}")
    return BadMessage(topic, what, where)
