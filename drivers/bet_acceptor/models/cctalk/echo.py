"""Local echo: on one wire everything that the host sends comes back to it.

Knows what was sent and what came. Finds out once whether the adapter brings the echo (nothing, or
exactly what was sent); from then on every echo is demanded, and one that differs is a collision.
It may come in pieces. Does not know time or what the bytes mean.
"""

from dataclasses import dataclass
from typing import Final

from drivers.bet_acceptor.models.cctalk.codec import HOST
from drivers.bet_acceptor.models.cctalk.profile import EchoSetting

_NUL: Final = 0


@dataclass(frozen=True, slots=True)
class Collision:
    """What came back is not what was sent: somebody else sent too, or the wiring is wrong."""

    sent: bytes
    heard: bytes


class LocalEcho:
    """The echo of one line. `is_present` is None until it is known."""

    def __init__(self, setting: EchoSetting, *, has_leading_nul: bool = False) -> None:
        self._setting = setting
        self._has_leading_nul = has_leading_nul
        self._sent = b""
        self._heard = b""
        self._is_answered = False
        self.opened()

    def opened(self) -> None:
        """Take note of a fresh line: another adapter may be in it."""
        known = {EchoSetting.PRESENT: True, EchoSetting.ABSENT: False}
        self.is_present = known.get(self._setting)
        self._sent = self._heard = b""

    @property
    def is_awaited(self) -> bool:
        """Whether bytes of the echo are still to come."""
        return self.is_present is True and len(self._heard) < len(self._sent)

    @property
    def has_begun(self) -> bool:
        """Whether a first part of the echo has come, and not all of it."""
        return 0 < len(self._heard) < len(self._sent)

    def sent(self, data: bytes) -> None:
        """Take note of what goes out."""
        self._sent = data
        self._heard = b""
        self._is_answered = False

    def receive(self, data: bytes) -> bytes | Collision:
        """Take what came; return what is left of it when the echo is taken off."""
        if self._is_answered:
            return data
        if self._setting is EchoSetting.AUTO and not self._heard:
            self._find_out(data)
        if self.is_present is False:
            self._is_answered = True
            return data
        missing = len(self._sent) - len(self._heard)
        self._heard += data[:missing]
        if not self._sent.startswith(self._heard):
            return Collision(self._sent, self._heard)
        if len(self._heard) == len(self._sent):
            self.is_present = True
        return data[missing:]

    def _find_out(self, data: bytes) -> None:
        """Learn from the first bytes after a message whether the adapter brings the echo.

        One that is present stays so: an answer in the echo's place means that something is wrong.
        One that was thought absent (the adapter was asleep) may turn out to be there.
        """
        if self.is_present is None and self._begins_an_answer(data):
            self.is_present = False
        elif self.is_present is False and data[:1] == self._sent[:1]:
            self.is_present = None

    def _begins_an_answer(self, data: bytes) -> bool:
        """Whether the very first bytes are an answer: no echo begins with the host's address."""
        first = data[1:] if self._has_leading_nul and data[:1] == bytes((_NUL,)) else data
        return first[:1] == bytes((HOST,)) and self._sent[:1] != bytes((HOST,))
