"""Keeps the rules pages of the station's tables, as content and as HTML, by the rule set's digest.

Anybody may ask as often as he likes, so a page is made once and again only when the table has
opened under another rule set. Thread-safe: two threads that make the same page make it alike.
"""

from dataclasses import dataclass
from typing import Final

from dealer_station.api.ports import ServedTable
from dealer_station.api.rules.printed import printed_page
from dealer_station.api.rules.schemas import RulesShown, shown_rules
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import rules_page


@dataclass(frozen=True, slots=True)
class KeptPage:
    """One table's page in one language: content as JSON, and the HTML of the printed page."""

    digest: str
    content: bytes
    html: str


class RulesDesk:
    """Answers for every table of the station."""

    def __init__(self) -> None:
        self._currencies: Final[dict[str, str]] = {}
        self._kept: Final[dict[tuple[str, Language], KeptPage]] = {}

    def of(self, table: ServedTable, language: Language) -> KeptPage:
        """Return the page of the rules in force at a table."""
        digest = table.controller.rules.digest
        kept = self._kept.get((table.table_id, language))
        if kept is None or kept.digest != digest:
            kept = self._make(table, language)
            self._kept[table.table_id, language] = kept
        return kept

    def _make(self, table: ServedTable, language: Language) -> KeptPage:
        currency = self._currency(table)
        page = rules_page(table.controller.rules, language, currency)
        shown: RulesShown = shown_rules(table.table_id, table.name, currency, page)
        return KeptPage(page.digest, shown.model_dump_json().encode(), printed_page(shown))

    def _currency(self, table: ServedTable) -> str:
        """Return a table's currency: a view of the whole table says it, so it is asked once."""
        if table.table_id not in self._currencies:
            facts = table.controller.public_view()["table"]
            self._currencies[table.table_id] = facts["currency"]
        return self._currencies[table.table_id]
