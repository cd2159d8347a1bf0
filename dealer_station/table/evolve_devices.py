"""How the words of acceptors and other devices change a table's state (see `evolve`).

Pure and total, like all of it. Imports no other part of the dispatch.
"""

from typing import Any

from dealer_station.table import devices
from dealer_station.table import events as e
from dealer_station.table.acceptors import FACTS_LOST, Closing, StrayToken
from dealer_station.table.copying import replace
from dealer_station.table.devices import DeviceStatus
from dealer_station.table.lifecycle import BEFORE_THE_DEAL, Phase
from dealer_station.table.state import TableState


def with_room_for_token(state: TableState, seat: int) -> TableState:
    """Let the seat's window open for another token; what it answered a closing stays its answer."""
    if state.phase is not Phase.BETTING:
        return state
    acceptors = tuple(
        replace(one, reopened_at=state.version) if one.seat == seat else one
        for one in state.acceptors
    )
    return replace(state, acceptors=acceptors)


def stray_token_taken(state: TableState, event: e.StrayTokenTaken) -> TableState:
    """A token that is no wager waits for a supervisor."""
    token = StrayToken(event.seat, event.device_id, event.reason, event.source)
    return replace(state, stray_tokens=(*state.stray_tokens, token))


def closing_begun(state: TableState, event: e.ClosingBegun) -> TableState:
    """The acceptors are asked to shut."""
    closing = Closing(state.version, event.person_id, event.at)
    return replace(state, closing=closing, window_order=closing.number)


def acceptor_excused(state: TableState, event: e.AcceptorExcused) -> TableState:
    """The table goes on without an acceptor."""
    return _with_acceptor(state, event.device_id, is_excused=True, is_in_doubt=False)


def window_reported(state: TableState, event: e.WindowReported) -> TableState:
    """A window was opened for a betting or shut for a closing."""
    moved = {"opened_for": event.order} if event.is_open else {"shut_for": event.order}
    return _with_acceptor(
        state,
        event.device_id,
        is_open=event.is_open,
        counter=event.counter,
        window_at=event.device_time,
        is_excused=False,
        **moved,
    )


def lamp_reported(state: TableState, event: e.LampReported) -> TableState:
    """A lamp was lit or went dark."""
    return _with_acceptor(state, event.device_id, is_lit=event.is_lit, lamp_at=event.device_time)


def _with_acceptor(state: TableState, device_id: str, **changes: Any) -> TableState:
    acceptors = tuple(
        replace(one, **changes) if one.device_id == device_id else one for one in state.acceptors
    )
    return replace(state, acceptors=acceptors)


def device_reported(state: TableState, event: e.DeviceReported) -> TableState:
    """A device told its state."""
    return _with_device(state, devices.reported(state.device(event.device_id), event))


def device_faults_cleared(state: TableState, event: e.DeviceFaultsCleared) -> TableState:
    """A person has looked: an acceptor is in doubt no more."""
    cleared = _with_acceptor(state, event.device_id, is_in_doubt=False)
    return _with_device(cleared, devices.cleared(_device(state, event.device_id), event))


def device_faults_not_cleared(state: TableState, event: e.DeviceFaultsNotCleared) -> TableState:
    """What was cleared stands again."""
    return _with_device(state, devices.not_cleared(_device(state, event.device_id), event))


def _device(state: TableState, device_id: str) -> DeviceStatus:
    device = state.device(device_id)
    assert device is not None, "only a device that has told something is cleared"
    return device


def device_fault_reported(state: TableState, event: e.DeviceFaultReported) -> TableState:
    """An acceptor whose tokens may be missing is in doubt until this betting is closed."""
    if event.fault_class == FACTS_LOST and state.phase in BEFORE_THE_DEAL:
        state = _with_acceptor(state, event.device_id, is_in_doubt=True)
    status = devices.alarmed(state.device(event.device_id), event)
    return state if status is None else _with_device(state, status)


def _with_device(state: TableState, status: DeviceStatus) -> TableState:
    others = tuple(d for d in state.devices if d.device_id != status.device_id)
    devices = tuple(sorted((*others, status), key=lambda device: device.device_id))
    return replace(state, devices=devices)
