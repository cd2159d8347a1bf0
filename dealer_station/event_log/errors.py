"""What the record refuses, and how it fails.

EventLogError
  AppendRefused          nothing of the command was written; others are not touched
    WrongVersion         the stream has moved on: fold it again and decide again
    CommandConflict      the command id was used with other content
    StaleEpoch           another station owns the stream now: stop writing to it
    AlreadyReceived      the device's fact is in the record already: acknowledge it
  LogUnavailable         the database failed; whether the command was written is found out
                         by sending it again with the same command id
  LogClosed              append after close
  UnknownSchema          the database was made by a newer release
  CodecError             an event that cannot be stored or read exactly
  WrongBook              a bettors' book, folded again, is not the one that was recorded
"""


class EventLogError(Exception):
    """Whatever goes wrong with the record."""


class AppendRefused(EventLogError):  # noqa: N818 - the glossary's word
    """A command was refused as a whole: nothing of it was written."""


class WrongVersion(AppendRefused):
    """The stream is not at the version that the append names."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, the append expects {expected}")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class CommandConflict(AppendRefused):
    """The command id stands in the record with other content."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"command {command_id} was committed before with other content")
        self.command_id = command_id


class StaleEpoch(AppendRefused):
    """The epoch is not the one of the stream's present lease."""

    def __init__(self, stream: str, epoch: int, current: int) -> None:
        super().__init__(f"{stream} is owned under epoch {current}, the append says {epoch}")
        self.stream = stream
        self.epoch = epoch
        self.current = current


class AlreadyReceived(AppendRefused):
    """A device's fact at or before the place that is already committed."""

    def __init__(
        self, device_id: str, place: tuple[int, int], acknowledged: tuple[int, int]
    ) -> None:
        super().__init__(
            f"{device_id} session {place[0]} sequence {place[1]} was received before: "
            f"session {acknowledged[0]} is committed up to {acknowledged[1]}"
        )
        self.device_id = device_id
        self.place = place
        self.acknowledged = acknowledged


class LogUnavailable(EventLogError):  # noqa: N818 - a state, named as callers speak of it
    """The database failed (gone, full, locked); the cause is chained.

    The command may or may not be committed: send it again with the same command id.
    """


class LogClosed(EventLogError):  # noqa: N818 - a state, named as callers speak of it
    """The log or its writer was closed."""


class UnknownSchema(EventLogError):  # noqa: N818 - a state, named as callers speak of it
    """The database's tables belong to a release this one does not know."""


class CodecError(EventLogError):
    """An event cannot be turned into bytes, or bytes into an event, without doubt."""


class WrongBook(EventLogError):  # noqa: N818 - a state, named as callers speak of it
    """A bettors' book that was folded from the record is not what the record says of it."""

    def __init__(self, stream: str, version: int, reason: str) -> None:
        super().__init__(f"{stream} version {version}: {reason}")
        self.stream = stream
        self.version = version
