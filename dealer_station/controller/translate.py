"""Device messages to commands. The command's id is the fact's identity, so a fact counts once.

So does a fault in the order of facts, which is found again when its commit failed.
"""

from typing import Any

from dealer_station.messages.bet_acceptor import LampMoved, TokenTaken, WindowMoved
from dealer_station.messages.card_shoe import CardDrawn
from dealer_station.messages.device import DeviceFault
from dealer_station.messages.envelope import DeviceEvent
from dealer_station.messages.topics import DeviceAddress
from dealer_station.mqtt.inbox import OrderFault
from dealer_station.table import commands as c
from dealer_station.table.roles import Actor, Role


def fact_id(device: DeviceAddress, event: DeviceEvent) -> str:
    """Name a fact: table, kind, device, session, sequence."""
    return f"{device}/{event.session}/{event.sequence}"


def order_fault_id(fault: OrderFault) -> str:
    """Name a fault by all that it says, so that its name never stands for other content."""
    committed, found = fault.committed, fault.found
    return (
        f"{fault.device}/{fault.kind}/{committed.session}/{committed.sequence}"
        f"/{found.session}/{found.sequence}"
    )


def command_of(device: DeviceAddress, event: DeviceEvent, now: int) -> c.Command:
    """Return the command that a device's fact stands for."""
    source = fact_id(device, event)
    actor = Actor(device.device, Role.DEVICE)
    head: dict[str, Any] = {
        "command_id": source,
        "issued_at": now,
        "actor": actor,
        "source": source,
    }
    match event:
        case CardDrawn():
            return c.RecordCard(card=event.card, **head)
        case TokenTaken():
            return c.RecordToken(
                device_id=device.device,
                token=event.token,
                value_minor=event.value_minor,
                device_counter=event.device_counter,
                device_time=event.device_time,
                coin_id=event.coin_id or "",
                path=event.path,
                **head,
            )
        case WindowMoved():
            return c.RecordWindow(
                device_id=device.device,
                is_open=event.is_open,
                order=event.order,
                counter=event.device_counter,
                device_time=event.device_time,
                **head,
            )
        case LampMoved():
            return c.RecordLamp(
                device_id=device.device, is_lit=event.is_lit, device_time=event.device_time, **head
            )
        case DeviceFault():
            return c.RecordDeviceFault(
                device_id=device.device,
                device_kind=device.kind.value,
                code=event.code,
                fault_class=event.fault_class.value,
                detail=event.detail,
                lost_count=event.lost_count,
                **head,
            )
        case _:
            raise AssertionError(f"{type(event).__name__} has no command")
