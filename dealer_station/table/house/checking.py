"""The deck check: every card of a deck or shoe, read one by one, against complete decks.

Between rounds only. Cards that prove the deck wrong hold the table; finished rounds stand. Which
cards are missing or too many is named, copy by copy.
"""

from collections.abc import Iterable

from dealer_station.cards.card import UNREADABLE, Card
from dealer_station.cards.deck_check import Copies, check_decks
from dealer_station.irregularities.rulings import propose
from dealer_station.table import commands as c
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.dealing import is_notation
from dealer_station.table.house.raising import raise_irregularity
from dealer_station.table.house.situation import situation_of
from dealer_station.table.lifecycle import Service
from dealer_station.table.refusals import RefusalReason, RefusedError


def check_deck(draft: Draft, command: c.CheckDeck) -> None:
    """Compare the cards with the decks of the rule set; hold the table where they are wrong."""
    draft.refuse_if_held()
    state = draft.state
    if state.service is Service.CLOSED:
        raise RefusedError(RefusalReason.WRONG_PHASE, phase="closed")
    if state.is_round_open:
        raise RefusedError(RefusalReason.ROUND_OPEN, phase=state.phase)
    for card in command.cards:
        if card == "CUT" or not is_notation(card):
            raise RefusedError(RefusalReason.NOT_APPLICABLE, card=card)
    before = state.shoe.seen if command.is_rest else ()
    found = check_decks(_cards((*before, *command.cards)), draft.game.decks)
    missing, surplus = _named(found.missing), _named(found.surplus)
    draft.emit(
        e.DeckChecked(
            at=draft.at,
            count=found.count,
            unread=found.unread,
            missing=missing,
            surplus=surplus,
            is_rest=command.is_rest,
            person_id=command.actor.person_id,
        )
    )
    if found.is_proven_wrong:
        catalogue = draft.rules.catalogue
        entry = catalogue.entries[catalogue.wrong_deck or catalogue.fouled_deck]
        facts = {"count": str(found.count)}
        facts |= {"missing": " ".join(missing)} if missing else {}
        facts |= {"surplus": " ".join(surplus)} if surplus else {}
        options = propose(entry, situation_of(draft.rules, draft.state, facts)).options
        raise_irregularity(draft, entry.id, facts, options)


def _cards(words: Iterable[str]) -> list[Card | None]:
    return [None if word == UNREADABLE else Card.parse(word) for word in words]


def _named(copies: Iterable[Copies]) -> tuple[str, ...]:
    """Name every copy."""
    return tuple(str(one.card) for one in copies for _ in range(one.count))
