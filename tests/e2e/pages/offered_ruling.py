"""An open ruling as a view tells it, made from the catalogue: for pictures of every kind."""

from typing import Any

from dealer_station.house_rules.catalogue import load_catalogue
from dealer_station.irregularities.kinds import CatalogueEntry, RulingRule

FACTS = {
    "seat": "7",
    "position": "seat 7 card 5",
    "card": "Td",
    "cards": "Td 9c",
    "count": "4",
    "amount": "1000.00",
    "action": "raise",
    "chips": "1000.00 500.00 25.00",
}


def offered_rulings(game: str) -> list[dict[str, Any]]:
    """Return every ruling of a game's catalogue that somebody has to give, as a view tells it."""
    catalogue = load_catalogue(game)
    return [
        _offered(entry, rule, is_unread=entry.id == catalogue.unread_card)
        for entry in catalogue.entries.values()
        for rule in entry.rulings
        if rule.options[0].needs.value != "dealer"
    ]


def _offered(entry: CatalogueEntry, rule: RulingRule, *, is_unread: bool) -> dict[str, Any]:
    """Return the ruling with every fact that its kind asks for, and every option of the rule."""
    named = [fact.value for fact in (*entry.facts, *entry.optional) if fact.value in FACTS]
    is_dealers = any(condition.startswith("dealer_position") for condition in entry.requires)
    facts = FACTS | ({"position": "dealer card 2"} if is_dealers else {})
    return {
        "number": 1,
        "irregularity": entry.id,
        "title": entry.title,
        "facts": {name: facts[name] for name in named or ("card", "position")},
        "proposal": rule.options[0].option.value,
        "options": [
            {"option": each.option.value, "needs": each.needs.value, "card": each.names_card}
            for each in rule.options
        ],
        "source": entry.source,
        "reported_by": "dealer" if entry.is_reportable else "table",
        "reread": is_unread,
    }
