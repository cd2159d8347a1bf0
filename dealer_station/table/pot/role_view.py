"""What a screen needs of a table of a pot game beside the keys of `view.py`, to offer what is next.

Players with what they owe, bets, what has been said, and what the pots come to before the dealer
pushes them. Nothing here tells a card.
"""

from typing import Any

from dealer_station.games.pot_rules import Announcement, PotGame
from dealer_station.games.pots.structure import FixedLimit
from dealer_station.money import format_minor
from dealer_station.table.lifecycle import Phase, Service
from dealer_station.table.pot.awards import awards_of
from dealer_station.table.pot.choices import may_declare_all_in
from dealer_station.table.pot.events import PotAward
from dealer_station.table.pot.hands import in_sight, street_of
from dealer_station.table.pot.readiness import start_fault
from dealer_station.table.pot.shortages import shortage_view
from dealer_station.table.pot.state import Player, PotHand
from dealer_station.table.state import TableState

View = dict[str, Any]
"""A JSON object."""

_ANSWERED = frozenset({Phase.PAYING, Phase.SETTLED})
_RAISES = frozenset({"raise", "complete", "all_in_raise"})


def pot_role_keys(state: TableState, game: PotGame) -> View:
    """Return the keys that only the snapshots of pot games have."""
    hand = state.pot.hand
    fault = start_fault(state, game)
    is_on = hand is not None and state.is_round_open
    return {
        "players": {str(one.seat): _player(one) for one in state.pot.players},
        "bets": _bets(hand) if hand is not None and is_on else {},
        "acts": {},
        "said": _said(hand) if hand is not None and is_on else {},
        "announced": _announced(hand) if hand is not None and is_on else {},
        "all_in_offers": _all_in_offers(hand) if hand is not None and is_on else [],
        "shown": list(hand.shown) if hand else [],
        "mucked": list(hand.mucked) if hand else [],
        "street": street_of(game, hand).name if hand is not None and is_on else None,
        "awards": _awards(state, game),
        "announcements": _announcements(state, game),
        "shortage": shortage_view(state),
        "start_fault": None if fault is None else fault.value,
        "commands": _commands(state, game, may_start=fault is None),
    }


def pot_table_keys(game: PotGame) -> View:
    """Return what a pot game's table is: its limits, and what a screen has to ask for."""
    structure = game.structure
    high: str | None
    if isinstance(structure, FixedLimit):
        low, high = structure.small_bet, format_minor(structure.big_bet)
    else:
        low, high = structure.min_bet, None
    return {
        "limits": {"min": format_minor(low), "max": high},
        "spots": [],
        "is_pot_game": True,
        "has_button": game.has_button,
        "reads_hole_cards": game.reads_hole_cards,
        "tracks_stakes": game.tracks_stakes,
        "buy_in": _buy_in(game),
        "level": game.level or None,
        "ante": format_minor(game.ante_minor),
        "small_blind": format_minor(game.small_blind_minor),
        "big_blind": format_minor(game.big_blind_minor),
        "bring_in": format_minor(game.bring_in_minor),
        "chip": format_minor(game.chip_minor),
    }


def _buy_in(game: PotGame) -> str | None:
    """Return what has to be brought, exactly; None: what the player likes, or nobody asks."""
    if game.buy_in_minor is None or not game.tracks_stakes:
        return None
    return format_minor(game.buy_in_minor)


def _player(player: Player) -> View:
    """Return who has a seat: what he has to pay or wait for before he is regular."""
    debt = player.debt
    owes = {"new": debt.is_new, "small": debt.missed_small, "big": debt.missed_big}
    return {
        "is_away": player.is_away,
        "is_leaving": player.is_leaving,
        "entry": player.entry.value,
        "owes": [name for name, is_owed in owes.items() if is_owed],
    }


def _bets(hand: PotHand) -> View:
    """Return what lies before the seats in the round that is on."""
    return {str(one.seat): format_minor(one.bet) for one in hand.chips if one.bet}


def _said(hand: PotHand) -> View:
    """Return what each seat did last on this street, and the chips that it put in by it."""
    return {
        str(act.seat): {"action": act.action, "put": format_minor(act.put_minor)}
        for act in hand.acts
        if act.street == hand.street
    }


def _announced(hand: PotHand) -> View:
    """Return what seats have said or done out of turn, which waits for their turn."""
    return {
        str(one.seat): {
            "action": one.act.value,
            "to": None if one.to is None else format_minor(one.to),
        }
        for one in hand.announced
    }


def _all_in_offers(hand: PotHand) -> list[int]:
    """Return the seats that may be all-in for the pots as they are, in turn or not (ST-I17)."""
    return [seat for seat in hand.live if may_declare_all_in(hand, seat)]


def _awards(state: TableState, game: PotGame) -> list[View]:
    """Return what becomes of each pot, main pot first: as pushed, or as it will be pushed."""
    hand = state.pot.hand
    if hand is None or state.phase not in _ANSWERED:
        return []
    awards = hand.awards or awards_of(game, hand)
    return [_award(one) for one in awards]


def _award(award: PotAward) -> View:
    return {
        "amount": format_minor(award.amount_minor),
        "seats": list(award.seats),
        "rake": format_minor(award.rake_minor),
        "shares": [
            {"seat": share.seat, "amount": format_minor(share.amount_minor)}
            for share in award.shares
        ],
    }


def _announcements(state: TableState, game: PotGame) -> list[View]:
    """Return what the dealer says: of the cards of the street, and of the last raise (ST-70)."""
    hand = state.pot.hand
    if hand is None or hand.betting is None or state.phase is not Phase.ACTING:
        return []
    said = game.announcements(street_of(game, hand), in_sight(game, hand))
    raises = [one for one in hand.acts if one.street == hand.street and one.action in _RAISES]
    if raises:
        last = raises[-1].seat
        said = (*said, *game.said_of_raise(last, hand.betting.player(last).bet))
    return [_announcement(one) for one in said]


def _announcement(said: Announcement) -> View:
    return {
        "kind": said.kind.value,
        "seat": said.seat,
        "card": None if said.card is None else str(said.card),
        "ranks": [rank.letter for rank in said.ranks],
        "suit": None if said.suit is None else said.suit.value,
        "to": format_minor(said.to_minor) if said.to_minor else None,
    }


def _commands(state: TableState, game: PotGame, *, may_start: bool) -> list[str]:
    """Return the table's commands that are legal now; acts and answers follow `next`."""
    call = "answer_call" if state.is_supervisor_called else "call_supervisor"
    if state.service is Service.CLOSED:
        return ["open_table"]
    if state.open_irregularity:
        return ["apply_ruling", call]
    seated = ["leave_seat", "sit_out", "come_back"] if state.pot.players else []
    if state.is_round_open:
        pushing = ["push_pots"] if state.phase is Phase.PAYING else []
        return [*pushing, *seated, call]
    placing = ["place_button"] if game.has_button and not state.pot.hands else []
    has_chips = bool(state.pot.players) and game.tracks_stakes
    chips = ["add_chips", "correct_chips"] if has_chips else []
    starting = ["start_hand"] if may_start else []
    return [*starting, *placing, "take_seat", *seated, *chips, "change_deck", "close_table", call]
