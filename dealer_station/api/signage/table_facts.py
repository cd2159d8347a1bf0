"""What a sign above a table shows: the table's public view, without its wagers.

Anybody may ask for it as often as he likes, so a table is asked at most every half second, however
many signs there are.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from anyio import to_thread

from dealer_station.api.ports import ServedTable, Services
from dealer_station.api.signage.schemas import LimitsShown, SpotShown, TableShownToPlayers

_KEPT_MS: Final = 500


class TableDesk:
    """Answers for every table of the station; its methods run on the event loop."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._asking = {table_id: asyncio.Lock() for table_id in services.tables}
        self._answers: dict[str, tuple[int, TableShownToPlayers]] = {}

    async def of(self, table_id: str) -> TableShownToPlayers | None:
        """Return a table, at most half a second old; None where there is no such one."""
        served = self._services.tables.get(table_id)
        if served is None:
            return None
        async with self._asking[table_id]:
            now_ms = self._services.clock.monotonic_ms()
            kept = self._answers.get(table_id)
            if kept is None or now_ms - kept[0] >= _KEPT_MS:
                # In a thread, since the table may be busy.
                kept = (now_ms, await to_thread.run_sync(_shown, served))
                self._answers[table_id] = kept
            return kept[1]


def _shown(served: ServedTable) -> TableShownToPlayers:
    view: Mapping[str, Any] = served.controller.public_view()
    facts: Mapping[str, Any] = view["table"]
    hands = frozenset(served.controller.rules.game.table_hands)
    return TableShownToPlayers(
        id=served.table_id,
        name=served.name,
        game=served.game,
        currency=facts["currency"],
        version=view["version"],
        round=view["round"],
        is_open=view["is_open"],
        phase=view["phase"],
        limits=LimitsShown(**facts["limits"]),
        spots=[_spot(spot) for spot in facts["spots"]],
        cards={hand: cards for hand, cards in view["cards"].items() if hand in hands},
        hands={hand: worth for hand, worth in view["hands"].items() if hand in hands},
        history=view["history"],
    )


def _spot(spot: Mapping[str, Any]) -> SpotShown:
    """Return a spot's limits and payout; what is staked at a fixed price has it as both limits."""
    price = spot.get("price")
    return SpotShown(
        name=spot["name"],
        min=spot.get("min", price),
        max=spot.get("max", price),
        pays=spot.get("pays"),
    )
