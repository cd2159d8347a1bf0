"""A house's tables: `config/tables/*.toml`, one file a table, typed and checked together."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.games.paytable import PrizeKind
from dealer_station.games.rules import ProgressiveRules
from dealer_station.house_rules.conversions import (
    CURRENCY,
    ConversionFile,
    Played,
    check_own,
    check_together,
    conversions,
)
from dealer_station.house_rules.loader import keys_of_the_house, load_rules, rule_set_folder
from dealer_station.progressive.conversion import Conversion
from dealer_station.progressive.levels import LevelTerms
from dealer_station.settings import ConfigurationError, Name, load_model
from dealer_station.table.draft import TableRules
from dealer_station.table.levels import terms_of

Seat = Annotated[int, Field(ge=1, le=20)]


class TableFile(BaseModel):
    """One table as its file describes it; `config/tables/cs-1.toml` explains each key."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="Dealer Station: a table")

    id: Name = Field(description="The table's id in topics, streams and addresses.")
    name: str = Field(min_length=1, max_length=60, description="What people call it.")
    game: str = Field(description="The game, such as caribbean-stud.")
    rules: str = Field(description="A rule set of the game: a file in games/<game>/.")
    seats: tuple[Seat, ...] = Field(
        description="Seats from the dealer's left, clockwise; as many as the cards are enough for. "
        "None where bettors play by a book.",
        json_schema_extra={"uniqueItems": True},
    )
    currency: str = Field(pattern=CURRENCY, description="ISO 4217.")
    set: dict[str, str] = Field(
        default={}, description="Values of the rule set that differ at this table, as text."
    )
    progressives: dict[str, Name] = Field(
        default={},
        description="Pool of the rule set -> progressive; tables that name the same one share it.",
    )
    conversions: dict[str, ConversionFile] = Field(
        default={},
        description="Pool -> its progressive's currency where that is not the table's, and what "
        "the table's is in it. A change counts from the next opening of the table.",
    )
    shoe: Name | None = Field(default=None, description="The card shoe that must be there.")
    acceptors: dict[str, Name] = Field(
        default={},
        description="Seat -> device that takes its tokens; these seats' progressive wager is "
        "placed by a token and by nothing else.",
    )
    signs: tuple[Name, ...] = Field(
        default=(), description="The jackpot signs that must be there.", max_length=16
    )

    def pool_currency(self, pool: str) -> str:
        """Return the currency of a pool's progressive."""
        conversion = self.conversions.get(pool)
        return self.currency if conversion is None else conversion.currency

    @property
    def pool_conversions(self) -> dict[str, Conversion]:
        """How the table's wagers count for pools in another currency."""
        return conversions(self.currency, self.conversions)

    @property
    def seat_acceptors(self) -> tuple[tuple[int, str], ...]:
        """Pairs of a seat and its acceptor, by seat."""
        return tuple(sorted((int(seat), device) for seat, device in self.acceptors.items()))

    @property
    def expected_devices(self) -> tuple[tuple[str, str], ...]:
        """Kind and name of every device that must be there."""
        shoes = () if self.shoe is None else (("card_shoe", self.shoe),)
        acceptors = (("bet_acceptor", device) for _, device in self.seat_acceptors)
        return (*shoes, *acceptors, *(("meter_display", sign) for sign in self.signs))


@dataclass(frozen=True, slots=True)
class ConfiguredTable:
    """A table with its rules loaded; `path` is its file's."""

    file: TableFile
    rules: TableRules
    path: Path


def load_tables(directories: Iterable[Path], names: tuple[str, ...]) -> list[ConfiguredTable]:
    """Load the named tables (none named: all) from the first folder that has tables.

    Raises ConfigurationError with the file and what is wrong: an unknown name, two files with one
    id, more seats than the game has cards for, a pool of the rule set without its progressive or
    without what only the house can say of it, a progressive in two currencies without a conversion,
    or of two games, an acceptor of no seat or at a game without tokens, one name for two devices.
    """
    searched = tuple(directories)
    folder = next((d / "tables" for d in searched if (d / "tables").is_dir()), None)
    if folder is None:
        raise ConfigurationError("tables: there is no folder of tables")
    found = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    for name in names:
        if name not in found:
            raise ConfigurationError(f"{folder}: there is no table {name!r}")
    chosen = [found[name] for name in names] or list(found.values())
    if not chosen:
        raise ConfigurationError(f"{folder}: there is no table in it")
    tables = [_load(path, searched) for path in chosen]
    ids = [table.file.id for table in tables]
    for table_id in ids:
        if ids.count(table_id) > 1:
            raise ConfigurationError(f"{folder}: id: {table_id} stands in two files")
    check_together(one for table in tables for one in _played(table))
    _check_levels(folder, tables)
    return tables


