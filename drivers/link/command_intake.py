"""Decides which commands of a station are obeyed, and remembers how they ended.

Knows epochs, expiry and repeats: a broker may bring a command twice or late, and a station that
lost its table's lease may still speak. Does not know what a command does.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from dealer_station.messages.device import Command, Reply

_REMEMBERED: Final = 256


@dataclass(frozen=True, slots=True)
class Obey:
    """Carry the command out; `finished` is told its reply."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """The command came again after it had ended: this reply goes out again."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class Refuse:
    """The command is not obeyed; the station is told why."""

    error: str


@dataclass(frozen=True, slots=True)
class Ignore:
    """Nothing is done and nothing said."""

    why: str


Verdict = Obey | Repeat | Refuse | Ignore


class CommandIntake:
    """The commands of one device that came lately."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, Reply | None] = OrderedDict()

    def judge(self, command: Command, *, retained: bool, epoch: int, now: int) -> Verdict:
        """Return what to do with a command. `epoch` is the highest seen, `now` UTC milliseconds."""
        if retained:
            return Ignore("a command is an act of its moment, never retained")
        if command.epoch < epoch:
            return Ignore(f"epoch {command.epoch} is lower than {epoch}")
        if command.command_id in self._seen:
            reply = self._seen[command.command_id]
            return Ignore("it is being carried out") if reply is None else Repeat(reply)
        if now >= command.expires_at:
            return Refuse("expired")
        self._seen[command.command_id] = None
        while len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return Obey()

    def finished(self, reply: Reply) -> bool:
        """Remember a reply; False if the command is not one that is being carried out."""
        if self._seen.get(reply.command_id, reply) is not None:
            return False
        self._seen[reply.command_id] = reply
        return True
