"""What the logic of a seat and of its line asks for, as data: steps in an order that matters."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from dealer_station.messages.device import FaultClass
from drivers.bet_acceptor.models.cctalk.memory import SeatMemory
from drivers.link.steps import Answer, Become, Describe, Drop


class FaultCode(StrEnum):
    """What can make a person doubt the tokens; `code` of the fault event."""

    DEVICE_RESET = "device_reset"
    EVENTS_LOST = "events_lost"
    DEVICE_REPLACED = "device_replaced"
    TOKEN_KEPT = "token_kept"  # noqa: S105 - a token of a table, not a secret
    TOKEN_UNCERTAIN = "token_uncertain"  # noqa: S105 - the same
    FRAUD_ALARM = "fraud_alarm"
    HARDWARE_ALARM = "hardware_alarm"
    INHIBIT_FAILED = "inhibit_failed"
    TOKEN_TABLE_DIFFERS = "token_table_differs"  # noqa: S105 - the same
    LAMP_FAILED = "lamp_failed"
    WRONG_DEVICE = "wrong_device"
    DEVICE_LOST = "device_lost"
    JOURNAL_FULL = "journal_full"


FAULT_CLASSES: Final[dict[FaultCode, FaultClass]] = {
    FaultCode.DEVICE_RESET: FaultClass.FACTS_LOST,
    FaultCode.EVENTS_LOST: FaultClass.FACTS_LOST,
    FaultCode.DEVICE_REPLACED: FaultClass.FACTS_LOST,
    FaultCode.TOKEN_KEPT: FaultClass.FACTS_LOST,
    FaultCode.TOKEN_UNCERTAIN: FaultClass.FACTS_LOST,
    FaultCode.FRAUD_ALARM: FaultClass.DEVICE,
    FaultCode.HARDWARE_ALARM: FaultClass.DEVICE,
    FaultCode.INHIBIT_FAILED: FaultClass.PROTOCOL,
    FaultCode.TOKEN_TABLE_DIFFERS: FaultClass.PROTOCOL,
    FaultCode.LAMP_FAILED: FaultClass.DEVICE,
    FaultCode.WRONG_DEVICE: FaultClass.PROTOCOL,
    FaultCode.DEVICE_LOST: FaultClass.LINK,
    FaultCode.JOURNAL_FULL: FaultClass.DEVICE,
}

SHUTTING: Final = frozenset(
    {code for code, kind in FAULT_CLASSES.items() if kind is FaultClass.FACTS_LOST}
    | {FaultCode.INHIBIT_FAILED}
)
"""Faults for which a window stays shut until a person has cleared them."""


@dataclass(frozen=True, slots=True)
class Take:
    """A token was taken: store it, and the memory with it.

    `path` is the sorter's, `coin_id` what the device calls the kind, `value_minor` what the
    configuration says it is worth; None for what is not known.
    """

    token: int
    path: int
    counter: int
    coin_id: str | None
    value_minor: int | None
    memory: SeatMemory


@dataclass(frozen=True, slots=True)
class Move:
    """The window was opened or shut: store it, and the memory with it."""

    is_open: bool
    order: int
    counter: int | None
    memory: SeatMemory


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp was lit or went dark: store it, and the memory with it."""

    is_lit: bool
    memory: SeatMemory


@dataclass(frozen=True, slots=True)
class Trouble:
    """Store a fault, and the memory with it where the fault stays until a person clears it.

    `lost_count` None: nobody can know how many facts are missing.
    """

    code: FaultCode
    detail: str
    lost_count: int | None = None
    memory: SeatMemory | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """Store the memory alone."""

    memory: SeatMemory


SeatStep = Take | Move | Light | Trouble | Keep | Become | Describe | Answer


@dataclass(frozen=True, slots=True)
class Send:
    """Send these bytes to the line."""

    data: bytes


@dataclass(frozen=True, slots=True)
class AtSeat:
    """A step of one seat of the line, by its device's name."""

    device: str
    step: SeatStep


BusStep = Send | Drop | AtSeat
