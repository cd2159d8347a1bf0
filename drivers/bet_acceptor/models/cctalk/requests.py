"""A request to one acceptor, as data: what is asked, how urgent it is, and when it is due.

A seat does not queue requests; it is asked each time what it would send next, from what is wished
and what is known. So no request is ever out of date.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from drivers.bet_acceptor.models.cctalk.commands import Command

TRIES = 3


class Urgency(IntEnum):
    """Which of several seats' requests goes first; within LATER the one that was due first."""

    SHUT = 0
    LAMP = 1
    READ = 2
    OPEN = 3
    LATER = 4


class Purpose(StrEnum):
    """Why a request is sent, so that its answer can be understood."""

    PROBE = "probe"
    PRESENCE = "presence"
    IDENTITY = "identity"
    MASK = "mask"
    MASK_CHECK = "mask_check"
    SHUT = "shut"
    OPEN = "open"
    INHIBIT_CHECK = "inhibit_check"
    READ = "read"
    LAMP = "lamp"
    LAMP_SENSE = "lamp_sense"
    BLINK = "blink"
    QUALITY = "quality"
    SELF_CHECK = "self_check"


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `tries` counts how often it is sent before the silence means something.

    `timeout_ms` None: the line's.
    """

    purpose: Purpose
    command: Command
    data: bytes = b""
    urgency: Urgency = Urgency.LATER
    due_ms: int = 0
    tries: int = TRIES
    timeout_ms: int | None = None
