"""Messages that every kind of device has: its life, its description, its faults, its commands.

Who sends what is in topics.py. A driver's connection has one will, so the word ``lost`` of a dead
driver stands in DriverState; a device is lost when it or its driver is.
"""

from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from dealer_station.messages.envelope import (
    Code,
    Count,
    DeviceEvent,
    DriverMessage,
    Identifier,
    Message,
    Name,
    Ordinal,
    Part,
    Position,
    StationMessage,
    Text,
    TimeMs,
)
from dealer_station.messages.topics import CommandVerb, DeviceKind

COMMAND_LIFE_MS: Final = 2_000
"""How long after sending a command may still be obeyed."""


class Life(StrEnum):
    """Life-cycle word of a device."""

    INIT = "init"
    READY = "ready"
    DEGRADED = "degraded"
    DISCONNECTED = "disconnected"
    LOST = "lost"


class DriverLife(StrEnum):
    """Life-cycle word of a driver."""

    READY = "ready"
    LOST = "lost"


class Assurance(StrEnum):
    """How far a line can be trusted to bring every fact exactly once.

    ``none``: no acknowledgement and no identity, loss and repeats are invisible.
    ``acknowledged``: the device repeats until acknowledged and marks repeats.
    ``identified``: every fact has an identity of its own (a counter, a card's own id).
    """

    NONE = "none"
    ACKNOWLEDGED = "acknowledged"
    IDENTIFIED = "identified"


class FaultClass(StrEnum):
    """What a fault means for trust in the device's facts."""

    LINK = "link"
    PROTOCOL = "protocol"
    DEVICE = "device"
    FACTS_LOST = "facts_lost"


FAULTS_MAX: Final = 16
"""Most faults that a device's word can name."""

FaultCodes = Annotated[tuple[Code, ...], Field(max_length=FAULTS_MAX)]
"""Codes of faults, oldest first, a code as often as it happened."""


class DeviceState(DriverMessage):
    """Life-cycle word of one device, on ``state``.

    ``since`` is when that word became true. A state whose session is lower than that of the
    newest birth is old and does not count. ``faults`` stand until a person clears them;
    ``reason`` is for a technician, in the driver's own words.
    """

    state: Life
    since: TimeMs
    reason: Text | None = None
    faults: FaultCodes = ()


class OwnedDevice(Part):
    """A device as its driver lists it."""

    kind: DeviceKind
    device: Name


class DriverState(Message):
    """Word of a driver, on its ``state``; with ``lost`` it is the will of its connection.

    ``since`` is null in a will: the broker sends it, and no clock stands in it.
    """

    driver: Name
    session: Ordinal
    state: DriverLife
    since: TimeMs | None
    devices: Annotated[tuple[OwnedDevice, ...], Field(min_length=1, max_length=32)]
    reason: Text | None = None


class Birth(DriverMessage):
    """Description of a device, on ``birth``, once a session and after every reconnect.

    ``protocol`` names the line's language (``ssi``), ``model_profile`` the settings for a model;
    serial number and firmware are null where the device does not tell them. ``schema_versions``
    are the versions of this contract's messages that the driver speaks.
    """

    kind: DeviceKind
    protocol: Code
    model_profile: Name
    serial_number: Text | None
    firmware: Text | None
    driver_version: Text
    capabilities: Annotated[tuple[Code, ...], Field(max_length=32)] = ()
    assurance: Assurance
    schema_versions: Annotated[tuple[Ordinal, ...], Field(min_length=1, max_length=16)] = (1,)


class Head(DriverMessage):
    """Newest event of a device, on ``head``; ``sequence`` 0 before the session's first.

    ``previous`` is the newest event of earlier sessions, null where the driver knows of none.
    ``device_time`` is that of the newest event, null before the first.
    """

    sequence: Count
    previous: Position | None
    device_time: TimeMs | None

    @property
    def position(self) -> Position | None:
        """The newest event of this device whatever its session; null where there is none."""
        return Position(self.session, self.sequence) if self.sequence else self.previous


class Acknowledged(StationMessage):
    """Everything up to this event is committed, on ``acknowledged``: the driver may forget it.

    (0, 0) says that nothing is committed yet. A driver's new session is one above the greater of
    what it stored and this.
    """

    device: Name
    session: Count
    sequence: Count

    @model_validator(mode="after")
    def _check_position(self) -> Self:
        """Refuse half a start position."""
        if (self.session == 0) != (self.sequence == 0):
            raise ValueError("session and sequence are both 0 or neither")
        return self

    @property
    def position(self) -> Position:
        """Newest committed event."""
        return Position(self.session, self.sequence)


class LinkReport(DriverMessage):
    """Quality of a device's line since ``since``, on ``reported/link``; counts only grow.

    ``frames_bad`` failed their check, ``frames_repeated`` were marked as repeats by the device,
    ``frames_refused`` were answered with a request to send again, ``reconnects`` counts how often
    the line was opened anew.
    """

    since: TimeMs
    frames_good: Count
    frames_bad: Count
    frames_repeated: Count
    frames_refused: Count
    reconnects: Count


class DeviceFault(DeviceEvent):
    """A device or its line failed, on ``event/fault``.

    It takes part in the device's sequence like any other fact. ``lost_count`` says how many facts
    may be missing, null where nobody can know.
    """

    code: Code
    fault_class: FaultClass
    lost_count: Count | None = None
    detail: Text = ""


class Command(StationMessage):
    """An action asked of a device, on ``command/{verb}``.

    Obeyed only before ``expires_at``, once a ``command_id``. ``replay_after`` belongs to ``replay``
    alone: send again every stored event after that position, in order. ``faults`` belongs to
    ``clear_fault`` alone: the faults that a person has looked after, and no newer one.
    """

    device: Name
    command_id: Identifier
    verb: CommandVerb
    sent_at: TimeMs
    expires_at: TimeMs
    replay_after: Position | None = None
    faults: FaultCodes | None = None

    @model_validator(mode="after")
    def _check_verb(self) -> Self:
        """Refuse a verb without what it needs, and a command that was never alive."""
        if (self.verb is CommandVerb.REPLAY) != (self.replay_after is not None):
            raise ValueError("replay_after belongs to replay, and to replay alone")
        if (self.verb is CommandVerb.CLEAR_FAULT) != (self.faults is not None):
            raise ValueError("faults belongs to clear_fault, and to clear_fault alone")
        if self.expires_at < self.sent_at:
            raise ValueError("expires_at lies before sent_at")
        return self


class ReplyResult(StrEnum):
    """How a command ended."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


class Replayed(Part):
    """What a replay will bring: ``count`` stored events, the oldest of them ``first``.

    ``first`` is null where the journal holds none after the position asked for.
    """

    first: Position | None
    count: Count


class Reply(DriverMessage):
    """Result of a command, on ``reply``. A reply to ``replay`` is sent before the events."""

    command_id: Identifier
    result: ReplyResult
    error: Text | None = None
    replayed: Replayed | None = None
