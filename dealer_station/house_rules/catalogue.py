"""The irregularities of a game, read from the catalogue in the package and checked whole."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from dealer_station.house_rules.files import RuleSetError, first_error
from dealer_station.irregularities.kinds import (
    Authority,
    Catalogue,
    CatalogueEntry,
    Correction,
    Fact,
    OfferedRuling,
    Refiling,
    RulingOption,
    RulingRule,
)
from dealer_station.irregularities.situation import CONDITIONS
from dealer_station.table.lifecycle import Phase
from dealer_station.table.pot.conditions import POT_CONDITIONS


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Option(_Strict):
    option: RulingOption
    needs: Authority
    # Whether whoever rules has to say a card.
    names_card: bool = False


class _Ruling(_Strict):
    when: tuple[str, ...] = ()
    options: tuple[_Option, ...] = Field(min_length=1)


class _Refiling(_Strict):
    when: tuple[str, ...] = ()
    id: str


class _Entry(_Strict):
    id: str
    title: str
    source: str
    stages: tuple[Phase, ...] = ()
    facts: tuple[Fact, ...] = ()
    optional: tuple[Fact, ...] = ()
    requires: tuple[str, ...] = ()
    correction: Correction = Correction.NONE
    reportable: bool = True
    # Where the facts decide under which id a report is written down (HE-D24).
    files_as: tuple[_Refiling, ...] = ()
    # Findings of the table that a report replaces (HE-D22).
    explains: tuple[str, ...] = ()
    # A report of cards after which nobody could act takes their street up again (HE-I27).
    reopens: bool = False
    ruling: tuple[_Ruling, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _always_offers(self) -> "_Entry":
        if self.ruling[-1].when:
            raise ValueError("the last ruling must hold without a condition")
        return self

    @property
    def conditions(self) -> frozenset[str]:
        """Every condition that the entry names."""
        named = [rule.when for rule in self.ruling] + [one.when for one in self.files_as]
        return frozenset({*self.requires, *chain.from_iterable(named)})


class _File(_Strict):
    game: str
    # Whether players play against each other: conditions are asked of a hand, not of a round.
    has_pots: bool = False
    fouled_deck: str
    # Empty where a card that nobody waits for is only recorded (HE-D22).
    surplus_card: str
    # Empty where a card that cannot be read only waits for being read again (ST-D02).
    unread_card: str
    # Empty in games without stakes beside the base one.
    unbacked_wager: str
    # Empty in rule sets that were recorded before tables had acceptors.
    stray_token: str = ""
    silent_acceptor: str = ""
    wrong_deck: str = ""
    # A joker, where it does not foul the deck by itself.
    joker: str = ""
    # A player whom others have passed over.
    skipped_seat: str = ""
    # Whether a card that was read again needs a person's word (CH-I01).
    confirms_reread: bool = False
    # Where a card that is not due is filed by what came before it.
    surplus_cases: dict[str, str] = Field(default={})
    irregularity: tuple[_Entry, ...]

    @model_validator(mode="after")
    def _files_findings(self) -> "_File":
        ids = [entry.id for entry in self.irregularity]
        if len(ids) != len(set(ids)):
            raise ValueError("an id stands twice")
        optional = [
            self.surplus_card,
            self.unread_card,
            self.stray_token,
            self.silent_acceptor,
            self.wrong_deck,
            self.joker,
            self.skipped_seat,
        ]
        optional += self.surplus_cases.values()
        for entry in self.irregularity:
            optional += [*entry.explains, *(one.id for one in entry.files_as)]
        for name in (self.fouled_deck, *filter(None, optional)):
            if name not in ids:
                raise ValueError(f"{name} is not in the catalogue")
        return self

    @model_validator(mode="after")
    def _names_conditions(self) -> "_File":
        known = set(POT_CONDITIONS if self.has_pots else CONDITIONS)
        for entry in self.irregularity:
            if unknown := entry.conditions - known:
                raise ValueError(f"{entry.id}: unknown condition {min(unknown)}")
        return self


@cache
def load_catalogue(game: str) -> Catalogue:
    """Return a game's irregularities as they stand in the package."""
    return build_catalogue(catalogue_content(game), _file_name(game))


def catalogue_content(game: str) -> dict[str, Any]:
    """Return a game's catalogue as plain content: text, lists and dicts, fit for the record."""
    return tomllib.loads(_text(game))


def build_catalogue(content: Mapping[str, Any], origin: str) -> Catalogue:
    """Build a catalogue from its content; one that contradicts itself is a `RuleSetError`."""
    try:
        checked = _File.model_validate(content)
    except ValidationError as error:
        raise first_error(origin, error) from None
    return Catalogue(
        entries={entry.id: _entry(entry) for entry in checked.irregularity},
        fouled_deck=checked.fouled_deck,
        surplus_card=checked.surplus_card,
        unread_card=checked.unread_card,
        unbacked_wager=checked.unbacked_wager,
        stray_token=checked.stray_token,
        silent_acceptor=checked.silent_acceptor,
        surplus_cases=checked.surplus_cases,
        wrong_deck=checked.wrong_deck,
        joker=checked.joker,
        skipped_seat=checked.skipped_seat,
        confirms_reread=checked.confirms_reread,
    )


def _file_name(game: str) -> str:
    return f"{game.replace('-', '_')}.toml"


def _text(game: str) -> str:
    name = _file_name(game)
    resource = files("dealer_station.irregularities") / "catalogue" / name
    try:
        return resource.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RuleSetError(name, "file", "the game has no catalogue") from None


def _entry(entry: _Entry) -> CatalogueEntry:
    return CatalogueEntry(
        id=entry.id,
        title=entry.title,
        source=entry.source,
        stages=tuple(stage.value for stage in entry.stages),
        facts=entry.facts,
        optional=entry.optional,
        requires=entry.requires,
        rulings=tuple(_ruling(rule) for rule in entry.ruling),
        correction=entry.correction,
        is_reportable=entry.reportable,
        refiles=tuple(Refiling(one.when, one.id) for one in entry.files_as),
        explains=entry.explains,
        reopens=entry.reopens,
    )


def _ruling(rule: _Ruling) -> RulingRule:
    options = tuple(
        OfferedRuling(item.option, item.needs, item.names_card) for item in rule.options
    )
    return RulingRule(rule.when, options)
