"""Rule set files: TOML, each value beside its source.

Knows how a file is read and how an error names it. Values stay text here; a game's loader gives
them their types.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_station.settings import ConfigurationError


class RuleSetError(ConfigurationError):
    """A rule set that cannot be used; says which file, which key and why."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason


class SourcedValue(BaseModel):
    """A value as text, and where it comes from (a rule id, a house document).

    `house`: no source tells it, so a live table that plays for a pool must give its own.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: str
    source: str = Field(pattern=r"\S")
    house: bool = False


LevelName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,15}$")]
"""What a level of a progressive is called in files, records and topics."""


class RuleSetFile(BaseModel):
    """One `config/games/<game>/<name>.toml`.

    `levels` are those of its progressive, where it says more of them than one base and one rate.
    `limit_levels`: what a poker table may play for, by name. `fixed`: what makes the rule set, so
    that no table can set it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    name: str
    title: str
    values: dict[str, SourcedValue]
    levels: dict[LevelName, dict[str, SourcedValue]] = Field(default={})
    limit_levels: dict[str, dict[str, SourcedValue]] = Field(default={})
    fixed: dict[str, SourcedValue] = Field(default={})

    @property
    def all_values(self) -> dict[str, SourcedValue]:
        """Every value by its key; those of a level as `levels.NAME.KEY`."""
        of_levels = {
            f"levels.{name}.{key}": sourced
            for name, terms in self.levels.items()
            for key, sourced in terms.items()
        }
        return self.values | of_levels


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; what cannot be read is a `RuleSetError`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RuleSetError(str(path), "file", "does not exist") from None
    except OSError as error:
        raise RuleSetError(str(path), "file", error.strerror or str(error)) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleSetError(str(path), "syntax", str(error)) from None


def read_rule_set(path: Path) -> RuleSetFile:
    """Read a rule set file and check its shape."""
    content = read_toml(path)
    try:
        return RuleSetFile.model_validate(content)
    except ValidationError as error:
        raise first_error(str(path), error) from None


def first_error(file: str, error: ValidationError) -> RuleSetError:
    """Name the first thing that is wrong with a file."""
    detail = error.errors()[0]
    key = ".".join(str(part) for part in detail["loc"]) or "rule set"
    reason = "unknown key" if detail["type"] == "extra_forbidden" else str(detail["msg"])
    return RuleSetError(file, key, reason)


def with_overrides(
    values: Mapping[str, str], overrides: Mapping[str, str], file: str
) -> dict[str, str]:
    """Replace values of a rule set by a table's own; an unknown key is an error."""
    for key in overrides:
        if key not in values:
            raise RuleSetError(file, key, "the rule set has no such key")
    return {**values, **overrides}
