"""What a catalogue of irregularities offers, as text to which a rule sheet can be held."""

from collections.abc import Iterable

from dealer_station.irregularities.kinds import Authority, CatalogueEntry


def words(entry: CatalogueEntry) -> str:
    """Each row's options, the proposal first, and who gives one that is no supervisor's."""
    rows = []
    for rule in entry.rulings:
        told = [
            offered.option.value
            if offered.needs is Authority.SUPERVISOR
            else f"{offered.option.value} {offered.needs.value}"
            for offered in rule.options
        ]
        rows.append(" ".join(told))
    return "; ".join(rows)


def naming_a_card(entries: Iterable[CatalogueEntry]) -> set[tuple[str, str]]:
    """The rulings, by irregularity and option, with which a card is named."""
    return {
        (entry.id, offered.option.value)
        for entry in entries
        for rule in entry.rulings
        for offered in rule.options
        if offered.names_card
    }
