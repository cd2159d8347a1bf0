"""What every ruling has, at whatever table: an open irregularity, who may decide it, the record."""

from typing import Final

from dealer_station.irregularities.kinds import Authority, OfferedRuling, RulingOption
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.roles import Role
from dealer_station.table.state import Irregularity

AS_PROPOSED: Final = "as_proposed"
"""The option that takes whatever is proposed."""

RULERS: Final = frozenset({Role.SUPERVISOR, Role.MANAGER})
"""Who rules; what an option needs besides stands in the catalogue."""


def item_to_rule(draft: Draft, command: c.ApplyRuling) -> Irregularity:
    """Return the open irregularity; `not_applicable` where there is none, or another is meant."""
    item = draft.state.open_irregularity
    if item is None or command.number not in {0, item.number}:
        raise RefusedError(RefusalReason.NOT_APPLICABLE)
    return item


def refuse_unless_ruler(command: c.ApplyRuling, item: Irregularity, offered: OfferedRuling) -> None:
    """Refuse who may not give this ruling: `needs_supervisor`, `needs_manager`."""
    role = command.actor.role
    if role not in RULERS:
        raise RefusedError(RefusalReason.NEEDS_SUPERVISOR, irregularity=item.irregularity)
    if offered.needs is Authority.MANAGER and role is not Role.MANAGER:
        raise RefusedError(
            RefusalReason.NEEDS_MANAGER, irregularity=item.irregularity, option=offered.option
        )


def write_down(draft: Draft, item: Irregularity, option: RulingOption) -> None:
    """Record the ruling, with whoever gave it; its effects come after it."""
    actor = draft.command.actor
    draft.emit(
        e.RulingMade(
            at=draft.at,
            number=item.number,
            irregularity=item.irregularity,
            option=option,
            role=actor.role,
            person_id=actor.person_id,
        )
    )
