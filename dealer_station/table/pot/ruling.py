"""Rulings at a pot game's table: who may decide what; what it does stands in `effects.py`."""

from collections.abc import Mapping

from dealer_station.irregularities.kinds import OfferedRuling, RulingOption
from dealer_station.table import commands as c
from dealer_station.table.draft import Draft
from dealer_station.table.pot import findings
from dealer_station.table.pot.effects import EFFECTS, Effect
from dealer_station.table.pot.holdem_effects import HOLDEM_EFFECTS
from dealer_station.table.pot.progress import move_on
from dealer_station.table.pot.stud_effects import STUD_EFFECTS
from dealer_station.table.refusals import RefusalReason, RefusedError
from dealer_station.table.ruling import AS_PROPOSED, item_to_rule, refuse_unless_ruler, write_down
from dealer_station.table.state import Irregularity


def apply_ruling(draft: Draft, command: c.ApplyRuling) -> None:
    """Decide the open irregularity; an option (or a card) that is not offered is refused."""
    item = item_to_rule(draft, command)
    offered = _offered(item, command)
    refuse_unless_ruler(command, item, offered)
    carry_out(draft, item, offered.option, command.cards)
    findings.raise_findings(draft)
    move_on(draft)


def _offered(item: Irregularity, command: c.ApplyRuling) -> OfferedRuling:
    """Return what was chosen; where a card has to be named, the proposal alone names none."""
    proposal = item.options[0]
    for offered in item.options:
        is_chosen = command.option == offered.option
        is_chosen |= command.option == AS_PROPOSED and offered == proposal
        if is_chosen and len(command.cards) == int(offered.names_card):
            return offered
    raise RefusedError(
        RefusalReason.NOT_OFFERED, irregularity=item.irregularity, option=command.option
    )


def carry_out(
    draft: Draft, item: Irregularity, option: RulingOption, cards: tuple[str, ...] = ()
) -> None:
    """Write the ruling down and take its effect; `cards` are those that it names."""
    write_down(draft, item, option)
    _effect(item.irregularity, option)(draft, item, cards)


_EFFECTS_BY_ID: Mapping[str, Mapping[RulingOption, Effect]] = {**HOLDEM_EFFECTS, **STUD_EFFECTS}


def _effect(irregularity: str, option: RulingOption) -> Effect:
    return _EFFECTS_BY_ID.get(irregularity, {}).get(option) or EFFECTS[option]
