"""A rule set by name, or from the record: `config/games/<game>/<name>.toml` to `TableRules`.

What is loaded is first written as one canonical text (the content), and the rules are built from
that text alone; so the record, which keeps the content, can build the very same rules again. The
digest is the SHA-256 of the content and stands in every round.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dealer_station.house_rules import caribbean_stud
from dealer_station.house_rules.catalogue import build_catalogue, catalogue_content
from dealer_station.house_rules.files import (
    RuleSetError,
    read_rule_set,
    read_toml,
    with_overrides,
)
from dealer_station.settings import find_configuration
from dealer_station.table.draft import TableRules

_BUILDERS = {"caribbean-stud": caribbean_stud.build}
_PAYTABLE_KEYS = {
    "caribbean-stud": {"bet": "bet_paytable", "progressive": "progressive_paytable"},
}
GAMES = tuple(_BUILDERS)
"""The games that have rule sets."""


def rule_set_folder(directories: Iterable[Path], game: str, name: str) -> Path:
    """Return the first configuration folder that has a rule set; ConfigurationError if none has.

    The rule set's paytables are read from the same folder.
    """
    relative = f"games/{game.replace('-', '_')}/{name}.toml"
    return find_configuration(relative, directories).parents[2]


def load_rules(
    config: Path, game: str, name: str, overrides: Mapping[str, str] | None = None
) -> TableRules:
    """Load a rule set with a table's own values in place of some; errors name file and key."""
    if game not in _BUILDERS:
        raise RuleSetError(game, "game", f"unknown; one of {', '.join(GAMES)}")
    folder = config / "games" / game.replace("-", "_")
    path = folder / f"{name}.toml"
    rule_set = read_rule_set(path)
    if rule_set.game != game or rule_set.name != name:
        raise RuleSetError(str(path), "name", f"is {rule_set.game} {rule_set.name}")
    values = with_overrides(
        {key: sourced.value for key, sourced in rule_set.values.items()},
        overrides or {},
        str(path),
    )
    paytables = read_toml(folder / "paytables.toml")
    chosen = {
        kind: _paytable(paytables, kind, values.get(key, ""), str(path), key)
        for kind, key in _PAYTABLE_KEYS[game].items()
    }
    content = {
        "game": game,
        "name": name,
        "values": values,
        "paytables": chosen,
        # The rulings are part of the law: another catalogue is another rule set.
        "irregularities": catalogue_content(game),
    }
    return _build(content, str(path))


def _paytable(
    paytables: Mapping[str, Any], kind: str, name: str, file: str, key: str
) -> dict[str, str]:
    """Return the lines of a chosen paytable: none for `none`; every other names its source."""
    if name == caribbean_stud.NONE:
        return {}
    tables = paytables.get(kind, {})
    table = tables.get(name) if isinstance(tables, dict) else None
    if not isinstance(table, dict):
        raise RuleSetError(file, key, f"there is no {kind} paytable {name!r}")
    source = table.get("source")
    if not (isinstance(source, str) and source.strip()):
        raise RuleSetError(file, f"paytables.{kind}.{name}", "has no source")
    lines = {hand: line for hand, line in table.items() if hand != "source"}
    for hand, line in lines.items():
        if not isinstance(line, str):
            raise RuleSetError(file, f"paytables.{kind}.{hand}", f"{line!r} must be text")
    return lines


def rules_from_content(content: str) -> TableRules:
    """Build the rules that a round was played under from the record."""
    return _build(json.loads(content), "record")


def _build(content: Mapping[str, Any], origin: str) -> TableRules:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return TableRules(
        game=_BUILDERS[content["game"]](content, origin),
        catalogue=build_catalogue(content["irregularities"], origin),
        name=content["name"],
        digest=hashlib.sha256(text.encode()).hexdigest(),
        content=text,
    )
