"""Keeps the rules pages of the station's tables, as content and as HTML, by the rule set's digest.

Anybody may ask as often as he likes, so a page is made once and again only when the table has
opened under another rule set or conversion. Thread-safe: two threads that make the same page make
it alike.
"""

from dataclasses import dataclass
from typing import Final

from dealer_station.api.ports import ServedTable
from dealer_station.api.rules.printed import printed_page
from dealer_station.api.rules.schemas import RulesShown, shown_rules
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import rules_page
from dealer_station.progressive.conversion import Conversion


@dataclass(frozen=True, slots=True)
class KeptPage:
    """One table's page in one language: content as JSON, and the HTML of the printed page."""

    digest: str
    content: bytes
    html: str
    conversion: Conversion | None


class RulesDesk:
    """Answers for every table of the station."""

    def __init__(self) -> None:
        self._currencies: Final[dict[str, str]] = {}
        self._kept: Final[dict[tuple[str, Language], KeptPage]] = {}

    def of(self, table: ServedTable, language: Language) -> KeptPage:
        """Return the page of the rules in force at a table."""
        digest, conversion = table.controller.rules.digest, _conversion(table)
        kept = self._kept.get((table.table_id, language))
        if kept is None or (kept.digest, kept.conversion) != (digest, conversion):
            kept = self._make(table, language, conversion)
            self._kept[table.table_id, language] = kept
        return kept

    def _make(
        self, table: ServedTable, language: Language, conversion: Conversion | None
    ) -> KeptPage:
        currency = self._currency(table)
        page = rules_page(table.controller.rules, language, currency, conversion)
        shown: RulesShown = shown_rules(table.table_id, table.name, currency, page)
        content = shown.model_dump_json().encode()
        return KeptPage(page.digest, content, printed_page(shown), conversion)

    def _currency(self, table: ServedTable) -> str:
        """Return a table's currency: a view of the whole table says it, so it is asked once."""
        if table.table_id not in self._currencies:
            facts = table.controller.public_view()["table"]
            self._currencies[table.table_id] = facts["currency"]
        return self._currencies[table.table_id]


def _conversion(table: ServedTable) -> Conversion | None:
    """Return how the table's wagers count for its progressive; None in the same currency."""
    progressive = table.controller.rules.game.progressive
    return None if progressive is None else table.controller.conversions.get(progressive.pool)
