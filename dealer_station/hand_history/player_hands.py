"""A player's hands as a person gives them to him: to be looked at, and to be kept.

A player is a stay at a seat: whoever sat there before him or after him is somebody else, and gets
nothing of his. What is shown of a hand is what the hand history tells (histories.py); where a table
follows no chips, which the PHH format cannot tell, what is shown is what is kept, as JSON.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from dealer_station.games.procedure import BOARD
from dealer_station.hand_history.histories import (
    NoHistoryError,
    cards_for,
    finished,
    follows_chips,
    player_history,
)
from dealer_station.hand_history.writer import write_hands
from dealer_station.money import format_minor
from dealer_station.projections.events.facts import facts_of
from dealer_station.projections.events.sight import Sight
from dealer_station.projections.read_models import ReadModels
from dealer_station.projections.rounds.listed import times_of
from dealer_station.projections.rounds.played import PlayedRound
from dealer_station.projections.rounds.stays import Stay
from dealer_station.table import events as e
from dealer_station.table.pot.state import PotHand
from dealer_station.table.pot.view import pot_keys
from dealer_station.table.roles import Role

View = dict[str, Any]
"""A JSON object."""

READ_AT_ONCE: Final = 50
"""How many hands are folded in one go."""

LOOKED_AT_MAX: Final = 500
"""How many hands one question looks at: a player may have been away for long."""

_TOLD: Final = (e.BettingRoundOpened, e.PlayerActed, e.PotsPushed)
"""Events by which a hand is told beside its cards; they name none."""


class NoPlayerError(Exception):
    """Nobody has sat there for any of these hands."""


class SeveralPlayersError(Exception):
    """The hands are those of more than one player; `stays` are theirs, newest first."""

    def __init__(self, stays: tuple[Stay, ...]) -> None:
        super().__init__("more than one player sat there in these hands")
        self.stays = stays


@dataclass(frozen=True, slots=True)
class PlayersHands:
    """Hands of one player, newest first; `before` goes into the next question, None: no more."""

    stay: Stay
    hands: tuple[View, ...]
    before: int | None


def players_hands(
    reads: ReadModels, table_id: str, seat: int, first: int | None, before: int | None, limit: int
) -> PlayersHands:
    """Return at most `limit` hands of one player: from `first` on, below `before`.

    Where neither is said they are those of the player who sat there last. A hand that is still on
    is left out. Raises NoPlayerError, SeveralPlayersError.
    """
    newest = reads.newest_round(table_id)
    last = newest if before is None else min(newest, before - 1)
    stays = reads.stays(table_id, seat)
    if first is None and before is None:
        asked = list(stays[:1])
    else:
        asked = [stay for stay in stays if stay.overlaps(first or 1, last)]
    if not asked:
        raise NoPlayerError
    if len(asked) > 1:
        raise SeveralPlayersError(tuple(asked))
    (stay,) = asked
    lowest = max(first or 1, stay.first)
    highest = last if stay.last is None else min(last, stay.last)
    hands: list[View] = []
    looked_at = 0
    for played in _downwards(reads, table_id, lowest, highest):
        if len(hands) == limit or looked_at == LOOKED_AT_MAX:
            return PlayersHands(stay, tuple(hands), played.part.number + 1)
        looked_at += 1
        try:
            hands.append(player_hand(played, seat))
        except NoHistoryError:
            # He was away, or the hand is still on.
            continue
    return PlayersHands(stay, tuple(hands), None)


def _downwards(
    reads: ReadModels, table_id: str, lowest: int, highest: int
) -> Iterator[PlayedRound]:
    """Yield the rounds of a range, newest first."""
    before = highest + 1
    while before > lowest:
        several = reads.played_before(table_id, before, min(READ_AT_ONCE, before - lowest))
        for played in several:
            if played.part.number >= lowest:
                yield played
        before = several[-1].part.number if several else lowest


def player_hand(played: PlayedRound, seat: int) -> View:
    """Return a hand as the player of a seat may have it, as JSON. Raises NoHistoryError.

    `record` is what he may keep, in the form that `format` names: a part of a PHH file of several
    hands (`phhs`), or a line of JSON (`jsonl`).
    """
    hand = finished(played)
    shown = _shown(played, hand, seat)
    if follows_chips(hand):
        record = write_hands([(str(played.part.number), player_history(played, seat))])
        return shown | {"format": "phhs", "record": record}
    line = {"table": played.table_id, "seat": seat} | shown
    return shown | {"format": "jsonl", "record": orjson.dumps(line).decode() + "\n"}


def _shown(played: PlayedRound, hand: PotHand, seat: int) -> View:
    """Return a hand in the keys of a round of the record, as far as a player may have them."""
    rules = played.rules
    assert rules is not None, "a hand is played under rules"
    times = times_of(played)
    keys = pot_keys(played.state, rules.pot, cards_for(played, seat))
    places = {BOARD, *map(str, hand.seats)}
    return {
        "number": played.part.number,
        "game": rules.game.name,
        "rules": {"name": rules.name, "digest": rules.digest},
        "phase": played.state.phase.value,
        "opened_at": times.opened_at,
        "ended_at": times.ended_at,
        "net": _net(played, hand, seat),
        "view": {
            "cards": {place: text for place, text in keys["cards"].items() if place in places},
            "hands": keys["hands"],
            "status": keys["status"],
        },
        "hand": {key: keys[key] for key in ("won", "winners", "button", "blinds")},
        "events": _events(played),
    }


def _net(played: PlayedRound, hand: PotHand, seat: int) -> str | None:
    """Return what the player won (+) or lost (-); None where nobody follows the chips."""
    chips = hand.chips_of(seat)
    assert chips is not None, "he was dealt in"
    if not follows_chips(hand):
        return None
    started = next(event for event in played.events if isinstance(event, e.HandStarted))
    return format_minor(chips.stack - started.stacks[seat])


def _events(played: PlayedRound) -> list[View]:
    sight = Sight(played, Role.DEALER)
    return [
        {"position": row.position, "type": row.name, "facts": facts_of(event, row.position, sight)}
        for row, event in zip(played.rows, played.events, strict=True)
        if isinstance(event, _TOLD)
    ]
