"""What becomes of a command that came over HTTP: submitted, counted, and its no as a problem."""

from dealer_station.api.ports import Outcome, Services
from dealer_station.api.problems import (
    CommandConflictProblem,
    ProblemError,
    RecordUnavailable,
    Refused,
)
from dealer_station.api.refusal_texts import REFUSAL_TEXTS, refusal_detail
from dealer_station.api.tables.gate import Gate, Picture
from dealer_station.event_log.errors import CommandConflict, EventLogError
from dealer_station.observability import get_logger
from dealer_station.table.commands import Command
from dealer_station.table.refusals import Refusal

_log = get_logger(__name__)


def refused_problem(refusal: Refusal) -> Refused:
    """Return the problem document for a table's refusal."""
    return Refused(
        code=refusal.reason,
        title=REFUSAL_TEXTS[refusal.reason].title,
        detail=refusal_detail(refusal),
        facts={name: str(value) for name, value in refusal.facts.items()},
    )


def submit(gate: Gate, command: Command, picture: Picture) -> Outcome:
    """Submit the command, and turn what the record refuses into problems."""
    try:
        return gate.submit(command, picture)
    except CommandConflict as conflict:
        raise ProblemError(CommandConflictProblem()) from conflict
    except EventLogError as fault:
        _log.exception("record_unavailable")
        raise ProblemError(RecordUnavailable(), headers={"Retry-After": "1"}) from fault


def count_outcome(services: Services, command: str, outcome: Outcome) -> None:
    """Count what became of a command."""
    metrics = services.metrics
    if outcome.is_repeat:
        metrics.commands_repeated.labels(command).inc()
    elif outcome.refusal is not None:
        metrics.commands_refused.labels(command, outcome.refusal.reason.value).inc()
    else:
        metrics.commands_accepted.labels(command).inc()