def levels_played_for(tables: list[ConfiguredTable]) -> dict[str, dict[str, LevelTerms]]:
    """Return the terms of every level by progressive and level, as the first table has them."""
    found: dict[str, dict[str, LevelTerms]] = {}
    for table in tables:
        for progressive_id in table.file.progressives.values():
            progressive = table.rules.game.progressive
            assert progressive is not None, "pools come with a progressive"
            found.setdefault(progressive_id, terms_of(progressive))
    return found


def _check_levels(folder: Path, tables: list[ConfiguredTable]) -> None:
    """A meter has one base and one rate, so its tables must agree on every level's terms.

    And on what wins it: nobody plays against better chances at the same meter (PRG-07).
    """
    terms, chances = levels_played_for(tables), dict[str, object]()
    for table in tables:
        for progressive_id in table.file.progressives.values():
            progressive = table.rules.game.progressive
            assert progressive is not None, "pools come with a progressive"
            what = f"{folder}: progressives: {table.file.id} plays for {progressive_id} with "
            if terms_of(progressive) != terms[progressive_id]:
                raise ConfigurationError(
                    f"{what}another seed_amount or contribution, or other levels, than the tables "
                    "before it"
                )
            played = (table.file.game, _takes(progressive))
            if played != chances.setdefault(progressive_id, played):
                raise ConfigurationError(
                    f"{what}another game, or other hands that take from its meter, than the tables "
                    "before it (PRG-07)"
                )


def _takes(progressive: ProgressiveRules) -> frozenset[tuple[str, str, PrizeKind, Fraction]]:
    """Return the hands that win a meter or a share of it: of which level, and how much."""
    kinds = {PrizeKind.WHOLE_METER, PrizeKind.METER_SHARE}
    return frozenset(
        (hand.value, prize.level, prize.kind, prize.share)
        for hand, prize in progressive.table.prizes.items()
        if prize.kind in kinds
    )


def _played(table: ConfiguredTable) -> list[Played]:
    file = table.file
    return [
        Played(table.path, pool, progressive_id, file.currency, file.conversions.get(pool))
        for pool, progressive_id in file.progressives.items()
    ]


def _load(path: Path, directories: tuple[Path, ...]) -> ConfiguredTable:
    file = load_model(path, TableFile)
    if len(set(file.seats)) < len(file.seats):
        raise ConfigurationError(f"{path}: seats: a seat stands twice")
    try:
        config = rule_set_folder(directories, file.game, file.rules)
        rules = load_rules(config, file.game, file.rules, file.set)
    except ConfigurationError as error:
        raise ConfigurationError(f"{path}: rules: {error}") from None
    _check_seats(path, file, rules)
    progressive = rules.game.progressive
    pools = {progressive.pool} if progressive else set()
    if pools != set(file.progressives):
        raise ConfigurationError(
            f"{path}: progressives: the rule set has the pools {sorted(pools)}, "
            f"the table names {sorted(file.progressives)}"
        )
    check_own(path, file.currency, pools, file.conversions)
    if progressive is not None:
        for key in sorted(keys_of_the_house(config, file.game, file.rules) - file.set.keys()):
            raise ConfigurationError(f"{path}: set.{key}: is not published, the house must give it")
    if file.acceptors and not rules.catalogue.stray_token:
        raise ConfigurationError(f"{path}: acceptors: {file.game} takes no tokens")
    _check_devices(path, file)
    return ConfiguredTable(file, rules, path)


def _check_seats(path: Path, file: TableFile, rules: TableRules) -> None:
    """There are seats, and cards for each, or else a book."""
    if rules.game.has_book and file.seats:
        raise ConfigurationError(f"{path}: seats: bettors play by a book, so there are none")
    if not rules.game.has_book and not file.seats:
        raise ConfigurationError(f"{path}: seats: at least 1 item; bettors play by no book")
    if len(file.seats) > rules.game.seats_max:
        raise ConfigurationError(
            f"{path}: seats: {file.game} has cards for {rules.game.seats_max} seats, "
            f"the table has {len(file.seats)}"
        )


def _check_devices(path: Path, file: TableFile) -> None:
    """An acceptor serves a seat of the table, and every device has a name of its own."""
    seats = {str(seat) for seat in file.seats}
    for seat in file.acceptors:
        if seat not in seats:
            raise ConfigurationError(f"{path}: acceptors.{seat}: the table has no such seat")
    if file.acceptors and not file.progressives:
        raise ConfigurationError(f"{path}: acceptors: the rule set has no wager for them")
    names = [name for _, name in file.expected_devices]
    for name in names:
        if names.count(name) > 1:
            raise ConfigurationError(f"{path}: {name} is the name of two devices")
