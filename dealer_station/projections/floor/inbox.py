"""What waits for a supervisor or manager: rulings, hands to verify, calls, faults of devices.

Made from the table's view of the same role, so that it tells no card and no hand which that view
hides. The most dangerous comes first, of the same danger the newest.
"""

from typing import Any, Final

from dealer_station.games.procedure import Position, position_at, seat_of
from dealer_station.irregularities.kinds import Fact, RulingOption
from dealer_station.money import format_minor
from dealer_station.projections.floor.table_now import TableNow
from dealer_station.table.book_state import BOOK_SEAT
from dealer_station.table.house import jackpot
from dealer_station.table.pot.state import PotHand
from dealer_station.table.state import HouseRound, Irregularity
from dealer_station.table.view import View
from dealer_station.table.visibility import (
    FACE_DOWN,
    masks_facts,
    visible_draw,
)

FOULED_DECK: Final = 4
RULING: Final = 3
VERIFICATION: Final = 3
CALL: Final = 2
DEVICE_FAULT: Final = 2

Item = dict[str, Any]
"""A JSON object."""


def inbox(table: TableNow) -> list[Item]:
    """Return what waits at one table."""
    return [*_ruling(table), *_verifications(table), *_call(table), *_device_faults(table)]


def in_order(items: list[Item]) -> list[Item]:
    """Return items of all tables as they are to be looked at."""
    return sorted(items, key=lambda item: (-item["danger"], -item["since"], item["id"]))


def _item(table: TableNow, *, kind: str, key: str, since: int | None, **said: Any) -> Item:
    item: Item = {
        "id": f"{table.table_id}/{key}",
        "kind": kind,
        "table": table.table_id,
        "table_name": table.name,
        "since": table.view["now"] if since is None else since,
        "danger": 1,
        "title": "",
        "needs": "supervisor",
        "ruling": None,
        "cards": [],
        "round": table.state.round_number,
        "seat": None,
        "amount": None,
        "category": None,
        "hand": None,
        "device": None,
        "faults": None,
        "reason": None,
        "version": table.view["version"],
        "played_version": table.view["played_version"],
        "command": None,
    }
    return item | said


# ----------------------------------------------------------------------------------- rulings


def _ruling(table: TableNow) -> list[Item]:
    item = table.state.open_irregularity
    if item is None:
        return []
    proposal = item.options[0]
    is_fouled = (
        item.irregularity == table.rules.catalogue.fouled_deck
        or proposal.option is RulingOption.FOULED_DECK
    )
    return [
        _item(
            table,
            kind="ruling",
            key=f"ruling/{item.number}",
            since=table.moments.raised_at.get(item.number),
            danger=FOULED_DECK if is_fouled else RULING,
            title=table.rules.catalogue.entries[item.irregularity].title,
            needs=proposal.needs.value,
            ruling=table.view["ruling"],
            cards=_concerned(table, item),
        )
    ]


def _concerned(table: TableNow, item: Irregularity) -> list[dict[str, str]]:
    """Return the cards that a ruling concerns, with their places.

    Whoever rules is told every card that the ruling names, and the hands it may honour. Everybody
    else is told the place that the facts name, and no card that is named by its face alone: that
    would say where it lies.
    """
    current = table.state.round or table.state.pot.hand
    if current is None:
        return []
    concerned = []
    for index, owner in enumerate(current.deal_order[: len(current.draws)]):
        place = position_at(current.deal_order, index)
        card = visible_draw(table.state, table.rules, index, table.role)
        is_meant = _is_meant(item, index, place)
        is_told = not masks_facts(table.role) and _is_named(table, item, owner, card)
        if is_meant or is_told:
            concerned.append({"position": str(place), "card": card})
    return [*concerned, *_surplus(table, current)]


def _is_meant(item: Irregularity, index: int, place: Position) -> bool:
    """Whether the facts name this place."""
    if item.card_number:
        return index == item.card_number - 1
    return item.facts.get(Fact.POSITION.value) == str(place)


