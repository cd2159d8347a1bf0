"""The text of a rules page as it stands in `texts/`: one file a game, each text in every language.

A part is a sentence or two, or a table with its caption. `when` says under which choices of the
rule set it stands (`both_sides=refuse`; all must hold), `source` the ids of the rule sheet that it
retells. `{name}` in a text is a figure of the rule set. `every_game.toml` has what holds for every
game against the house: words of hands and tables, and sections that follow the game's own;
`every_pot_game.toml` the same for games between players.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dealer_station.house_rules.files import first_error
from dealer_station.house_rules.loader import POT_GAMES
from dealer_station.house_rules.pages.figures import Language

EVERY_GAME = "every_game"
EVERY_POT_GAME = "every_pot_game"
PLACE = re.compile(r"\{(\w+)\}")
"""Where a figure goes in a text."""

Said = Annotated[str, Field(pattern=r"\S")]
Condition = Annotated[str, Field(pattern=r"^[\w-]+=\w+$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Texts(_Strict):
    """The same words in every language."""

    en: Said
    pl: Said

    def said(self, language: Language) -> str:
        """Return the words in a language."""
        match language:
            case Language.EN:
                return self.en
            case Language.PL:
                return self.pl


class Part(Texts):
    """A paragraph, or a table and its caption, where all conditions hold."""

    when: tuple[Condition, ...] = ()
    table: str | None = None
    source: tuple[str, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _has_the_same_places(self) -> "Part":
        if set(PLACE.findall(self.en)) != set(PLACE.findall(self.pl)):
            raise ValueError("the languages name different figures")
        return self


class Section(_Strict):
    """Parts under a heading; `id` is its name in addresses and tests."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    heading: Texts
    part: tuple[Part, ...] = Field(min_length=1)


class PageText(_Strict):
    """One file of text."""

    title: Texts
    words: Mapping[str, Texts] = Field(default_factory=dict)
    section: tuple[Section, ...]

    @model_validator(mode="after")
    def _names_sections_once(self) -> "PageText":
        ids = [section.id for section in self.section]
        if len(ids) != len(set(ids)):
            raise ValueError("a section stands twice")
        return self


@cache
def load_text(game: str) -> PageText:
    """Return a game's text together with what is said of every game.

    RuleSetError where the file is not as it must be; FileNotFoundError for a game without one.
    """
    every = EVERY_POT_GAME if game in POT_GAMES else EVERY_GAME
    own, shared = read_text(_content(game), game), read_text(_content(every), every)
    try:
        return PageText(
            title=own.title,
            words={**shared.words, **own.words},
            section=(*own.section, *shared.section),
        )
    except ValidationError as error:
        raise first_error(f"{game}.toml", error) from None


def read_text(content: str, name: str) -> PageText:
    """Read a file of text; what is wrong with it is a RuleSetError that names file and key."""
    try:
        return PageText.model_validate(tomllib.loads(content))
    except ValidationError as error:
        raise first_error(f"{name}.toml", error) from None


def _content(name: str) -> str:
    resource = files(__package__) / "texts" / f"{name.replace('-', '_')}.toml"
    return resource.read_text(encoding="utf-8")
