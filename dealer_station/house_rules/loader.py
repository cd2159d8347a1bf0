"""A rule set by name, or from the record: `config/games/<game>/<name>.toml` to `TableRules`.

What is loaded is first written as one canonical text (the content), and the rules are built from
that text alone; so the record, which keeps the content, can build the very same rules again. The
digest is the SHA-256 of the content and stands in every round.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from dealer_station.games.pot_rules import PotGame
from dealer_station.games.rules import HouseGame
from dealer_station.house_rules import (
    baccarat,
    caribbean_stud,
    casino_holdem,
    seven_card_stud,
    texas_holdem,
)
from dealer_station.house_rules.catalogue import build_catalogue, catalogue_content
from dealer_station.house_rules.files import (
    RuleSetError,
    RuleSetFile,
    read_rule_set,
    read_toml,
    with_overrides,
)
from dealer_station.house_rules.levels import LEVELS
from dealer_station.house_rules.pot_values import refuse_not_offered
from dealer_station.house_rules.values import NONE
from dealer_station.settings import find_configuration
from dealer_station.table.draft import TableRules

_BUILDERS: Mapping[str, Callable[[Mapping[str, Any], str], HouseGame]] = {
    "caribbean-stud": caribbean_stud.build,
    "casino-holdem": casino_holdem.build,
    "baccarat": baccarat.build,
}
_POT_BUILDERS: Mapping[str, Callable[[Mapping[str, Any], str], PotGame]] = {
    "seven-card-stud": seven_card_stud.build,
    "texas-holdem": texas_holdem.build,
}
"""Games that players play against each other."""

_PAYTABLE_KEYS: Mapping[str, Mapping[str, str]] = {
    "caribbean-stud": {"bet": "bet_paytable", "progressive": "progressive_paytable"},
    "casino-holdem": {"ante": "ante_paytable", "bonus": "bonus_paytable"},
}
"""Kinds of paytable by game, and the key that chooses one; games without paytables have no line."""
_WRITTEN_OUT: Mapping[str, Callable[[str], Mapping[str, str] | None]] = {
    "ante_paytable": casino_holdem.ante_lines,
}
"""Paytable keys whose value may be the paytable itself instead of the name of one."""

_WITH_LEVELS: Final = frozenset({"caribbean-stud", "casino-holdem"})
"""Games that have a progressive."""

_WITH_PARTS: Final = frozenset({"seven-card-stud"})
"""Games whose rule sets have levels to choose from, and values that no table sets."""

_TABLED: Final = frozenset({"progressive"})
"""Kinds of paytable whose lines may be tables: a prize with its level and its envy sum."""

GAMES = (*_BUILDERS, *_POT_BUILDERS)
"""The games that have rule sets."""

POT_GAMES: Final = frozenset(_POT_BUILDERS)
"""Those of them in which players play against each other."""


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
    if game not in _BUILDERS and game not in _POT_BUILDERS:
        raise RuleSetError(game, "game", f"unknown; one of {', '.join(GAMES)}")
    folder = config / "games" / game.replace("-", "_")
    path = folder / f"{name}.toml"
    rule_set = read_rule_set(path)
    if rule_set.game != game or rule_set.name != name:
        raise RuleSetError(str(path), "name", f"is {rule_set.game} {rule_set.name}")
    if game in POT_GAMES:
        refuse_not_offered(overrides or {}, str(path))
    values = with_overrides(
        {key: sourced.value for key, sourced in rule_set.all_values.items()},
        overrides or {},
        str(path),
    )
    paytable_keys = _PAYTABLE_KEYS.get(game, {})
    paytables = read_toml(folder / "paytables.toml") if paytable_keys else {}
    chosen = {
        kind: _paytable(paytables, kind, values.get(key, ""), str(path), key)
        for kind, key in paytable_keys.items()
    }
    content = {
        "game": game,
        "name": name,
        **_by_level(values),
        **_of_the_file(rule_set, str(path)),
        "paytables": chosen,
        # The rulings are part of the law: another catalogue is another rule set.
        "irregularities": catalogue_content(game),
    }
    return _build(content, str(path))


def keys_of_the_house(config: Path, game: str, name: str) -> frozenset[str]:
    """Return the keys of a rule set which a live table with a pool must set itself."""
    rule_set = read_rule_set(config / "games" / game.replace("-", "_") / f"{name}.toml")
    return frozenset(key for key, sourced in rule_set.all_values.items() if sourced.house)


def _by_level(values: Mapping[str, str]) -> dict[str, Any]:
    """Return plain values and those of levels apart; a rule set of one level has no `levels`."""
    plain: dict[str, str] = {}
    levels: dict[str, dict[str, str]] = {}
    for key, value in values.items():
        if key.startswith(f"{LEVELS}."):
            _, name, term = key.split(".")
            levels.setdefault(name, {})[term] = value
        else:
            plain[key] = value
    return {"values": plain, LEVELS: levels} if levels else {"values": plain}


def _of_the_file(rule_set: RuleSetFile, file: str) -> dict[str, Any]:
    """Return what no table sets: the levels to choose from, and what makes the rule set.

    RuleSetError where the game has neither: nothing would read what stands there.
    """
    fixed = {key: sourced.value for key, sourced in rule_set.fixed.items()}
    levels = {
        name: {key: sourced.value for key, sourced in amounts.items()}
        for name, amounts in rule_set.limit_levels.items()
    }
    parts = {"fixed": fixed, "limit_levels": levels}
    said = {name: part for name, part in parts.items() if part}
    if said and rule_set.game not in _WITH_PARTS:
        raise RuleSetError(file, min(said), "the game has no such part")
    seven_card_stud.check_levels(levels, file)
    return said


def _paytable(
    paytables: Mapping[str, Any], kind: str, name: str, file: str, key: str
) -> dict[str, Any]:
    """Return the lines of a chosen paytable: none for `none`; every named one has its source.

    A line is text, or where the kind has such lines a table of text (a prize and what it takes).
    """
    if name == NONE:
        return {}
    written_out = _WRITTEN_OUT[key](name) if key in _WRITTEN_OUT else None
    if written_out is not None:
        return dict(written_out)
    tables = paytables.get(kind, {})
    table = tables.get(name) if isinstance(tables, dict) else None
    if not isinstance(table, dict):
        raise RuleSetError(file, key, f"there is no {kind} paytable {name!r}")
    source = table.get("source")
    if not (isinstance(source, str) and source.strip()):
        raise RuleSetError(file, f"paytables.{kind}.{name}", "has no source")
    lines = {hand: line for hand, line in table.items() if hand != "source"}
    for hand, line in lines.items():
        parts = line if kind in _TABLED and isinstance(line, dict) else {"": line}
        for part, text in parts.items():
            if not isinstance(text, str):
                key_of = f"paytables.{kind}.{hand}.{part}".rstrip(".")
                raise RuleSetError(file, key_of, f"{text!r} must be text")
    return lines


def rules_from_content(content: str) -> TableRules:
    """Build the rules that a round was played under from the record."""
    return _build(json.loads(content), "record")


def _build(content: Mapping[str, Any], origin: str) -> TableRules:
    if LEVELS in content and content["game"] not in _WITH_LEVELS:
        raise RuleSetError(origin, LEVELS, "the game has no progressive")
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    game = content["game"]
    build: Callable[[Mapping[str, Any], str], HouseGame | PotGame]
    build = _POT_BUILDERS[game] if game in POT_GAMES else _BUILDERS[game]
    return TableRules(
        game=build(content, origin),
        catalogue=build_catalogue(content["irregularities"], origin),
        name=content["name"],
        digest=hashlib.sha256(text.encode()).hexdigest(),
        content=text,
        has_pots=game in POT_GAMES,
    )
