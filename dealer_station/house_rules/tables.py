"""A house's tables: `config/tables/*.toml`, one file a table, typed and checked together."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from dealer_station.house_rules.files import RuleSetError
from dealer_station.house_rules.loader import load_rules
from dealer_station.settings import ConfigurationError, Name, find_configuration, load_model
from dealer_station.table.draft import TableRules

Seat = Annotated[int, Field(ge=1, le=20)]


class TableFile(BaseModel):
    """One table as its file describes it; `set` overrides values of the rule set, as text."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Name
    name: str = Field(min_length=1, max_length=60)
    game: str
    rules: str
    seats: tuple[Seat, ...] = Field(min_length=1)
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    set: dict[str, str] = {}
    progressives: dict[str, Name] = {}


@dataclass(frozen=True, slots=True)
class ConfiguredTable:
    """A table with its rules loaded."""

    file: TableFile
    rules: TableRules


def load_tables(directories: Iterable[Path], names: tuple[str, ...]) -> list[ConfiguredTable]:
    """Load the named tables (none named: all) from the first folder that has tables.

    Raises ConfigurationError with the file and what is wrong: an unknown name, two files with one
    id, a pool of the rule set without its progressive.
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
    tables = [_load(path, searched) for path in chosen]
    ids = [table.file.id for table in tables]
    for table_id in ids:
        if ids.count(table_id) > 1:
            raise ConfigurationError(f"{folder}: id: {table_id} stands in two files")
    return tables


def _load(path: Path, directories: tuple[Path, ...]) -> ConfiguredTable:
    file = load_model(path, TableFile)
    if len(set(file.seats)) < len(file.seats):
        raise ConfigurationError(f"{path}: seats: a seat stands twice")
    rule_set = f"games/{file.game.replace('-', '_')}/{file.rules}.toml"
    config = find_configuration(rule_set, directories).parents[2]
    try:
        rules = load_rules(config, file.game, file.rules, file.set)
    except RuleSetError as error:
        raise ConfigurationError(f"{path}: rules: {error}") from None
    progressive = rules.game.progressive
    pools = {progressive.pool} if progressive else set()
    if pools != set(file.progressives):
        raise ConfigurationError(
            f"{path}: progressives: the rule set has the pools {sorted(pools)}, "
            f"the table names {sorted(file.progressives)}"
        )
    return ConfiguredTable(file, rules)
