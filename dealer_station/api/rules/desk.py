"""Keeps the rules pages of the station's tables, as content and as HTML, by the rule set's digest.

Anybody may ask as often as he likes, so a page is made once and again only when the table has
opened under another rule set or conversion, or a level of its progressive has other terms: players
read what they play for, and not what a file once said (HIT-06). Thread-safe: two threads that make
the same page make it alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dealer_station.api.ports import ServedTable
from dealer_station.api.rules.printed import printed_page
from dealer_station.api.rules.schemas import RulesShown, shown_rules
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import rules_page
from dealer_station.progressive.conversion import Conversion
from dealer_station.progressive.levels import LevelTerms
from dealer_station.table.levels import with_filed_terms


@dataclass(frozen=True, slots=True)
class KeptPage:
    """One table's page in one language: content as JSON, and the HTML of the printed page."""

    digest: str
    content: bytes
    html: str
    conversion: Conversion | None
    terms: Mapping[str, LevelTerms]


class RulesDesk:
    """Answers for every table of the station."""

    def __init__(self) -> None:
        self._currencies: Final[dict[str, str]] = {}
        self._kept: Final[dict[tuple[str, Language], KeptPage]] = {}

    def of(self, table: ServedTable, language: Language) -> KeptPage:
        """Return the page of the rules in force at a table."""
        digest, conversion = table.controller.rules.digest, _conversion(table)
        terms = table.controller.filed_terms()
        kept = self._kept.get((table.table_id, language))
        now = (digest, conversion, terms)
        if kept is None or (kept.digest, kept.conversion, kept.terms) != now:
            kept = self._make(table, language, conversion, terms)
            self._kept[table.table_id, language] = kept
        return kept

    def _make(
        self,
        table: ServedTable,
        language: Language,
        conversion: Conversion | None,
        terms: Mapping[str, LevelTerms],
    ) -> KeptPage:
        currency = self._currency(table)
        rules = with_filed_terms(table.controller.rules, terms)
        page = rules_page(rules, language, currency, conversion)
        shown: RulesShown = shown_rules(table.table_id, table.name, currency, page)
        content = shown.model_dump_json().encode()
        return KeptPage(page.digest, content, printed_page(shown), conversion, terms)

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
