"""A table's rules for its players, as a screen gets them: sections of paragraphs and tables."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.house_rules.pages.facts import TableKind
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import PageTable, Paragraph, RulesPage


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True)


class ParagraphShown(_Shown):
    """A few plain sentences."""

    kind: Literal["paragraph"] = "paragraph"
    text: str


class TableOfRules(_Shown):
    """A table; every line has as many cells as the head. `about` says what kind of thing it is."""

    kind: Literal["table"] = "table"
    about: TableKind
    caption: str
    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


PartShown = Annotated[ParagraphShown | TableOfRules, Field(discriminator="kind")]


class SectionShown(_Shown):
    """What stands under one heading; `id` is the same in every language."""

    id: str
    heading: str
    parts: tuple[PartShown, ...]


class RulesShown(_Shown):
    """The rules that a table plays by, in one language, filled in with its own figures.

    `digest` is the SHA-256 of the rule set; each round names the one that it was played under.
    """

    table: str
    table_name: str
    currency: str
    language: Language
    title: str
    game: str
    rule_set: str
    digest: str = Field(pattern=r"^[0-9a-f]{64}$")
    sections: tuple[SectionShown, ...]


def shown_rules(table: str, name: str, currency: str, page: RulesPage) -> RulesShown:
    """Return a page as it is sent."""
    return RulesShown(
        table=table,
        table_name=name,
        currency=currency,
        language=page.language,
        title=page.title,
        game=page.game,
        rule_set=page.rule_set,
        digest=page.digest,
        sections=tuple(
            SectionShown(
                id=section.id,
                heading=section.heading,
                parts=tuple(_part(part) for part in section.parts),
            )
            for section in page.sections
        ),
    )


def _part(part: Paragraph | PageTable) -> ParagraphShown | TableOfRules:
    if isinstance(part, Paragraph):
        return ParagraphShown(text=part.text)
    return TableOfRules(about=part.kind, caption=part.caption, head=part.head, lines=part.lines)
