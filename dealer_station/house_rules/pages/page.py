"""A rules page: the text of a game filled in with what the loaded rule set says.

    rules -> facts (figures, choices, tables) + text -> sections of paragraphs and tables

The page stands in one language, without markup; API and printed page show the same one. A text
that asks for what the rule set does not have is a `PageTextError`: tests try every value of every
rule set, so that no reader meets one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dealer_station.house_rules.pages import (
    baccarat,
    caribbean_stud,
    casino_holdem,
    seven_card_stud,
    texas_holdem,
)
from dealer_station.house_rules.pages.facts import (
    PageFacts,
    TableKind,
    with_conversion,
    with_every_game,
)
from dealer_station.house_rules.pages.figures import Figure, Language, Name, Word, written
from dealer_station.house_rules.pages.text import PLACE, PageText, Part, Section, load_text
from dealer_station.progressive.conversion import Conversion
from dealer_station.table.draft import TableRules

_FACTS: Mapping[str, Callable[[TableRules], PageFacts]] = {
    "caribbean-stud": caribbean_stud.facts,
    "casino-holdem": casino_holdem.facts,
    "baccarat": baccarat.facts,
    "seven-card-stud": seven_card_stud.facts,
    "texas-holdem": texas_holdem.facts,
}
UNSAID: Mapping[str, Mapping[str, str]] = {
    "caribbean-stud": caribbean_stud.UNSAID,
    "casino-holdem": casino_holdem.UNSAID,
    "baccarat": baccarat.UNSAID,
    "seven-card-stud": seven_card_stud.UNSAID,
    "texas-holdem": texas_holdem.UNSAID,
}
"""Keys of rule sets that a page does not tell, by game, each with the reason."""


class PageTextError(Exception):
    """A text asks for a figure, a choice, a table or a word that there is not."""

    def __init__(self, game: str, wanted: str) -> None:
        super().__init__(f"{game}: the rules page has no {wanted}")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few plain sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table; every line has as many cells as the head."""

    kind: TableKind
    caption: str
    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PageSection:
    """What stands under one heading."""

    id: str
    heading: str
    parts: tuple[Paragraph | PageTable, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a table for its players; `digest` is the rule set's, as rounds name it."""

    title: str
    game: str
    rule_set: str
    digest: str
    language: Language
    sections: tuple[PageSection, ...]


def rules_page(
    rules: TableRules, language: Language, currency: str, conversion: Conversion | None = None
) -> RulesPage:
    """Return the page of a rule set; `currency` is the table's, by its ISO 4217 code.

    `conversion` is that of a progressive in another one. Raises PageTextError where text and rule
    set do not fit.
    """
    game = rules.game.name
    facts = facts_of(rules, conversion)
    writer = _Writer(game, load_text(game), facts, language, currency)
    sections = (writer.section(section) for section in writer.text.section)
    return RulesPage(
        title=writer.text.title.said(language),
        game=game,
        rule_set=rules.name,
        digest=rules.digest,
        language=language,
        sections=tuple(section for section in sections if section.parts),
    )


def facts_of(rules: TableRules, conversion: Conversion | None = None) -> PageFacts:
    """Return what a page of this rule set may say."""
    make = _FACTS.get(rules.game.name)
    if make is None:
        raise PageTextError(rules.game.name, "facts")
    return with_conversion(with_every_game(make(rules), rules), conversion)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes one page."""

    game: str
    text: PageText
    facts: PageFacts
    language: Language
    currency: str

    def section(self, section: Section) -> PageSection:
        parts = tuple(self._part(part) for part in section.part if self._stands(part))
        return PageSection(section.id, section.heading.said(self.language), parts)

    def _stands(self, part: Part) -> bool:
        """Say whether all of a part's conditions hold; one about nothing does not hold.

        Choices of a progressive are none where the rule set has no progressive.
        """
        wanted = (condition.split("=") for condition in part.when)
        return all(self.facts.choices.get(name) == value for name, value in wanted)

    def _part(self, part: Part) -> Paragraph | PageTable:
        said = self._filled(part.said(self.language))
        return Paragraph(said) if part.table is None else self._table(part.table, said)

    def _filled(self, text: str) -> str:
        return PLACE.sub(lambda place: self._named(place[1]), text)

    def _named(self, name: str) -> str:
        if name not in self.facts.figures:
            raise PageTextError(self.game, f"figure {name}")
        return self._written(self.facts.figures[name])

    def _table(self, name: str, caption: str) -> PageTable:
        if name not in self.facts.tables:
            raise PageTextError(self.game, f"table {name}")
        table = self.facts.tables[name]
        return PageTable(
            kind=table.kind,
            caption=caption,
            head=self._cells(table.head),
            lines=tuple(self._cells(line) for line in table.lines),
        )

    def _cells(self, figures: tuple[Figure, ...]) -> tuple[str, ...]:
        return tuple(self._written(figure) for figure in figures)

    def _written(self, figure: Figure) -> str:
        if isinstance(figure, Name):
            return figure.text
        if not isinstance(figure, Word):
            return written(figure, self.language, self.currency)
        if figure.key not in self.text.words:
            raise PageTextError(self.game, f"word {figure.key}")
        return self._filled(self.text.words[figure.key].said(self.language))
