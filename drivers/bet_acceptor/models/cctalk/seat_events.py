"""What the news of an event buffer mean for a seat: tokens, faults, and what to remember.

Knows tokens, errors and restarts. Does not know when a reading is believed. Each step carries the
memory as it is after that event, so a crash between two of them loses none and repeats none.
"""

from collections.abc import Callable
from typing import assert_never

from drivers.bet_acceptor.models.cctalk.credit_buffer import (
    Adopted,
    Counted,
    News,
    Restarted,
    Same,
    Verdict,
)
from drivers.bet_acceptor.models.cctalk.error_codes import Alarm, ErrorCode, Fate, error_code
from drivers.bet_acceptor.models.cctalk.notes import SeatNotes
from drivers.bet_acceptor.models.cctalk.steps import FaultCode, Keep, SeatStep, Take, Trouble

TokenFacts = Callable[[int], tuple[str | None, int | None]]
"""Returns coin id and worth of a kind of token, None for what is not known."""


def event_steps(notes: SeatNotes, verdict: Verdict, facts: TokenFacts) -> list[SeatStep]:
    """Return what follows from a believed reading, in the order of the events."""
    match verdict:
        case Same():
            return []
        case Adopted():
            return [Keep(notes.change(known=verdict.known))]
        case News():
            steps: list[SeatStep] = []
            if verdict.lost:
                notes.change(known=verdict.before)
                detail = f"{verdict.lost} events were overwritten before they were read"
                steps.append(notes.doubt(FaultCode.EVENTS_LOST, detail, verdict.lost))
            return _all_stored(notes, [*steps, *_counted(notes, verdict.counted, facts)])
        case Restarted():
            before = notes.memory.counter
            notes.change(known=verdict.before)
            detail = f"the acceptor counts anew after event {before}; tokens may be missing"
            restart = notes.doubt(FaultCode.DEVICE_RESET, detail)
            return _all_stored(notes, [restart, *_counted(notes, verdict.counted, facts)])
        case _:
            assert_never(verdict)


def _counted(notes: SeatNotes, counted: tuple[Counted, ...], facts: TokenFacts) -> list[SeatStep]:
    return [step for one in counted for step in _event(notes, one, facts)]


def _event(notes: SeatNotes, counted: Counted, facts: TokenFacts) -> list[SeatStep]:
    """Return what one event means."""
    notes.change(known=counted.known)
    token, second = counted.event
    if not token:
        return _error(notes, error_code(second))
    reported = notes.memory.reported
    if reported is not None and reported.is_open:
        # One token for one opening: the window shuts, and stays shut until another is wished.
        notes.change(is_spent=True)
    return [Take(token, second, counted.known.counter, *facts(token), notes.memory)]


def _error(notes: SeatNotes, error: ErrorCode) -> list[SeatStep]:
    said = f"error {error.code} ({error.name})"
    alarm = "" if error.alarm is None else f", {error.alarm} alarm"
    match error.fate:
        case Fate.KEPT:
            detail = f"a token was kept without credit: {said}{alarm}"
            return [notes.doubt(FaultCode.TOKEN_KEPT, detail, 1)]
        case Fate.UNKNOWN:
            detail = f"a token may have been kept without credit: {said}{alarm}"
            return [notes.doubt(FaultCode.TOKEN_UNCERTAIN, detail)]
        case Fate.RETURNED:
            notes.change(returned=notes.memory.returned + 1)
        case Fate.NOTHING:
            pass
    if error.alarm in (Alarm.FRAUD, Alarm.HARDWARE):
        is_fraud = error.alarm is Alarm.FRAUD
        code = FaultCode.FRAUD_ALARM if is_fraud else FaultCode.HARDWARE_ALARM
        return [Trouble(code, f"a token was returned: {said}", 0, notes.memory)]
    return []


def _all_stored(notes: SeatNotes, steps: list[SeatStep]) -> list[SeatStep]:
    """Return the steps with one more where the last event is in none of them."""
    last = steps[-1] if steps else None
    is_stored = isinstance(last, Take | Trouble) and last.memory == notes.memory
    return steps if is_stored else [*steps, Keep(notes.memory)]
