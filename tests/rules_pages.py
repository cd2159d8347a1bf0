"""Rules pages for tests: every rule set, every value that a key may have, and a page's words."""

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from pydantic import BaseModel

from dealer_station.house_rules import baccarat, caribbean_stud, casino_holdem
from dealer_station.house_rules.loader import load_rules, rules_from_content
from dealer_station.house_rules.pages.figures import Language
from dealer_station.house_rules.pages.page import PageTable, Paragraph, RulesPage, rules_page
from dealer_station.table.draft import TableRules

CONFIG = Path(__file__).parent.parent / "config"
LEVELS = Path(__file__).parent / "levels" / "config"
CURRENCY = "USD"

VALUES: Mapping[str, type[BaseModel]] = {
    "caribbean-stud": caribbean_stud.Values,
    "casino-holdem": casino_holdem.Values,
    "baccarat": baccarat.Values,
}
"""The typed values of each game's rule sets."""

MAIN = {"caribbean-stud": "classic", "casino-holdem": "evolution", "baccarat": "gardens"}
"""A rule set of each game in which every key counts."""

PAGED = tuple(MAIN)
"""The games that these tests know; one of them holds them against the loader's."""

RULE_SETS = [
    (game, path.stem)
    for game in PAGED
    for path in sorted((CONFIG / "games" / game.replace("-", "_")).glob("*.toml"))
    if path.name != "paytables.toml"
]

OTHER: Mapping[str, Mapping[str, str]] = {
    "caribbean-stud": {
        "table_min": "6.00",
        "table_max": "501.00",
        "bet_paytable": "BET_EVO",
        "max_bet_payout": "5000.00",
        "progressive_paytable": "P1",
        "contribution": "0.715",
        "seed_amount": "10000.01",
        "deduct_fixed_prizes": "true",
        "progressive_on_fold": "lose",
        "progressive_on_dealer_misdeal": "honour",
        "progressive_order": "straight_flush_first",
        "royal_minimum": "0.01",
        "payment_order": "left",
        "decision_seconds": "30",
        "player_cards_public": "true",
    },
    "casino-holdem": {
        "hand_mode": "per_box",
        "table_min": "6.00",
        "table_max": "501.00",
        "bonus_min": "2.00",
        "bonus_max": "101.00",
        "ante_paytable": "50/20/8/3/2/1",
        "bonus_paytable": "AA_OTHER",
        "bonus_on_fold": "independent",
        "jumbo7": "false",
        "jumbo7_price": "5.00",
        "jumbo7_paytable": "straight: 10, flush: 20.5",
        "contribution": "0.25",
        "seed_amount": "1000.00",
        "deal_out": "jumbo7",
        "honour_finished_side_bets": "true",
        "decision_seconds": "20",
        "payment_order": "left",
        "burns": "1, 2, 3",
        "bettors": "book",
    },
    "baccarat": {
        "decks": "6",
        "table_min": "6.00",
        "table_max": "501.00",
        "tiger8_min": "1.00",
        "tiger8_max": "50.00",
        "tie_min": "2.00",
        "tie_max": "60.00",
        "both_sides": "allow",
        "dragon7_over_cap": "trim",
        "tie_pays": "9",
        "dragon7_pays": "30",
        "tiger8_pays": "24.5",
        "burn_rule": "3",
        "burn_between_rounds": "1",
        "after_cut": "none",
        "set_aside_card": "next_round",
        "face_up_in_shoe": "void",
        "payment_order": "left",
    },
}
"""Another allowed value of every key."""

NEEDS: Mapping[str, Mapping[str, str]] = {
    "royal_minimum": {"progressive_order": "straight_flush_first"},
    "bettors": {"decision_seconds": "20"},
}
"""What else must be chosen for a key to count."""


@cache
def variations(game: str) -> tuple[tuple[str, TableRules], ...]:
    """Every rule set of a game, and its main one with every other value and every choice."""
    found = [(name, load_rules(CONFIG, game, name)) for of, name in RULE_SETS if of == game]
    changes = list(OTHER[game].items())
    changes += [(key, value) for key, values in choices(game).items() for value in values]
    for key, value in changes:
        found.append((f"{key}={value}", changed(game, {**NEEDS.get(key, {}), key: value})))
    found += [
        (f"with what {key} needs", changed(game, needed))
        for key, needed in NEEDS.items()
        if key in OTHER[game]
    ]
    found += [(f"with levels: {name}", rules) for name, rules in with_levels(game)]
    return tuple(found)


def with_levels(game: str) -> list[tuple[str, TableRules]]:
    """A game's rules where they say more of the progressive than one base and one rate."""
    if game == "baccarat":
        return []
    content = json.loads(changed(game).content)
    del content["values"]["contribution"], content["values"]["seed_amount"]
    main = {"base": "1000.00", "rate": "0.5", "cap": "9000.00", "reserve_rate": "0.1"}
    capped = rules_from_content(json.dumps(content | {"levels": {"main": main}}))
    if game == "casino-holdem":
        return [("a cap", capped)]
    several = [
        (paytable, load_rules(LEVELS, game, "envy", {"progressive_paytable": paytable}))
        for paytable in ("E1", "E2")
    ]
    free = json.loads(several[0][1].content)
    del free["levels"]["minor"]["cap"], free["levels"]["minor"]["overflow_to"]
    one_cap = rules_from_content(json.dumps(free))
    return [("a cap", capped), *several, ("one cap", one_cap)]


def choices(game: str) -> dict[str, tuple[str, ...]]:
    """Every key that is a choice among names, with all of them."""
    found: dict[str, tuple[str, ...]] = {}
    for key, field in VALUES[game].model_fields.items():
        kind = field.annotation
        if kind is bool:
            found[key] = ("true", "false")
        elif isinstance(kind, type) and issubclass(kind, StrEnum):
            found[key] = tuple(each.value for each in kind)
    return found


def changed(game: str, overrides: Mapping[str, str] | None = None) -> TableRules:
    """A game's main rule set with some values replaced."""
    values = dict(overrides or {})
    other = values.pop("bonus_paytable", None)
    rules = load_rules(CONFIG, game, MAIN[game], values)
    if other is None:
        return rules
    # The houses have one such paytable only, so another is made.
    content = json.loads(rules.content)
    content["values"]["bonus_paytable"] = other
    content["paytables"]["bonus"]["flush"] = "25"
    return rules_from_content(json.dumps(content))


@cache
def page_of(game: str, language: Language = Language.EN, **overrides: str) -> RulesPage:
    """The page of a game's main rule set."""
    return rules_page(changed(game, overrides), language, CURRENCY)


def words_of(page: RulesPage) -> list[str]:
    """Every text of a page, in order."""
    found = [page.title]
    for section in page.sections:
        found.append(section.heading)
        for part in section.parts:
            if isinstance(part, Paragraph):
                found.append(part.text)
            else:
                found += [part.caption, *part.head, *(cell for line in part.lines for cell in line)]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in found]


def text_of(page: RulesPage) -> str:
    """All texts of a page."""
    return "\n".join(words_of(page))


def table_of(page: RulesPage, section: str, number: int = 0) -> PageTable:
    """A table of a section."""
    (found,) = (each for each in page.sections if each.id == section)
    return [part for part in found.parts if isinstance(part, PageTable)][number]


def lines_of(table: PageTable) -> list[tuple[str, ...]]:
    """A table's lines with plain spaces."""
    return [tuple(cell.replace("\N{NO-BREAK SPACE}", " ") for cell in line) for line in table.lines]
