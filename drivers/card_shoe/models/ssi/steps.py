"""What the host of an SSI scanner asks for, as data: steps in an order that matters."""

from dataclasses import dataclass
from enum import StrEnum

from dealer_station.messages.device import FaultClass
from drivers.card_shoe.models.ssi.codec import Frame
from drivers.card_shoe.models.ssi.memory import LinkMemory
from drivers.link.steps import Answer, Become, Describe, Drop


class FaultCode(StrEnum):
    """What can make a person doubt the cards; `code` of the fault event."""

    PACKET_LOST = "packet_lost"
    REPEAT_UNCERTAIN = "repeat_uncertain"
    DEVICE_RESTARTED = "device_restarted"
    DRIVER_RESTARTED = "driver_restarted"
    DEVICE_LOST = "device_lost"
    PACKET_MALFORMED = "packet_malformed"
    SYMBOL_UNREADABLE = "symbol_unreadable"
    SETTING_REFUSED = "setting_refused"
    JOURNAL_FULL = "journal_full"


@dataclass(frozen=True, slots=True)
class Send:
    """Send this packet to the scanner."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class Accept:
    """A symbol was read: store it, and the memory with it, before anything that follows."""

    symbology: int
    symbol: bytes
    is_retransmit: bool
    memory: LinkMemory


@dataclass(frozen=True, slots=True)
class Trouble:
    """Store a fault, and the memory with it where the fault stays until a person clears it.

    `lost_count` None: nobody can know how many facts are missing.
    """

    code: FaultCode
    fault_class: FaultClass
    detail: str
    lost_count: int | None = None
    memory: LinkMemory | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """Store the memory alone."""

    memory: LinkMemory


HostStep = Send | Accept | Trouble | Keep | Become | Describe | Answer | Drop
