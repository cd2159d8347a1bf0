"""How irregularities, rulings, and time that stood still change a table's state (see `evolve`)."""

from dealer_station.irregularities.kinds import STRAY, RulingOption
from dealer_station.table import events as e
from dealer_station.table import evolve_devices
from dealer_station.table.copying import replace
from dealer_station.table.state import TABLE, Irregularity, TableState


def irregularity_raised(state: TableState, event: e.IrregularityRaised) -> TableState:
    """It is open until its ruling, and time stands still where the table is held."""
    raised = Irregularity(
        event.number,
        event.irregularity,
        event.facts,
        event.options,
        event.reported_by,
        event.is_held,
        event.card_number,
        person_id=event.person_id,
    )
    changed = replace(
        state,
        irregularities=(*state.irregularities, raised),
        irregularity_count=event.number,
    )
    return _stop_clock(changed, event.at) if event.is_held else changed


def irregularity_replaced(state: TableState, event: e.IrregularityReplaced) -> TableState:
    """It never was."""
    rest = tuple(item for item in state.irregularities if item.number != event.number)
    return _restart_clock(replace(state, irregularities=rest), event.at)


def ruling_made(state: TableState, event: e.RulingMade) -> TableState:
    """It is closed; time goes on unless another one holds the table."""
    ruled = tuple(
        replace(item, ruling=event.option, ruled_by=event.role)
        if item.number == event.number
        else item
        for item in state.irregularities
    )
    explained = _without_stray(replace(state, irregularities=ruled), event)
    return _restart_clock(_wait_anew(explained, event.at), event.at)


def _without_stray(state: TableState, event: e.RulingMade) -> TableState:
    """What the table has found between rounds is that token or that card.

    A fouled deck takes the card away too.
    """
    found = {item.number: item for item in state.irregularities if item.reported_by == TABLE}
    if event.number in found and STRAY in found[event.number].facts:
        token, *others = state.stray_tokens
        roomy = evolve_devices.with_room_for_token(state, token.seat)
        return replace(roomy, stray_tokens=tuple(others))
    if event.number in found or event.option is RulingOption.FOULED_DECK:
        return replace(state, stray_card="")
    return state


def _wait_anew(state: TableState, at: int) -> TableState:
    """An acceptor's silence counts anew after a hold and after a stop of the station."""
    closing = state.closing
    return (
        state if closing is None else replace(state, closing=replace(closing, waiting_since_at=at))
    )


def _stop_clock(state: TableState, at: int) -> TableState:
    clock = state.clock
    if clock is None or clock.standing_since_at is not None:
        return state
    return replace(state, clock=replace(clock, standing_since_at=at))


def _restart_clock(state: TableState, at: int) -> TableState:
    clock = state.clock
    if clock is None or clock.standing_since_at is None or state.open_irregularity:
        return state
    stood = clock.stood_ms + at - clock.standing_since_at
    return replace(state, clock=replace(clock, stood_ms=stood, standing_since_at=None))


def table_resumed(state: TableState, event: e.TableResumed) -> TableState:
    """The time of the stop has not passed for anybody at the table."""
    resumed = _wait_anew(state, event.at)
    return _restart_clock(_stop_clock(resumed, event.stopped_at), event.at)


def clock_set(state: TableState, event: e.ClockSet) -> TableState:
    """The time between the two readings has not passed, also where it is less than nothing."""
    return _restart_clock(_stop_clock(_wait_anew(state, event.at), event.from_at), event.at)
