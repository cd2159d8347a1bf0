"""Tokens, windows and lamps as the seats' acceptors tell them. They are facts: none is refused.

A token is a wager if the seat's window stood open for this betting and was not shut for its
closing; whatever else an acceptor takes is set down as a stray token, lights nothing (DEV-18) and
waits for a supervisor (CS-I11). No token is ever lost. One that fell before its window was shut for
a suspended progressive was taken while it could be, and counts as long as betting is open, however
late it is told.
"""

from dealer_station.games.rules import ProgressiveRules
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.acceptors import Acceptor, StrayReason
from dealer_station.table.draft import Draft
from dealer_station.table.house import closing
from dealer_station.table.house.progress import move_on
from dealer_station.table.house.raising import hold_for_stray_token
from dealer_station.table.lifecycle import BEFORE_THE_DEAL, Phase


def record_token(draft: Draft, command: c.RecordToken) -> None:
    """Make a token the seat's wager, or set it down as a stray one and hold the table."""
    acceptor, progressive = draft.state.acceptor(command.device_id), draft.game.progressive
    if acceptor is None or progressive is None:
        _stray(draft, command, 0, StrayReason.UNKNOWN_SEAT)
        return
    reason = _stray_reason(draft, command, acceptor, progressive)
    if reason is not None:
        _stray(draft, command, acceptor.seat, reason)
        return
    assert command.value_minor is not None, "it was compared with the price"
    draft.emit(
        e.WagerPlaced(
            at=draft.at,
            seat=acceptor.seat,
            spot=progressive.spot,
            amount_minor=command.value_minor,
            is_coin=True,
            source=command.source,
            person_id=command.actor.person_id,
            device_counter=command.device_counter,
        )
    )


def _stray_reason(
    draft: Draft, command: c.RecordToken, acceptor: Acceptor, progressive: ProgressiveRules
) -> StrayReason | None:
    """Say why a token is no wager; None where it is one."""
    state = draft.state
    if not state.is_round_open:
        return StrayReason.OUTSIDE
    is_shut = state.closing is not None and acceptor.shut_for == state.closing.number
    if state.phase not in BEFORE_THE_DEAL or is_shut:
        return StrayReason.LATE
    if acceptor.opened_for < state.betting_number or acceptor.is_excused:
        return StrayReason.OUTSIDE
    if draft.round.wager(acceptor.seat, progressive.spot) is not None:
        return StrayReason.SECOND
    is_shut_since = state.is_suspended or acceptor.opened_for < state.resumed_order
    if is_shut_since and not acceptor.is_open:
        return StrayReason.SUSPENDED
    price = next(s.price_minor for s in draft.game.spots if s.name == progressive.spot)
    return None if command.value_minor == price else StrayReason.WRONG_VALUE


def _stray(draft: Draft, command: c.RecordToken, seat: int, reason: StrayReason) -> None:
    draft.emit(
        e.StrayTokenTaken(
            at=draft.at,
            seat=seat,
            device_id=command.device_id,
            token=command.token,
            value_minor=command.value_minor,
            reason=reason,
            device_counter=command.device_counter,
            source=command.source,
        )
    )
    hold_for_stray_token(draft)


def record_window(draft: Draft, command: c.RecordWindow) -> None:
    """Take note of a window; the last answer to a closing closes the betting."""
    acceptor = draft.state.acceptor(command.device_id)
    draft.emit(
        e.WindowReported(
            at=draft.at,
            seat=acceptor.seat if acceptor else 0,
            device_id=command.device_id,
            is_open=command.is_open,
            order=command.order,
            counter=command.counter,
            device_time=command.device_time,
            source=command.source,
        )
    )
    closing.end_silence(draft)
    if draft.state.phase is Phase.CLOSING:
        move_on(draft)


def record_lamp(draft: Draft, command: c.RecordLamp) -> None:
    """Take note of a lamp: the seat's evidence that its wager was in."""
    acceptor = draft.state.acceptor(command.device_id)
    draft.emit(
        e.LampReported(
            at=draft.at,
            seat=acceptor.seat if acceptor else 0,
            device_id=command.device_id,
            is_lit=command.is_lit,
            device_time=command.device_time,
            source=command.source,
        )
    )
