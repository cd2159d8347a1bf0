"""What a sign writes around its meter: names and limits, read from the tables' public views.

Anybody may ask for it as often as he likes, so the tables are asked at most once a second.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from anyio import to_thread

from dealer_station.api.ports import ServedProgressive, ServedTable, Services
from dealer_station.api.signage.schemas import (
    LevelShown,
    LimitsShown,
    ProgressiveShown,
    SignTable,
)

_KEPT_MS: Final = 1_000


class FactsDesk:
    """Answers for every progressive of the station; its methods run on the event loop."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._asking = asyncio.Lock()
        self._answers: dict[str, tuple[int, ProgressiveShown]] = {}

    async def of(self, progressive: str) -> ProgressiveShown | None:
        """Return a progressive's facts, at most a second old; None where there is no such one."""
        served = self._services.progressives.get(progressive)
        if served is None:
            return None
        async with self._asking:
            now_ms = self._services.clock.monotonic_ms()
            kept = self._answers.get(progressive)
            if kept is None or now_ms - kept[0] >= _KEPT_MS:
                kept = (now_ms, await to_thread.run_sync(self._ask, served))
                self._answers[progressive] = kept
            return kept[1]

    def _ask(self, served: ServedProgressive) -> ProgressiveShown:
        """Ask the tables; runs in a thread, since one of them may be busy."""
        return ProgressiveShown(
            progressive=served.progressive_id,
            currency=served.currency,
            levels=self._levels(served),
            tables=[_table(self._services.tables[table_id]) for table_id in served.table_ids],
        )

    def _levels(self, served: ServedProgressive) -> list[LevelShown]:
        """Return the prizes that the ledger knows."""
        return [
            LevelShown(name=served.name_of(level.level_id))
            for level in self._services.ledgers.levels(served.progressive_id)
        ]


def _table(table: ServedTable) -> SignTable:
    facts: Mapping[str, Any] = table.controller.public_view()["table"]
    prices = [spot["price"] for spot in facts["spots"] if "price" in spot]
    return SignTable(
        id=table.table_id,
        name=table.name,
        game=table.game,
        currency=facts["currency"],
        limits=LimitsShown(**facts["limits"]),
        price=prices[0] if prices else None,
    )
