"""The books of a run: do the cards that left the shoe stand in the record, each once, in order?

Reads the simulated shoe's own ledger and the station's record, which know nothing of each other.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.money import format_minor
from dealer_station.progressive import meter
from dealer_station.progressive.meter import Progressive
from dealer_station.progressive.reconcile import reconcile
from dealer_station.table.events import (
    CardDrawn,
    CardReread,
    CutCardSeen,
    RoundSettled,
    RoundVoided,
    SeatPaid,
    WagerPlaced,
)


@dataclass(frozen=True, slots=True)
class Books:
    """What a run's books say; `difference` is empty when they agree."""

    cards_in_ledger: int
    cards_in_record: int
    rounds_settled: int
    rounds_void: int
    wagers: int
    staked_minor: int
    house_result_minor: int
    meter_minor: int
    difference: str

    @property
    def agree(self) -> bool:
        """Whether the books agree."""
        return not self.difference

    def lines(self) -> list[str]:
        """Write the books for people."""
        verdict = "agree" if self.agree else f"DIFFER: {self.difference}"
        return [
            f"rounds   {self.rounds_settled} settled, {self.rounds_void} void",
            f"wagers   {self.wagers}, {format_minor(self.staked_minor)} staked",
            f"house    {format_minor(self.house_result_minor)} without the progressive's prizes",
            f"meter    {format_minor(self.meter_minor)}",
            f"cards    {self.cards_in_ledger} left the shoe, {self.cards_in_record} in the record",
            f"books    {verdict}",
        ]


def read_books(database: str, ledger: Path, table: str, progressive: str) -> Books:
    """Read both books and compare them."""
    registry = station_registry()
    with EventLog(database, read_only=True) as log:
        events = [registry.decode(stored) for stored in log.read(f"table/{table}")]
        postings = [registry.decode(stored) for stored in log.read(f"progressive/{progressive}")]
    left = [json.loads(line)["reads_as"] for line in ledger.read_text().splitlines()]
    seen = [_card_of(event) for event in events if isinstance(event, _CARDS)]
    state = Progressive()
    for posting in postings:
        state = meter.evolve(state, posting)
    balanced = reconcile(postings).is_balanced
    stakes = [event.amount_minor for event in events if isinstance(event, WagerPlaced)]
    paid = [event for event in events if isinstance(event, SeatPaid)]
    return Books(
        cards_in_ledger=len(left),
        cards_in_record=len(seen),
        rounds_settled=sum(isinstance(event, RoundSettled) for event in events),
        rounds_void=sum(isinstance(event, RoundVoided) for event in events),
        wagers=len(stakes),
        staked_minor=sum(stakes),
        house_result_minor=-sum(
            wager.net_minor
            for event in paid
            for wager in event.wagers
            if wager.spot != "progressive"
        ),
        meter_minor=state.meter_minor,
        difference=_difference(left, seen) or ("" if balanced else "the progressive's ledger"),
    )


_CARDS = (CardDrawn, CardReread, CutCardSeen)


def _card_of(event: CardDrawn | CardReread | CutCardSeen) -> str:
    return "CUT" if isinstance(event, CutCardSeen) else event.card


def _difference(left: list[str], seen: list[str]) -> str:
    """Name the first card at which the books part; empty when they are the same."""
    for number, (one, other) in enumerate(zip(left, seen, strict=False), start=1):
        if one != other:
            return f"card {number} left the shoe as {one} and is recorded as {other}"
    if len(left) != len(seen):
        return f"{len(left)} cards left the shoe, {len(seen)} are recorded"
    return ""