def _is_named(table: TableNow, item: Irregularity, owner: str, card: str) -> bool:
    """Whether the facts name this card, which the role sees, or the ruling may honour its hand."""
    named = f"{item.facts.get(Fact.CARD.value, '')} {item.facts.get(Fact.CARDS.value, '')}".split()
    if card in named and not item.card_number:
        return True
    is_offered = any(o.option is RulingOption.HONOUR_SIDE_BETS for o in item.options)
    return is_offered and card != FACE_DOWN and owner in _winning_hands(table)


def _winning_hands(table: TableNow) -> list[str]:
    current = table.state.round
    assert current is not None, "a ruling on cards is one in a round"
    return [
        table.rules.house.hand_of(hand.seat)
        for hand in current.hands
        if jackpot.winner_at(table.rules, current, hand.seat) is not None
    ]


def _surplus(table: TableNow, current: HouseRound | PotHand) -> list[dict[str, str]]:
    """Return the cards that came while none was due: they have no place."""
    return [
        {
            "position": "",
            "card": visible_draw(table.state, table.rules, index, table.role),
        }
        for index in range(len(current.deal_order), len(current.draws))
    ]


# ------------------------------------------------------------------------------- one-button kinds


def _verifications(table: TableNow) -> list[Item]:
    """Return the hands that win a progressive prize and were not seen by a supervisor yet."""
    return [_verification(table, row) for row in table.view["payouts"] if row["verify"]]


def _verification(table: TableNow, row: View) -> Item:
    """What a hand is and wins is told once it lies open."""
    seat, category = row["seat"], row["hand"]
    cards = _cards_in_use(table, seat)
    return _item(
        table,
        kind="verification",
        key=f"verification/{table.state.round_number}/{seat}",
        since=table.moments.decisions_closed_at,
        danger=VERIFICATION,
        title=f"{_who(seat)}: a hand that wins a progressive prize must be seen",
        seat=seat,
        amount=None if category is None else _prize(table, row),
        category=category,
        hand=[card for _, card in cards],
        cards=[{"position": str(position), "card": card} for position, card in cards],
        command={"command": "verify_hand", "seat": seat, "round": table.state.round_number},
    )


def _who(seat: int) -> str:
    return "Bettors' book" if seat == BOOK_SEAT else f"Seat {seat}"


def _cards_in_use(table: TableNow, seat: int) -> list[tuple[Position, str]]:
    """Return the cards that a seat's hand uses, a board's too, each with its place."""
    game = table.rules.house
    return [
        (Position(name, number), card)
        for name in game.plays_with(game.hand_of(seat))
        for number, card in enumerate(
            table.view["cards"].get(str(seat_of(name) or name), "").split(), start=1
        )
    ]


def _prize(table: TableNow, row: View) -> str | None:
    """Return the prize of the seat whose turn it is; a later one's may still change."""
    progressive = table.rules.game.progressive
    for wager in row["wagers"]:
        if progressive and wager["spot"] == progressive.spot and wager.get("outcome") == "win":
            return format_minor(_minor(wager["stake"]) + _minor(wager["wins"]))
    return None


def _minor(amount: str) -> int:
    """Read an amount that a view has written."""
    return int(amount.replace(".", ""))


def _call(table: TableNow) -> list[Item]:
    if not table.state.is_supervisor_called:
        return []
    return [
        _item(
            table,
            kind="call",
            key="call",
            since=table.moments.called_at,
            danger=CALL,
            title="The dealer asks for a supervisor",
            command={"command": "answer_call", "round": table.state.round_number},
        )
    ]


def _device_faults(table: TableNow) -> list[Item]:
    """Return the devices whose faults a person has to look after; signed ones are on their way."""
    return [
        _item(
            table,
            kind="device_fault",
            key=f"device_fault/{device['id']}",
            since=status.waiting_since_at,
            danger=DEVICE_FAULT,
            title=f"{device['id']}: faults to look after",
            device=device["id"],
            faults=device["faults"],
            reason=device.get("reason"),
            command={
                "command": "clear_device_faults",
                "device": device["id"],
                "faults": device["faults"],
            },
        )
        for device, status in zip(table.view["devices"], table.state.devices, strict=True)
        if status.is_waiting
    ]
