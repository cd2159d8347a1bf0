"""What the table writes down by itself under an id of the rule sheet: nobody rules on it."""

from collections.abc import Mapping

from dealer_station.irregularities.kinds import Authority, OfferedRuling, RulingOption
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.raising import raise_irregularity
from dealer_station.table.roles import Role


def enter(
    draft: Draft, irregularity: str, option: RulingOption, facts: Mapping[str, str] | None = None
) -> None:
    """Enter an irregularity with what the dealer does about it by the rules."""
    offered = (OfferedRuling(option, Authority.DEALER),)
    item = raise_irregularity(draft, irregularity, facts or {}, offered)
    draft.emit(
        e.RulingMade(
            at=draft.at,
            number=item.number,
            irregularity=irregularity,
            option=option,
            role=Role.DEALER,
            person_id=draft.command.actor.person_id,
        )
    )
