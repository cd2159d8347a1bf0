"""Device messages to commands. The command's id is the fact's identity, so a fact counts once.

So does a fault in the order of facts, which is found again when its commit failed.
"""

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
    match event:
        case CardDrawn():
            return c.RecordCard(
                command_id=source, issued_at=now, actor=actor, card=event.card, source=source
            )
        case DeviceFault():
            return c.RecordDeviceFault(
                command_id=source,
                issued_at=now,
                actor=actor,
                device_id=device.device,
                device_kind=device.kind.value,
                code=event.code,
                detail=event.detail,
                lost_count=event.lost_count,
                source=source,
            )
        case _:
            raise AssertionError(f"{type(event).__name__} has no command")
