"""The books of a run: cards, tokens and the meter, as the devices tell them and as the record does.

Reads the simulated devices' own ledgers and the station's record, which know nothing of each
other: the cards that left the shoe, the tokens that the acceptors took, the amounts that stood on
the sign. Where players play against each other, the chips that they brought and took away.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealer_station.demo.chip_book import ChipBook, chip_book
from dealer_station.demo.house import DemoHouse
from dealer_station.demo.sign_control import amount_on
from dealer_station.demo.token_control import ACCEPTED
from dealer_station.event_log.station_registry import station_registry
from dealer_station.event_log.store import EventLog
from dealer_station.money import format_minor
from dealer_station.progressive.ledger import AnyEvent, Ledger, evolve
from dealer_station.progressive.recount import recount
from dealer_station.table.events import (
    CardDrawn,
    CardReread,
    CutCardSeen,
    RoundSettled,
    RoundVoided,
    SeatPaid,
    StrayTokenTaken,
    TableEvent,
    WagerPlaced,
)


@dataclass(frozen=True, slots=True)
class Books:
    """What a run's books say; `differences` is empty when they agree.

    `seen` is what people saw at the end: the amount on the sign, or the stacks on the table.
    """

    cards_in_ledger: int
    cards_in_record: int
    tokens_in_ledger: int
    tokens_in_record: int
    rounds_settled: int
    rounds_void: int
    wagers: int
    staked_minor: int
    house_result_minor: int
    meter_minor: int
    seen: str
    differences: tuple[str, ...]
    has_progressive: bool = True
    has_tokens: bool = True
    chips: ChipBook | None = None

    @property
    def agree(self) -> bool:
        """Whether the books agree."""
        return not self.differences

    def lines(self) -> list[str]:
        """Write the books for people."""
        verdict = "agree" if self.agree else f"DIFFER: {'; '.join(self.differences)}"
        tokens = f"{self.tokens_in_ledger} in the acceptors, {self.tokens_in_record} recorded"
        meter = f"{format_minor(self.meter_minor)} in the record, {self.seen} on the sign"
        without = " without the progressive's prizes" if self.has_progressive else ""
        money = (
            [
                f"wagers   {self.wagers}, {format_minor(self.staked_minor)} staked",
                f"house    {format_minor(self.house_result_minor)}{without}",
            ]
            if self.chips is None
            else self.chips.lines(self.seen)
        )
        return [
            f"rounds   {self.rounds_settled} settled, {self.rounds_void} void",
            *money,
            f"cards    {self.cards_in_ledger} left the shoe, {self.cards_in_record} in the record",
            *((f"tokens   {tokens}",) if self.has_tokens else ()),
            *((f"meter    {meter}",) if self.has_progressive else ()),
            f"books    {verdict}",
        ]


def read_books(database: str, house: DemoHouse, seen: str) -> Books:
    """Read all books and compare them; `seen` is as `Books` has it.

    A table without a progressive has the books of its cards alone, or those of its players' chips.
    """
    registry = station_registry()
    with EventLog(database, read_only=True) as log:
        events: list[TableEvent] = [
            registry.decode(stored) for stored in log.read(f"table/{house.game.table}")
        ]
        postings: list[AnyEvent] = [
            registry.decode(stored) for stored in log.read(f"progressive/{house.game.progressive}")
        ]
    left = [line["reads_as"] for line in _lines(house.shoe.ledger)]
    cards = [_card_of(event) for event in events if isinstance(event, _CARDS)]
    taken = Counter(
        line["device"] for line in _lines(house.acceptors.ledger) if line["what"] == ACCEPTED
    )
    told = Counter(_devices_of_tokens(events))
    meters = meters_of(postings)
    differences = [
        difference_of_cards(left, cards),
        difference_of_tokens(taken, told),
        "; ".join(str(one) for one in recount(postings).differences),
    ]
    if house.has_sign:
        shown = [line["visible"] for line in _lines(house.sign.ledger)]
        differences.append(difference_of_sign(shown, seen, meters))
    chips = chip_book(events) if house.game.has_pots else None
    if chips is not None:
        differences.append(chips.compare(seen))
    stakes = [event.amount_minor for event in events if isinstance(event, WagerPlaced)]
    return Books(
        cards_in_ledger=len(left),
        cards_in_record=len(cards),
        tokens_in_ledger=taken.total(),
        tokens_in_record=told.total(),
        rounds_settled=sum(isinstance(event, RoundSettled) for event in events),
        rounds_void=sum(isinstance(event, RoundVoided) for event in events),
        wagers=len(stakes),
        staked_minor=sum(stakes),
        house_result_minor=_house_result_minor(events, house.game.spot),
        meter_minor=meters[-1] if meters else 0,
        seen=seen,
        differences=tuple(filter(None, differences)),
        has_progressive=house.game.progressive is not None,
        has_tokens=house.game.has_acceptors,
        chips=chips,
    )


_CARDS = (CardDrawn, CardReread, CutCardSeen)


def _lines(ledger: Path) -> list[dict[str, Any]]:
    """Read a device's book; a house without the device has none."""
    if not ledger.exists():
        return []
    return [json.loads(line) for line in ledger.read_text().splitlines()]


def _card_of(event: CardDrawn | CardReread | CutCardSeen) -> str:
    return "CUT" if isinstance(event, CutCardSeen) else event.card


def _devices_of_tokens(events: Iterable[TableEvent]) -> list[str]:
    """Return the acceptor of every token in the record; a fact's identity names its device."""
    return [
        event.source.split("/")[2]
        for event in events
        if isinstance(event, StrayTokenTaken) or (isinstance(event, WagerPlaced) and event.is_coin)
    ]


def _house_result_minor(events: Iterable[TableEvent], progressive_spot: str) -> int:
    paid = (event for event in events if isinstance(event, SeatPaid))
    return -sum(w.net_minor for event in paid for w in event.wagers if w.spot != progressive_spot)


def meters_of(postings: Iterable[AnyEvent]) -> list[int]:
    """Return every value that the main level's meter had in the record, in order."""
    state, values = Ledger(), list[int]()
    for posting in postings:
        state = evolve(state, posting)
        values.append(state.meter_minor)
    return values


def difference_of_cards(left: Sequence[str], seen: Sequence[str]) -> str:
    """Name the first card at which the books part; empty when they are the same."""
    for number, (one, other) in enumerate(zip(left, seen, strict=False), start=1):
        if one != other:
            return f"card {number} left the shoe as {one} and is recorded as {other}"
    if len(left) != len(seen):
        return f"{len(left)} cards left the shoe, {len(seen)} are recorded"
    return ""


def difference_of_tokens(taken: Counter[str], told: Counter[str]) -> str:
    """Name the first acceptor whose tokens are not all in the record, or are there too often."""
    for device in sorted(taken | told):
        if taken[device] != told[device]:
            return f"{device} took {taken[device]} tokens, {told[device]} are recorded"
    return ""


def difference_of_sign(shown: Iterable[str], sign: str, meters: Sequence[int]) -> str:
    """Name an amount on the sign that was never the meter, or one out of its order.

    `shown` is all that stood on the glass; amounts may be left out, since a sign takes its time,
    but it never runs ahead and never goes back (DSP-04).
    """
    place = 0
    for text in shown:
        amount = amount_on(text)
        if amount is None:
            continue
        try:
            place = meters.index(amount, place)
        except ValueError:
            return f"{text} stood on the sign and was not the meter then"
    if not meters or amount_on(sign) != meters[-1]:
        return f"{sign or 'nothing'} stands on the sign"
    return ""
