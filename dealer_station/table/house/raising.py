"""Writing an irregularity down, and holding the table for what the table finds itself."""

from collections.abc import Mapping

from dealer_station.irregularities.kinds import (
    BEFORE_DEAL,
    BETWEEN_ROUNDS,
    NEW_SHOE,
    SOME_DECIDED,
    STRAY,
    UNDECIDED,
    Authority,
    Catalogue,
    OfferedRuling,
    RulingOption,
)
from dealer_station.irregularities.rulings import propose
from dealer_station.table import events as e
from dealer_station.table.draft import Draft
from dealer_station.table.house.faults import Fault, FoundFault, faults, fouling_card
from dealer_station.table.house.hands import hands_of
from dealer_station.table.house.situation import situation_of
from dealer_station.table.lifecycle import BEFORE_THE_DEAL, Phase, Service
from dealer_station.table.state import TABLE, Irregularity


def raise_irregularity(
    draft: Draft,
    irregularity: str,
    facts: Mapping[str, str],
    options: tuple[OfferedRuling, ...],
    reported_by: str = TABLE,
    card_number: int = 0,
    *,
    is_held: bool = False,
) -> Irregularity:
    """Write an irregularity down; what the dealer decides himself holds nothing.

    Unless `is_held`: what the table has found waits for the dealer's word, or another's.
    """
    draft.emit(
        e.IrregularityRaised(
            at=draft.at,
            number=draft.state.irregularity_count + 1,
            irregularity=irregularity,
            facts=dict(facts),
            options=options,
            reported_by=reported_by,
            is_held=is_held or options[0].needs is not Authority.DEALER,
            person_id=draft.command.actor.person_id,
            card_number=card_number,
        )
    )
    return draft.state.irregularities[-1]


def open_table_finding(draft: Draft, irregularity: str) -> Irregularity | None:
    """Return the open irregularity that the table itself has found under this id."""
    item = draft.state.open_irregularity
    if item and item.reported_by == TABLE and item.irregularity == irregularity:
        return item
    return None


def may_be_explained(catalogue: Catalogue, item: Irregularity) -> bool:
    """Whether a report may replace this one: a finding of the table, and no proof of a wrong deck.

    Any other ruling could let such a deck into the next round.
    """
    proofs = {catalogue.fouled_deck, catalogue.wrong_deck}
    return item.reported_by == TABLE and item.irregularity not in proofs


def raise_open_faults(draft: Draft) -> None:
    """Hold the table for the most dangerous fault, unless a ruling on a worse one is open."""
    found = faults(draft.round, draft.state.shoe, draft.game.decks)
    if not found or not draft.state.is_round_open:
        return
    worst = found[0]
    if draft.state.open_irregularity and not _outranks(draft, worst):
        return
    if draft.state.open_irregularity:
        number = draft.state.open_irregularity.number
        draft.emit(e.IrregularityReplaced(at=draft.at, number=number))
    irregularity = _filed_under(draft, worst)
    entry = draft.rules.catalogue.entries[irregularity]
    proposal = propose(entry, situation_of(draft.rules, draft.state, worst.facts))
    raise_irregularity(draft, irregularity, worst.facts, proposal.options)


def hold_for_fouled_shoe(draft: Draft) -> None:
    """Hold a table that comes into service with a shoe which is proven wrong (BA-I16).

    A card that was read while the table was out of service has held nothing.
    """
    state, catalogue = draft.state, draft.rules.catalogue
    card = None if draft.game.shoe is None else fouling_card(state, draft.game.decks)
    if card is None or state.is_deck_locked or state.open_irregularity:
        return
    options = (OfferedRuling(RulingOption.FOULED_DECK, Authority.MANAGER),)
    raise_irregularity(draft, catalogue.fouled_deck, {"card": card}, options)


def hold_for_stray_card(draft: Draft) -> None:
    """Hold the table for a card between rounds, unless something else is open: then afterwards."""
    state = draft.state
    if not state.stray_card or state.open_irregularity or state.service is not Service.OPEN:
        return
    facts, catalogue = {"card": state.stray_card}, draft.rules.catalogue
    if draft.game.shoe is None:
        options = (OfferedRuling(RulingOption.VOID_ROUND, Authority.SUPERVISOR),)
        raise_irregularity(draft, catalogue.surplus_card, facts, options)
        return
    case = NEW_SHOE if not state.shoe.rounds else BETWEEN_ROUNDS
    entry = catalogue.entries[catalogue.surplus_id(case)]
    proposal = propose(entry, situation_of(draft.rules, state, facts))
    raise_irregularity(draft, entry.id, facts, proposal.options)


def hold_for_stray_token(draft: Draft) -> None:
    """Hold the table for a token that is no wager, unless something else is open: then afterwards.

    It goes back to the player: no stake was accepted (CS-I11).
    """
    state, filed_under = draft.state, draft.rules.catalogue.stray_token
    is_in_service = state.service is Service.OPEN
    if not state.stray_tokens or state.open_irregularity or not is_in_service or not filed_under:
        return
    token = state.stray_tokens[0]
    facts = {STRAY: token.reason.value}
    if token.seat:
        facts["seat"] = str(token.seat)
    options = (OfferedRuling(RulingOption.RETURN_WAGER, Authority.SUPERVISOR),)
    raise_irregularity(draft, filed_under, facts, options)


def _outranks(draft: Draft, found: FoundFault) -> bool:
    """A fouled deck replaces whatever else is open; nothing else replaces anything.

    Any other ruling could end the round and let a fouled deck into the next one.
    """
    item = draft.state.open_irregularity
    is_fouled = found.fault is Fault.FOULED_DECK
    filed = (TABLE, draft.rules.catalogue.fouled_deck)
    return is_fouled and item is not None and (item.reported_by, item.irregularity) != filed


def _filed_under(draft: Draft, found: FoundFault) -> str:
    catalogue = draft.rules.catalogue
    return {
        Fault.FOULED_DECK: catalogue.fouled_deck,
        Fault.UNREAD_CARD: catalogue.unread_card,
        Fault.SURPLUS_CARD: catalogue.surplus_id(_surplus_case(draft)),
    }[found.fault]


def _surplus_case(draft: Draft) -> str:
    """Say in which case a card came that was not due: by the phase, else as the game says."""
    if draft.state.phase in BEFORE_THE_DEAL:
        return BEFORE_DEAL
    if draft.state.phase is Phase.DECIDING:
        return SOME_DECIDED if _has_anyone_decided(draft) else UNDECIDED
    return draft.game.surplus_case(hands_of(draft.rules, draft.round))


def _has_anyone_decided(draft: Draft) -> bool:
    book = draft.round.book
    is_in_book = book is not None and sum(book.totals.decisions) > 0
    return is_in_book or any(hand.decision for hand in draft.round.hands)
