"""A player's hand history tells him nothing of others: every role, every seat, every finished hand.

Poker tables live random lives on a record on disk behind the running API. What each hand's player
may have is noted at its end by the second opinion of `pot_lives`; in the end everybody asks for the
history of everybody who has sat there, and every answer is searched for cards as text.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from api_builders import KeptRecord, Station, must, new_services, record_beside, sign_in
from people_builders import hire, people_on_sqlite
from pot_books import HouseOfPots
from pot_lives import PotHouse, PotTable
from pot_tables import LEVEL
from table_lives import CARD_WORD, House, HouseSetup
from table_play import SHOE

from dealer_station.api.ports import ServedTable
from dealer_station.clock import VirtualClock
from dealer_station.people.people import People
from dealer_station.people.rights import RIGHTS, Right
from dealer_station.table import commands as c
from dealer_station.table.pot.state import PotHand
from dealer_station.table.roles import Role

READERS = RIGHTS[Right.VIEW_ROUNDS]
SEATS = tuple(range(1, 9))
HANDS = 12
DISCLOSED = {"muck_disclosure": "on_request"}
STEPS_MAX = 4000
JOINED_CARD = re.compile(r"([2-9TJQKA?][cdhs?])(?=[2-9TJQKA?][cdhs?])")
HOUSES = {
    "no-limit": (HouseSetup("gardens-no-limit", {"allin_cards": "up"}, (SEATS,)), False),
    "gardens": (HouseSetup("gardens", LEVEL, (SEATS,)), False),
    "disclosing": (HouseSetup("gardens", LEVEL | DISCLOSED, (SEATS,)), True),
    "untracked": (HouseSetup("gardens", LEVEL | {"stakes": "untracked"}, (SEATS,)), False),
}
"""A house by what is tried, and whether it discloses hands that were mucked (ST-57)."""


class KeptHouse(PotHouse):
    """Poker tables whose record is on disk."""

    def __init__(self, setup: HouseSetup, kept: KeptRecord, clock: VirtualClock) -> None:
        self.pots = HouseOfPots(100, by_suit=setup.rules == "gardens")
        House.__init__(self, setup, Counter(), kept.record, clock)


@dataclass
class Noted:
    """What may be told of finished hands: by number and player, the cards of every place."""

    discloses_mucked: bool
    hands: dict[int, dict[int, dict[str, str]]] = field(default_factory=dict)
    mucked: int = 0

    def take(self, table: PotTable) -> None:
        """Note a hand that is over."""
        hand = table.hand
        if hand is None or hand.number in self.hands or table.state.is_round_open:
            return
        self.mucked += len(hand.mucked)
        self.hands[hand.number] = {seat: self._of(table, hand, seat) for seat in hand.seats}

    def _of(self, table: PotTable, hand: PotHand, player: int) -> dict[str, str]:
        places = {"board": " ".join(hand.board)}
        for seat in hand.seats:
            name = f"seat {seat}"
            is_whole = seat == player or (self.discloses_mucked and seat in hand.mucked)
            cards = [
                card if is_whole or card == "??" or table._is_open(hand, name, number) else "##"
                for number, card in enumerate(hand.cards(name), start=1)
            ]
            places[str(seat)] = " ".join(cards)
        return {place: cards for place, cards in places.items() if cards}


@contextmanager
def served(
    people: People, kept: KeptRecord, clock: VirtualClock, table: PotTable
) -> Iterator[Station]:
    base = new_services(people, clock, kept)
    poker = ServedTable(
        table_id=table.table_id,
        name="Poker",
        game=table.game,
        seats=SEATS,
        controller=table.controller,
    )
    station = Station(replace(base, tables={**base.tables, table.table_id: poker}))
    with station.running():
        yield station


def live(table: PotTable, noted: Noted, chance: random.Random) -> None:
    """Play hands to their ends, cards that must not be among those that come."""
    for _ in range(STEPS_MAX):
        if chance.random() < 0.01 and table.hand is not None and table.hand.draws:
            table.send(c.RecordCard, SHOE, card=chance.choice(("??", "Jo", table.hand.draws[0])))
        table.go_on(chance)
        noted.take(table)
        if len(noted.hands) == HANDS:
            return
    raise AssertionError("the hands do not end")


def look(client: httpx.Client, role: Role, table: PotTable, noted: Noted) -> int:
    """Ask for the history of everybody at every seat; returns how many hands were told."""
    told = 0
    for seat in SEATS:
        path = f"/api/tables/{table.table_id}/seats/{seat}/history"
        answer = client.get(path)
        if role not in READERS:
            assert answer.status_code == 403
            assert not CARD_WORD.search(answer.text)
            continue
        for player in must(answer)["players"]:
            hands = {"first": player["first"], "before": (player["last"] or 10**6) + 1}
            for hand in must(client.get(path, params=hands))["hands"]:
                judge(hand, seat, noted.hands[hand["number"]][seat])
                told += 1
    return told


def judge(hand: dict[str, Any], seat: int, allowed: dict[str, str]) -> None:
    """The cards are those that were noted, and no other stands anywhere else."""
    assert hand["view"]["cards"] == allowed, (hand["number"], seat)
    may_know = set(" ".join(allowed.values()).split())
    texts = (str(hand["events"]), str(hand["hand"]), hand["record"], str(hand["view"]))
    for text in texts:
        told = set(CARD_WORD.findall(_without_joins(text)))
        assert told <= may_know, (hand["number"], seat, sorted(told - may_know))


def _without_joins(text: str) -> str:
    """Put spaces between cards that the format writes without."""
    return JOINED_CARD.sub(r"\1 ", text)


@pytest.mark.parametrize("name", sorted(HOUSES))
def test_no_history_tells_a_foreign_card(tmp_path: Path, name: str) -> None:
    setup, discloses_mucked = HOUSES[name]
    clock = VirtualClock(start_at=1_764_455_647_123, seed=5)
    with people_on_sqlite(tmp_path, clock) as people, record_beside(people, clock) as kept:
        hire(people)
        (table,) = KeptHouse(setup, kept, clock).tables
        assert isinstance(table, PotTable)
        noted = Noted(discloses_mucked)
        live(table, noted, random.Random(f"history {name}"))
        with served(people, kept, clock, table) as station:
            for role in (
                Role.DEALER, Role.SUPERVISOR, Role.MANAGER, Role.TECHNICIAN, Role.AUDITOR,
                Role.PLATFORM,
            ):  # fmt: skip
                with station.screen() as client:
                    sign_in(client, role)
                    told = look(client, role, table, noted)
                    dealt = sum(len(players) for players in noted.hands.values())
                    assert told == (dealt if role in READERS else 0)
        assert noted.mucked, "nobody has mucked: nothing is shown of the house's choice"
